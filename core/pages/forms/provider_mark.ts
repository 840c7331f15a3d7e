import type { Theme } from "../../model/theme.ts";
import type { PageProvider } from "../../config/pages/page_models.ts";
import { type Html, markup } from "../html.ts";
import { toInitials } from "../parts.ts";

const HEX = /^#[0-9a-f]{6}$/i;

/**
 * A mark of one of our definitions: an SVG image of nothing but paths, which is
 * safe to put into the page itself. There it can take the colour of the text.
 */
const MARK =
  /^data:image\/svg\+xml,%3Csvg xmlns='http:\/\/www\.w3\.org\/2000\/svg' viewBox='([\d. ]{7,40})'(?: fill='%23([0-9a-f]{6})')?%3E((?:%3Cpath (?:fill='%23[0-9a-f]{6}' )?(?:fill-rule='evenodd' )?d='[\w\s.,-]+'\/%3E)+)%3C\/svg%3E$/i;

/** The luminance of the cards that buttons lie on. */
const CARDS = { light: 1, dark: 0.0091 };

/**
 * The provider's mark, or its initial on its colour.
 *
 * @param scheme "inked": in the colour of the text
 */
export function toMark(
  { name, style = {} }: PageProvider,
  scheme: Theme["colorScheme"] | "inked",
): Html | null {
  const { logo, brandColor = "" } = style;
  if (logo !== undefined) {
    const [, box, color, paths = ""] = MARK.exec(logo) ?? [];
    return box === undefined
      ? markup`<img class="mark" src="${logo}" alt="" width="20" height="20">`
      : markup`<svg viewBox="${box}"${
        toFill(color, scheme)
      } aria-hidden="true">${{
        html: toPaths(paths, scheme === "inked"),
      }}</svg>`;
  }
  if (!HEX.test(brandColor)) return null;
  const [initial] = toInitials(name);
  if (initial === undefined) return null;
  const ink = toLuminance(brandColor) > 0.179 ? "#000" : "#fff";
  return markup`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x=".5" y=".5" width="23" height="23" rx="6" fill="${brandColor}" stroke="currentColor" stroke-opacity=".2"/><text x="12" y="16.6" text-anchor="middle" font-size="13" font-weight="600" fill="${ink}">${initial}</text></svg>`;
}

/** The paths, in one colour or in those of the mark. */
function toPaths(paths: string, isInked: boolean): string {
  const own = isInked ? paths.replace(/fill='%23\w+' /g, "") : paths;
  return decodeURIComponent(own).replaceAll("'", '"');
}

/**
 * The mark's own colour where it can be seen on the card, else the text's. The
 * class drops it in the dark scheme only.
 */
function toFill(
  hex: string | undefined,
  scheme: Theme["colorScheme"] | "inked" = "auto",
): Html {
  if (scheme === "inked") return markup` fill="currentColor"`;
  const isSeen = (card: number) => {
    const own = toLuminance(`#${hex}`) + 0.05;
    return Math.max(own / card, card / own) >= 2.2;
  };
  const fits = {
    light: hex !== undefined && isSeen(CARDS.light + 0.05),
    dark: hex !== undefined && isSeen(CARDS.dark + 0.05),
  };
  if (scheme === "auto" ? !fits.light : !fits[scheme]) {
    return markup` fill="currentColor"`;
  }
  const yields = scheme === "auto" && !fits.dark;
  return markup`${yields ? markup` class="dim"` : null} fill="#${hex ?? ""}"`;
}

/** The relative luminance of a colour (WCAG 2.2, definition). */
function toLuminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
