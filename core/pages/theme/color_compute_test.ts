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
  ],
  "aabbccff": ["#abc", "#abcf"],
  "aabbccdd": ["#abcd", "#aabbccdd"],
  "ff000080": [
    "rgb(255 0 0 / 50%)",
    "rgba(255, 0, 0, .5)",
  ],
  "1a334dff": ["rgb(10% 20% 30%)", "rgb(1e1% 20% 30%)"],
  "808080ff": ["gray", "grey"],
  "800080ff": ["purple"],
  "ffffffff": ["white"],
  "000000ff": ["rgb(none none none)"],
  // Outside of the range: clipped.
  "ff0000ff": ["rgb(999 -1 0)", "rgb(255 0 0 / 7)"],
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
        "hsl(9.13deg 100 63.9)",
        "hwb(180 20% 20%)",
        "lab(100 0 0)",
        "oklch(59.69% 0.156 49.77)",
        "rgbaa(1 2 3)",
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
