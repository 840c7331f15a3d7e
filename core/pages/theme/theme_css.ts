import { toPixels } from "../../config/pages/theme_rules.ts";
import type { Theme } from "../../model/theme.ts";
import { toHexColor } from "./contrast.ts";
import { grounds, type Scheme, toThemeColors } from "./theme_colors.ts";

type Tokens = Readonly<Record<string, string>>;

/** The colours with a fixed meaning, which no theme changes. */
const fixed: Readonly<Record<Scheme, Tokens>> = {
  light: {
    "--soft": "#5c606b",
    "--line": "#e1e2e7",
    "--edge": "#878b96",
    "--bad": "#b42318",
    "--ok": "#067647",
  },
  dark: {
    "--soft": "#a2a6b1",
    "--line": "#30333c",
    "--edge": "#6f7482",
    "--bad": "#ff9c92",
    "--ok": "#6fdc9f",
  },
};
const DEFAULT_RADIUS = 10;
const PIXELS_PER_REM = 16;
/** A mark whose colour the dark card would hide takes the colour of the text. */
const DIM = ".dim{fill:var(--ink)}";

/**
 * The custom properties of the style sheet, which comes after them. Everything
 * is computed, and no text of the theme is copied.
 */
export function toThemeCss(theme: Theme): string {
  const [scheme, other] = toSchemes(theme);
  const first = toTokens(theme, scheme);
  const root = toRule({
    "color-scheme": other === undefined ? scheme : "light dark",
    ...first,
    "--radius": toRadius(theme),
  });
  if (other === undefined) return root;
  const changes = Object.entries(toTokens(theme, other))
    .filter(([name, value]) => first[name] !== value);
  const dark = toRule(Object.fromEntries(changes));
  return `${root}@media(prefers-color-scheme:dark){${dark}${DIM}}`;
}

/** Says which colours of the theme are replaced, because they could not be read. */
export function toWarnings(theme: Theme): string[] {
  if (theme.buttonText === undefined) return [];
  const found = toSchemes(theme).flatMap((scheme) => {
    const { key, on, lost } = toThemeColors(theme, scheme);
    return lost === null ? [] : [
      `${toHexColor(on)} on ${
        toHexColor(key)
      } in the ${scheme} scheme (contrast ${
        // Rounded down: 4.499 is not 4.5.
        Math.floor(lost * 10) / 10})`,
    ];
  });
  return found.length === 0 ? [] : [
    `\`theme.buttonText\` is hard to read on the main button, which needs a contrast of 4.5. Used instead: ${
      found.join(", ")
    }.`,
  ];
}

function toSchemes({ colorScheme }: Theme): [Scheme, ...Scheme[]] {
  return colorScheme === "light" || colorScheme === "dark"
    ? [colorScheme]
    : ["light", "dark"];
}

function toTokens(theme: Theme, scheme: Scheme): Tokens {
  const { page, card, ink } = grounds[scheme];
  const { key, hover, on, ring } = toThemeColors(theme, scheme);
  return {
    "--bg": toHexColor(page),
    "--card": toHexColor(card),
    "--ink": toHexColor(ink),
    ...fixed[scheme],
    "--key": toHexColor(key),
    "--key-2": toHexColor(hover),
    "--on": toHexColor(on),
    "--ring": toHexColor(ring),
  };
}

function toRule(tokens: Tokens): string {
  const list = Object.entries(tokens).map((pair) => pair.join(":"));
  return `html{${list.join(";")}}`;
}

/** In rem, so that corners grow with the text. */
function toRadius({ radius }: Theme): string {
  const rem = (toPixels(radius) ?? DEFAULT_RADIUS) / PIXELS_PER_REM;
  return rem === 0 ? "0" : `${Number(rem.toFixed(4))}rem`.replace(/^0\./, ".");
}
