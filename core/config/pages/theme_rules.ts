/**
 * The rules for the option `theme`.
 *
 * @module
 */

import { parseColor } from "./color_parse.ts";
import { toHostTarget } from "../../http/redirects.ts";
import { closed, object, oneOf, valid } from "../rules.ts";

/**
 * The maximum length of `theme.css`, in characters, which keeps pages small.
 */
const MAX_CSS = 20_000;
const MAX_NAME = 100;
/** The largest radius of a corner, in pixels. */
const MAX_RADIUS = 32;
const PIXELS_PER_REM = 16;

const color = valid(
  undefined,
  'be a colour as hexadecimal digits, rgb() or a name, like "#1f5eff", "rgb(31 94 255)" or "tomato"; the developer tools of a browser show other colours in this form',
  (value) => typeof value === "string" && parseColor(value) !== null,
);
const link = valid(
  undefined,
  'be a path like "/terms", or an https or mailto URL',
  isLink,
);

/** Reads the theme; mistakes are found at start-up. */
export const readTheme = object({
  colorScheme: oneOf(["auto", "dark", "light"], undefined),
  name: valid(
    undefined,
    `be a string of at most ${MAX_NAME} characters, without line breaks`,
    isName,
  ),
  logo: valid(
    undefined,
    'be a path like "/logo.svg" or an https URL, or two of them as { light, dark }',
    isLogo,
  ),
  brandColor: color,
  buttonText: color,
  radius: valid(
    undefined,
    `be a number of pixels from 0 to ${MAX_RADIUS}, or a length like "0.5rem"`,
    (value) => toPixels(value) !== null,
  ),
  css: valid(
    undefined,
    `be a string of at most ${MAX_CSS} characters, without "</style"`,
    isCss,
  ),
  links: closed(
    { terms: link, privacy: link, help: link },
    "be an object with terms, privacy and help",
  ),
});

/** Returns a radius in pixels; null unless it is from 0 to the largest. */
export function toPixels(radius: unknown): number | null {
  const [, digits, unit] = typeof radius === "string"
    ? /^(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(px|rem)$/.exec(radius) ?? []
    : [];
  const number = digits === undefined ? radius : Number(digits);
  if (typeof number !== "number") return null;
  const pixels = unit === "rem" ? number * PIXELS_PER_REM : number;
  return pixels >= 0 && pixels <= MAX_RADIUS ? pixels : null;
}

/** A name goes into the subjects of mails, too, where a line break ends a header. */
function isName(value: unknown): boolean {
  return typeof value === "string" && value.length <= MAX_NAME &&
    value.trim() !== "" && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);
}

function isLogo(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isUrl(value);
  const { light, dark } = value as Record<string, unknown>;
  return isUrl(light) && isUrl(dark);
}

function isCss(value: unknown): boolean {
  return typeof value === "string" && value.length <= MAX_CSS &&
    !/<\/style/i.test(value);
}

function isLink(value: unknown): boolean {
  if (typeof value !== "string") return false;
  if (/^mailto:[^\s<>"\\]{3,1000}$/i.test(value)) return URL.canParse(value);
  return /^(?:\/|https:)/i.test(value) && isUrl(value);
}

function isUrl(value: unknown): boolean {
  // Any origin will do to check that the text is a path or an http(s) URL.
  return toHostTarget(value, "http://localhost") !== null;
}
