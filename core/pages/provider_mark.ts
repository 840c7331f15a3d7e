import type { PageProvider } from "../config/page_models.ts";
import { type Html, markup } from "./html.ts";
import { toInitials } from "./parts.ts";

const HEX = /^#[0-9a-f]{6}$/i;

/**
 * A mark of one of our definitions: an SVG image of nothing but paths, which is
 * safe to put into the page itself. There it can take the colour of the text.
 */
const MARK =
  /^data:image\/svg\+xml,%3Csvg xmlns='http:\/\/www\.w3\.org\/2000\/svg' viewBox='([\d. ]{7,40})'(?: fill='%23([0-9a-f]{6})')?%3E((?:%3Cpath (?:fill='%23[0-9a-f]{6}' )?(?:fill-rule='evenodd' )?d='[\w\s.,-]+'\/%3E)+)%3C\/svg%3E$/i;

/** The luminance of the cards that buttons lie on, light and dark. */
const CARDS = [1, 0.0091];

/** The provider's mark, or its initial on its colour. */
export function toMark({ name, style = {} }: PageProvider): Html | null {
  const { logo, brandColor = "" } = style;
  if (logo !== undefined) {
    const [, box, color, paths = ""] = MARK.exec(logo) ?? [];
    return box === undefined
      ? markup`<img class="mark" src="${logo}" alt="" width="20" height="20">`
      : markup`<svg viewBox="${box}" fill="${
        toFill(color)
      }" aria-hidden="true">${{
        html: decodeURIComponent(paths).replaceAll("'", '"'),
      }}</svg>`;
  }
  const [initial] = toInitials(name);
  if (initial === undefined || !HEX.test(brandColor)) return null;
  const ink = toLuminance(brandColor) > 0.179 ? "#000" : "#fff";
  return markup`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x=".5" y=".5" width="23" height="23" rx="6" fill="${brandColor}" stroke="currentColor" stroke-opacity=".2"/><text x="12" y="16.6" text-anchor="middle" font-size="13" font-weight="600" fill="${ink}">${initial}</text></svg>`;
}

/** A colour that can be seen on a light and on a dark card: the mark's own, or the text's. */
function toFill(hex: string | undefined): string {
  if (hex === undefined) return "currentColor";
  const own = toLuminance(`#${hex}`);
  const isSeen = CARDS.every((card) =>
    (Math.max(own, card) + 0.05) / (Math.min(own, card) + 0.05) >= 2.2
  );
  return isSeen ? `#${hex}` : "currentColor";
}

/** The relative luminance of a colour (WCAG 2.2, definition). */
function toLuminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
