import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encode } from "uqr";
import { drawQrCode, renderQrCode } from "./qr_code.ts";

const uri =
  "otpauth://totp/Example:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Example";

/** Paints the lines of a path, and returns the dark modules. */
function paint(path: string): Set<string> {
  const dark = new Set<string>();
  let [x, y] = [0, 0];
  for (const [, step = "", a = "", b = ""] of path.matchAll(STEPS)) {
    if (step === "M") [x, y] = [Number(a), Number(b) - 0.5];
    if (step === "m") x += Number(a);
    if (step !== "h") continue;
    for (const end = x + Number(a); x < end; x++) dark.add(`${x} ${y}`);
  }
  return dark;
}

const STEPS = /([Mmh])(\d+)(?: (\d+(?:\.5)?))?/g;

describe("a QR code", () => {
  it("is dark where the encoder says, with four light modules around it", async () => {
    const { size, path } = await drawQrCode(uri);
    const { data } = encode(uri, { ecc: "M", border: 4 });
    const expected = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => isDark ? [`${x} ${y}`] : [])
    );
    assert.equal(data.length, size);
    assert.deepEqual([...paint(path)], expected);
    const edges = expected.flatMap((one) => one.split(" ").map(Number));
    assert.equal(Math.min(...edges), 4);
    assert.equal(Math.max(...edges), size - 5);
  });

  it("is dark on white, whatever the colours of the page", async () => {
    const svg = await renderQrCode(uri);
    assert.match(svg, /<path fill="#fff" d="M0 0h/);
    assert.match(svg, /<path stroke="#000" d="M4 4\.5h7m/);
  });
});
