import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { computeColor } from "./color_compute.ts";

/** The table of CSS Color 4 section 6.1. */
const names = `aliceblue antiquewhite aqua aquamarine azure beige bisque black
  blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate
  coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod
  darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange
  darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray
  darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey
  dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold
  goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory
  khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral
  lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink
  lightsalmon lightseagreen lightskyblue lightslategray lightslategrey
  lightsteelblue lightyellow lime limegreen linen magenta maroon
  mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen
  mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue
  mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange
  orangered orchid palegoldenrod palegreen paleturquoise palevioletred
  papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red
  rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna
  silver skyblue slateblue slategray slategrey snow springgreen steelblue tan
  teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen`
  .split(/\s+/);

/** Returns a colour as eight hexadecimal digits. */
function toDigits(text: string): string | null {
  const color = computeColor(text);
  if (color === null) return null;
  const bytes = [...color.rgb, Math.round(color.alpha * 255)];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The values are those that browsers compute. */
const same: Readonly<Record<string, readonly string[]>> = {
  "ff6347ff": [
    "tomato",
    "TOMATO",
    "#ff6347",
    "#FF6347ff",
    "rgb(255, 99, 71)",
    "rgb(255 99 71)",
    "rgba(255,99,71,1)",
    "RGB( 255 99 71 / 100% )",
    "hsl(9.13, 100%, 63.9%)",
    "hsl(9.13deg 100 63.9)",
  ],
  "aabbccff": ["#abc", "#abcf"],
  "aabbccdd": ["#abcd", "#aabbccdd"],
  "ff000080": [
    "rgb(255 0 0 / 50%)",
    "rgba(255, 0, 0, .5)",
    "hsla(0 100% 50%/.5)",
  ],
  "1a334dff": ["rgb(10% 20% 30%)", "rgb(1e1% 20% 30%)"],
  "33ccccff": [
    "hwb(180 20% 20%)",
    "hwb(.5turn 20% 20%)",
    "hwb(200grad 20% 20%)",
    "hwb(3.14159rad 20% 20%)",
    "hwb(-180deg 20% 20%)",
    "hwb(540deg 20% 20%)",
  ],
  "808080ff": ["hwb(7 60% 60%)", "gray", "grey", "hsl(none 0% 50.2%)"],
  "c65d06ff": ["lch(52.2345% 72.2 56.2)"],
  "c65d07ff": ["oklch(59.69% 0.156 49.77)", "oklab(59.686% 0.1009 0.1192)"],
  "800080ff": ["lab(29.69% 44.888% -29.04%)", "purple"],
  "ffffffff": ["lab(100 0 0)", "oklch(1 0 0)", "lch(100% 0 0)", "white"],
  "000000ff": ["lab(0 0 0)", "oklab(0 0 0)", "rgb(none none none)"],
  // Outside of sRGB, and of every range: clipped.
  "ff0000ff": ["rgb(999 -1 0)", "rgb(255 0 0 / 7)", "oklch(.628 .2577 29.234)"],
};

describe("a colour", () => {
  it("every name of CSS is a colour", () => {
    assert.equal(names.length, 148);
    const unknown = names.filter((name) => computeColor(name) === null);
    assert.deepEqual(unknown, []);
    assert.equal(new Set(names.map(toDigits)).size, 139);
  });

  for (const [digits, texts] of Object.entries(same)) {
    it(`#${digits} can be written as ${texts.join(" or ")}`, () => {
      for (const text of texts) assert.equal(toDigits(text), digits, text);
    });
  }

  it("what only a page could compute is none", () => {
    for (
      const text of [
        "var(--brand)",
        "rgb(var(--r) 0 0)",
        "rgb(from red r g b)",
        "color-mix(in srgb, red, blue)",
        "light-dark(red, blue)",
        "calc(1)",
        "currentcolor",
        "currentColor",
        "transparent",
        "inherit",
        "Canvas",
        "ButtonText",
        "AccentColor",
      ]
    ) assert.equal(computeColor(text), null, text);
  });

  it("what is not written as CSS says is none", () => {
    for (
      const text of [
        "",
        " red",
        "red ",
        "tomatoo",
        "greyy",
        "constructor",
        "__proto__",
        "toString",
        "aliceblue:f0f8ff",
        "f0f8ff",
        "#",
        "#12",
        "#12345",
        "#1234567",
        "#ggg",
        "rgb()",
        "rgb( )",
        "rgb(,,)",
        "rgb(1 2)",
        "rgb(1, 2)",
        "rgb(1 2 3 4)",
        "rgb(1 2 3 /)",
        "rgb(1 2 / 3)",
        "rgb(1 2/3/4)",
        "rgb(1, 2, 3, 4, 5)",
        "rgb(1, 2, 3 / 4)",
        "rgb(1px 2 3)",
        "rgb(1deg 2 3)",
        "rgb(0x1 2 3)",
        "rgb(Infinity 2 3)",
        "rgb(1e99 2 3)",
        "rgb(1 2 3)(4)",
        "hsl(120% 1 1)",
        "hwb(1, 2, 3)",
        "oklch(.5, .1, 20)",
        "oklcha(.5 .1 20)",
        "color(srgb 1 0 0)",
        'url("//x.example")',
        "red}</style><script>",
        "red;background:blue",
        "#fff/**/",
        "red\n",
        "x".repeat(100_000),
        `rgb(${"1".repeat(100_000)} 2 3)`,
        `#${"f".repeat(100_000)}`,
      ]
    ) assert.equal(computeColor(text), null, text.slice(0, 40));
  });
});
