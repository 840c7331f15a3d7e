import type { PageProvider } from "../request/outcome.ts";
import type { PageWords } from "../request/page_words.ts";
import { type Html, markup } from "./html.ts";
import { toLabel } from "./provider_label.ts";

const HEX = /^#[0-9a-f]{6}$/i;

/** A form with a single button, in the provider's style. */
export function providerButton(
  provider: PageProvider,
  { fields, words, isMain }: {
    readonly fields: Html;
    readonly words: PageWords;
    readonly isMain: boolean;
  },
): Html {
  const { id, signinUrl, style: { brandColor } = {} } = provider;
  const className = [
    ...(isMain ? ["main"] : []),
    ...(brandColor === undefined ? [] : ["brand", toBrandClass(id)]),
  ].join(" ");
  return markup`<form method="post" action="${signinUrl}">
${fields}
<button class="${className}">${toMark(provider)}${
    toLabel(provider, words)
  }</button>
</form>
`;
}

/** The provider's logo, or its initials on its colour. */
function toMark({ name, style = {} }: PageProvider): Html | null {
  const { logo, brandColor = "" } = style;
  if (logo !== undefined) {
    return markup`<img class="mark" src="${logo}" alt="" width="24" height="24">`;
  }
  const initials = [...name.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, 2)
    .map(([word]) => [...word][0]?.toUpperCase()).join("");
  return HEX.test(brandColor) && initials !== ""
    ? markup`<span class="mark initials" aria-hidden="true">${initials}</span>`
    : null;
}

/** The providers' brand colours, validated as colours at start-up. */
export function toBrandCss(providers: readonly PageProvider[]): string {
  return providers.map(({ id, style: { brandColor } = {} }) => {
    if (brandColor === undefined) return "";
    const ink = HEX.test(brandColor) ? `;--on-brand:${toInk(brandColor)}` : "";
    return `.${toBrandClass(id)}{--brand:${brandColor}${ink}}`;
  }).join("");
}

/**
 * Returns the colour of text that is readable on a colour: one of the two always
 * has a contrast of at least 4.5 (WCAG 2.2 section 1.4.3).
 */
function toInk(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
}

/** Provider ids consist of letters, digits, `-` and `_`. */
function toBrandClass(id: string): string {
  return `brand-${id.replace(/[^\w-]/g, "")}`;
}
