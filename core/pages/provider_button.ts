import type { PageProvider } from "../request/outcome.ts";
import type { PageWords } from "../request/page_words.ts";
import { type Html, markup } from "./html.ts";
import { toLabel } from "./provider_label.ts";

/** A form with a single button, in the provider's style. */
export function providerButton(
  provider: PageProvider,
  { fields, words, isMain }: {
    readonly fields: Html;
    readonly words: PageWords;
    readonly isMain: boolean;
  },
): Html {
  const { id, signinUrl, style: { logo, brandColor } = {} } = provider;
  const className = [
    ...(isMain ? ["main"] : []),
    ...(brandColor === undefined ? [] : ["brand", toBrandClass(id)]),
  ].join(" ");
  const picture = logo === undefined
    ? null
    : markup`<img class="mark" src="${logo}" alt="" width="24" height="24">`;
  return markup`<form method="post" action="${signinUrl}">
${fields}
<button class="${className}">${picture}${toLabel(provider, words)}</button>
</form>
`;
}

/** The providers' brand colours, validated as colours at start-up. */
export function toBrandCss(providers: readonly PageProvider[]): string {
  return providers.map(({ id, style }) =>
    style?.brandColor === undefined
      ? ""
      : `.${toBrandClass(id)}{--brand:${style.brandColor}}`
  ).join("");
}

/** Provider ids consist of letters, digits, `-` and `_`. */
function toBrandClass(id: string): string {
  return `brand-${id.replace(/[^\w-]/g, "")}`;
}
