/** The colours of pages: readable for any theme. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Theme } from "@latchkey/auth";
import { toContrast } from "./contrast.ts";
import { toStyle } from "./page_style.ts";
import { toThemeCss, toWarnings } from "./theme_css.ts";

type Tokens = Readonly<Record<string, string>>;

/** Reads the tokens as a browser does: in the dark, the others stay. */
function readTokens(theme: Theme): { light: Tokens; dark: Tokens } {
  const css = toThemeCss(theme);
  const [root = "", dark = ""] = css.split(
    "@media(prefers-color-scheme:dark)",
  );
  const light = readRule(root);
  return { light, dark: { ...light, ...readRule(dark) } };
}

function readRule(css: string): Tokens {
  const found = css.matchAll(/(--[\w-]+|color-scheme):([^;{}]+)/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

/** Measures the contrast of two tokens, by the formula of WCAG and not by our code. */
function measure(a: string | undefined, b: string | undefined): number {
  const [lighter = 0, darker = 0] = [a, b].map((hex = "") => {
    assert.match(hex, /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/);
    const long = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(long.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  }).sort((x, y) => y - x);
  return lighter / darker;
}

function assertReadable(theme: Theme): void {
  for (const [scheme, tokens] of Object.entries(readTokens(theme))) {
    const where = `${JSON.stringify(theme)} ${scheme} ${
      JSON.stringify(tokens)
    }`;
    const at = (name: string) => tokens[`--${name}`];
    assert.ok(measure(at("on"), at("key")) >= 4.5, `text: ${where}`);
    assert.ok(measure(at("on"), at("key-2")) >= 4.5, `hover: ${where}`);
    assert.ok(measure(at("ring"), at("card")) >= 3, `ring: ${where}`);
    assert.ok(measure(at("ring"), at("bg")) >= 3, `ring: ${where}`);
  }
}

/** The same colours on each run, so that a failure can be repeated. */
function* makeNumbers(count: number): Generator<number> {
  let state = 20_260_101;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

/** Colours of all kinds, a third of them nearly black, white or grey. */
function makeColors(count: number): string[] {
  return [...makeNumbers(count)].map((number, i) => {
    const [r, g, b] = [24, 16, 8].map((shift) => (number >>> shift) & 255);
    const [x = 0, y = 0, z = 0] = [r, g, b];
    switch (i % 9) {
      case 0:
        return `rgb(${x % 32} ${y % 32} ${z % 32})`;
      case 1:
        return `rgb(${255 - x % 32} ${255 - y % 32} ${255 - z % 32})`;
      case 2:
        return `rgb(${x} ${x} ${x})`;
      case 3:
        return `rgb(${x} ${y} ${z} / ${(number >>> 4) % 101}%)`;
      case 4:
        return `rgb(${x / 2.55}% ${y / 2.55}% ${z / 2.55}%)`;
      default:
        return `rgb(${x} ${y} ${z})`;
    }
  });
}

describe("the colours of a theme", () => {
  it("black on white has a contrast of 21, and the grey #767676 one of 4.54", () => {
    const white = [255, 255, 255] as const;
    assert.equal(toContrast([0, 0, 0], white), 21);
    assert.equal(toContrast([118, 118, 118], white).toFixed(2), "4.54");
  });

  it("text, hover and focus ring can be seen with any colour, light and dark", () => {
    for (const brandColor of makeColors(900)) assertReadable({ brandColor });
    for (let red = 0; red < 256; red++) {
      assertReadable({ brandColor: `rgb(${red} ${red} ${red})` });
    }
  });

  it("text can be read with any colour of its own", () => {
    const texts = makeColors(600).toReversed();
    for (const [i, brandColor] of makeColors(600).entries()) {
      assertReadable({ brandColor, buttonText: texts[i] });
    }
  });

  it("without a theme, the button is blue and its text white in both schemes", () => {
    const { light, dark } = readTokens({});
    for (const tokens of [light, dark]) {
      assert.equal(tokens["--key"], "#1e5eff");
      assert.equal(tokens["--key-2"], "#1b55e6");
      assert.equal(tokens["--on"], "#fff");
      assert.equal(tokens["--ring"], "#1e5eff");
    }
    assert.equal(light["color-scheme"], "light dark");
    assert.equal(light["--card"], "#fff");
    assert.equal(dark["--card"], "#17181c");
    assertReadable({});
  });

  const examples: Readonly<Record<string, readonly [string, string]>> = {
    tomato: [
      "#ff6347 #ff7359 #17181c #17181c",
      "#ff6347 #ff7359 #17181c #ff6347",
    ],
    yellow: ["#ff0 #e6e600 #17181c #17181c", "#ff0 #e6e600 #17181c #ff0"],
    black: ["#000 #292929 #fff #000", "#f1f2f5 #d9dadd #17181c #f1f2f5"],
  };
  for (const [brandColor, [light, dark]] of Object.entries(examples)) {
    it(`${brandColor} is button, hover, text and ring as designed`, () => {
      const tokens = readTokens({ brandColor });
      const pick = (one: Tokens) =>
        ["--key", "--key-2", "--on", "--ring"].map((name) => one[name])
          .join(" ");
      assert.equal(pick(tokens.light), light);
      assert.equal(pick(tokens.dark), dark);
    });
  }

  it("a colour that the dark card would hide is lightened until it can be seen", () => {
    const { light, dark } = readTokens({ brandColor: "navy" });
    assert.equal(light["--key"], "#000080");
    const contrast = measure(dark["--key"], dark["--card"]);
    assert.ok(contrast >= 3 && contrast < 3.2, `${contrast}`);
  });

  it("a colour that lets light through is the one that is seen on the card", () => {
    const { light, dark } = readTokens({ brandColor: "#f00c" });
    assert.equal(light["--key"], "#f33");
    assert.equal(dark["--key"], "#d10506");
  });

  it("the pointer changes the button wherever there is a direction left", () => {
    for (const brandColor of ["#000", "#fff", "navy", "gold", "#777"]) {
      for (const tokens of Object.values(readTokens({ brandColor }))) {
        const contrast = measure(tokens["--key"], tokens["--key-2"]);
        assert.ok(contrast > 1.1, `${brandColor} ${contrast}`);
      }
    }
  });
});

describe("the text of the button", () => {
  it("one that can be read is used", () => {
    const theme = { brandColor: "#fde68a", buttonText: "#78350f" };
    const { light, dark } = readTokens(theme);
    assert.equal(light["--on"], "#78350f");
    assert.equal(dark["--on"], "#78350f");
    assert.deepEqual(toWarnings(theme), []);
  });

  it("one that cannot be read is replaced, with one warning", () => {
    const theme = { brandColor: "#fde68a", buttonText: "white" };
    assert.equal(readTokens(theme).light["--on"], "#17181c");
    assert.deepEqual(toWarnings(theme), [
      "`theme.buttonText` is hard to read on the main button, which needs a contrast of 4.5. Used instead: #17181c on #fde68a in the light scheme (contrast 1.2), #17181c on #fde68a in the dark scheme (contrast 1.2).",
    ]);
  });

  it("one that can be read in one scheme is replaced in the other", () => {
    const theme = { brandColor: "black", buttonText: "white" };
    const { light, dark } = readTokens(theme);
    assert.equal(light["--on"], "#fff");
    assert.equal(dark["--on"], "#17181c");
    const [warning = "", ...others] = toWarnings(theme);
    assert.match(warning, /#17181c on #f1f2f5 in the dark scheme/);
    assert.doesNotMatch(warning, /light/);
    assert.deepEqual(others, []);
    assert.deepEqual(toWarnings({ ...theme, colorScheme: "light" }), []);
  });

  it("the default text needs no warning, whatever the button's colour", () => {
    assert.deepEqual(toWarnings({ brandColor: "#808080" }), []);
    assert.deepEqual(toWarnings({}), []);
  });
});

describe("the style of a theme", () => {
  it("one colour scheme has no rules for the other", () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const css = toThemeCss({ colorScheme, brandColor: "black" });
      assert.doesNotMatch(css, /@media/);
      assert.equal(readRule(css)["color-scheme"], colorScheme);
      const other = readTokens({ brandColor: "black" })[colorScheme];
      assert.deepEqual(readRule(css), {
        ...other,
        "color-scheme": colorScheme,
      });
    }
  });

  it("corners are written in rem", () => {
    const radius = (radius?: number | string) =>
      readTokens({ radius }).light["--radius"];
    assert.equal(radius(), ".625rem");
    assert.equal(radius(0), "0");
    assert.equal(radius(16), "1rem");
    assert.equal(radius("8px"), ".5rem");
    assert.equal(radius(".75rem"), ".75rem");
    assert.equal(radius("2rem"), "2rem");
    assert.equal(radius(5.5), ".3438rem");
  });

  it("no text of a theme that was not checked gets into the style", () => {
    const evil = "red}</style><script>alert(1)</script>";
    const plain = toThemeCss({});
    assert.equal(
      toThemeCss({ brandColor: evil, buttonText: evil, radius: evil }),
      plain,
    );
    assert.equal(toThemeCss({ css: evil, name: evil }), plain);
  });

  it("it is computed once for a theme", async () => {
    const theme: Theme = { brandColor: "red" };
    const style = await toStyle(theme);
    theme.brandColor = "blue";
    assert.equal(await toStyle(theme), style);
  });

  it("all of it is shorter than 450 characters", () => {
    for (const brandColor of ["navy", "tomato", "black", "#123456"]) {
      assert.ok(toThemeCss({ brandColor }).length < 450);
    }
  });
});
