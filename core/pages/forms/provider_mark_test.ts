/** The marks of providers: drawn in the page itself, and seen on every card. */

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { describe, it } from "node:test";
import type { Theme } from "../../model/theme.ts";
import { readPage, toProvider } from "../pages_testkit.ts";
import { toMark } from "./provider_mark.ts";
import { grounds } from "../theme/theme_colors.ts";

type Scheme = NonNullable<Theme["colorScheme"]>;

const SCHEMES: readonly Scheme[] = ["auto", "light", "dark"];
/** The least contrast of a mark in its own colour: a name stands beside it. */
const SEEN = 2.2;

async function readLogos(): Promise<Map<string, string>> {
  const folder = new URL("../../../providers/logos/", import.meta.url);
  const files = (await readdir(folder)).filter((name) =>
    /\.[jt]s$/.test(name) && !name.endsWith(".d.ts")
  );
  const found = await Promise.all(files.map(async (name) => {
    const { logo }: { logo: string } = await import(`${folder}${name}`);
    return [name.replace(/\.[jt]s$/, ""), logo] as const;
  }));
  return new Map(found);
}

function mark(style: object, scheme?: Scheme | "inked", name = "Work"): string {
  const provider = toProvider("work", "oidc", { name, style });
  return toMark(provider, scheme)?.html ?? "";
}

/** Measures the contrast of two colours, by the formula of WCAG and not by our code. */
function measure(...colors: readonly (readonly number[])[]): number {
  const [lighter = 0, darker = 0] = colors.map((rgb) => {
    const [r = 0, g = 0, b = 0] = rgb.map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  }).sort((a, b) => b - a);
  return lighter / darker;
}

function toRgb(hex: string): number[] {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

describe("the marks of our definitions", () => {
  it("every logo is drawn in the page, in paths and nothing else", async () => {
    const logos = await readLogos();
    assert.ok(logos.size >= 80, `${logos.size}`);
    for (const [name, logo] of logos) {
      for (const scheme of [...SCHEMES, "inked"] as const) {
        const html = mark({ logo }, scheme);
        assert.match(html, /^<svg [^>]*aria-hidden="true">/, name);
        const [svg, ...paths] = readPage(`<!DOCTYPE html>${html}`)
          .filter(({ parents }) => parents.length >= 2);
        assert.equal(svg?.name, "svg", name);
        assert.ok(paths.length > 0, name);
        for (const { name: tag, attributes } of paths) {
          assert.equal(tag, "path", name);
          for (const key of Object.keys(attributes)) {
            assert.match(key, /^(?:d|fill|fill-rule)$/, name);
          }
        }
      }
    }
  });

  it("every mark of one colour can be seen on its card: in its own colour, or in that of the text", async () => {
    for (const [name, logo] of await readLogos()) {
      for (const scheme of SCHEMES) {
        const html = mark({ logo }, scheme);
        const [, fill = ""] = /^<svg [^>]*fill="([^"]*)"/.exec(html) ?? [];
        if (fill === "currentColor") continue;
        if (/<path fill=/.test(html)) continue;
        const hex = fill.toLowerCase();
        assert.match(hex, /^#[0-9a-f]{6}$/, name);
        const isDim = html.includes('class="dim"');
        const cards = scheme !== "auto"
          ? [scheme]
          : isDim
          ? ["light"] as const
          : ["light", "dark"] as const;
        for (const one of cards) {
          const contrast = measure(toRgb(hex), grounds[one].card);
          assert.ok(contrast >= SEEN, `${name} ${one}: ${contrast}`);
        }
      }
    }
  });

  it("a mark of several colours keeps them on a card, and takes that of the text on the main button", async () => {
    const logo = (await readLogos()).get("google") ?? "";
    const fills = (html: string) => html.match(/<path fill="#\w{6}"/g) ?? [];
    for (const scheme of SCHEMES) {
      assert.equal(fills(mark({ logo }, scheme)).length, 4);
    }
    const inked = mark({ logo }, "inked");
    assert.deepEqual(fills(inked), []);
    assert.match(inked, /^<svg [^>]*fill="currentColor"/);
  });
});

describe("the mark of any provider", () => {
  const box = "viewBox='0 0 24 24'";
  const ns = "xmlns='http://www.w3.org/2000/svg'";
  const path = "%3Cpath d='M0 0h1z'/%3E";
  const toLogo = (inner = path, head = `${ns} ${box}`) =>
    `data:image/svg+xml,%3Csvg ${head}%3E${inner}%3C/svg%3E`;

  it("a mark with a colour that a card hides takes the colour of the text there, and only there", () => {
    const named = (hex: string, scheme: Scheme) => {
      const html = mark({
        logo: toLogo(path, `${ns} ${box} fill='%23${hex}'`),
      }, scheme);
      const [, attributes] = /^<svg viewBox="0 0 24 24"(.*?) aria-hidden/
        .exec(html) ?? [];
      return attributes;
    };
    const own = (hex: string) => ` fill="#${hex}"`;
    const ink = ' fill="currentColor"';
    const rows: [string, Record<Scheme, string>][] = [
      ["000000", {
        auto: ` class="dim"${own("000000")}`,
        light: own("000000"),
        dark: ink,
      }],
      ["ffffff", { auto: ink, light: ink, dark: own("ffffff") }],
      ["e01010", {
        auto: own("e01010"),
        light: own("e01010"),
        dark: own("e01010"),
      }],
    ];
    for (const [hex, expected] of rows) {
      for (const scheme of SCHEMES) {
        assert.equal(named(hex, scheme), expected[scheme], `${hex} ${scheme}`);
      }
    }
  });

  it("an image that is not only paths stays an image, which runs nothing", () => {
    const hostile = [
      toLogo("%3Cscript%3Ealert(1)%3C/script%3E"),
      toLogo(`${path}%3Cscript%3Ealert(1)%3C/script%3E`),
      toLogo("%3Cpath onload='alert(1)' d='M0 0'/%3E"),
      toLogo("%3Cpath d='M0 0' onload='alert(1)'/%3E"),
      toLogo("%3Cpath d='M0 0'%3E%3Canimate/%3E%3C/path%3E"),
      toLogo("%3Cpath d='M0&#32;0'/%3E"),
      toLogo("%3Cpath d='%27%20onload=alert(1)'/%3E"),
      toLogo("%3Cpath d='M0 0\" onload=alert(1)'/%3E"),
      toLogo("%3Cpath fill='url(https://evil.example)' d='M0 0'/%3E"),
      toLogo("%3Cpath style='x' d='M0 0'/%3E"),
      toLogo("%3Cimage href='https://evil.example'/%3E"),
      toLogo("%3Cforeignobject%3Ex%3C/foreignobject%3E"),
      toLogo(path, `${ns} ${box} onload='alert(1)'`),
      toLogo(path, `${ns} viewBox='0 0 1 1' onload='x'`),
      toLogo(path, `${ns} viewBox='0 0 24 24\"'`),
      `${toLogo()}%3Cscript%3E`,
      `${toLogo()}<script>`,
      `\n${toLogo()}`,
      `${toLogo()}\n`,
      toLogo().replace("%3Csvg", "<svg"),
      "data:image/svg+xml,<svg onload=alert(1)>",
      "data:image/svg+xml;base64,PHN2Zz4=",
      "/own.svg",
      '"><script>alert(1)</script>',
    ];
    for (const logo of hostile) {
      const html = mark({ logo });
      assert.match(
        html,
        /^<img class="mark" src="[^"<>]*" alt="" width="20" height="20">$/,
        logo,
      );
    }
    assert.match(mark({ logo: toLogo() }), /^<svg /);
  });

  it("the initial stands for a logo only on a colour that can be measured", () => {
    for (
      const brandColor of [
        "red",
        "#fff",
        "#12345",
        "#1234567",
        "#123456\n",
        '#123456"><script>',
        "rgb(1 2 3)",
        "",
        undefined,
      ]
    ) assert.equal(mark({ brandColor }), "", `${brandColor}`);
    assert.match(mark({ brandColor: "#123456" }), />W<\/text><\/svg>$/);
    for (const name of ["…", "", "\u202e", "😀"]) {
      assert.equal(mark({ brandColor: "#123456" }, "auto", name), "", name);
    }
    assert.match(
      mark({ brandColor: "#123456" }, "auto", "<b>"),
      />B<\/text><\/svg>$/,
    );
  });
});
