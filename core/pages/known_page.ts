/**
 * The sign-in page as most visitors see it. Apart from the form token and the
 * target, it is the same for all of them, so it is rendered once.
 *
 * @module
 */

import type { PageModel, SignInModel } from "../config/page_models.ts";
import { setLatest } from "../runtime/lru.ts";
import { markup } from "./html.ts";
import type { PageFrame } from "./parts.ts";
import { renderPage } from "./render.ts";

/** The pages that are kept for each configuration: languages, and hosts. */
const MAX_PAGES = 16;

/**
 * Only a cache: pages by configuration, as the texts around what differs, which
 * every second text names.
 */
const known = new WeakMap<object, Map<string, readonly string[]>>();

/** Stand for what differs. Visitors see no control characters, so no text of a page has them. */
const PLACES = {
  csrfToken: "\u0001token\u0001",
  callbackUrl: "\u0001to\u0001",
};

/**
 * Renders a built-in page, from the parts of an earlier one if it shows nothing
 * about this visitor.
 *
 * @param owner the configuration; null: none
 */
export function renderKnown(
  owner: object | null,
  page: PageModel,
  look: { readonly frame: PageFrame; readonly css: string },
): string {
  const { frame, css } = look;
  if (owner === null || page.name !== "signIn" || isPersonal(page)) {
    return renderPage(page, frame, css);
  }
  const values: Readonly<Record<string, string | null>> = {
    token: page.csrfToken,
    to: page.callbackUrl,
  };
  return findPieces(owner, page, look).map((piece, i) =>
    i % 2 === 0 ? piece : markup`${values[piece] ?? null}`.html
  ).join("");
}

/** The fields of pages for all visitors. `signInUrl` is shown with an error only. */
const COMMON: ReadonlySet<string> = new Set([
  "name",
  "signInUrl",
  "providers",
  "csrfToken",
  "callbackUrl",
]);

/** Whether a page has more than the ways to sign in: an error, a name, a script with a nonce. */
function isPersonal(page: SignInModel): boolean {
  return Object.entries(page).some(([name, value]) =>
    !COMMON.has(name) && value !== null && value !== undefined
  );
}

function findPieces(
  owner: object,
  page: SignInModel,
  { frame, css }: { readonly frame: PageFrame; readonly css: string },
): readonly string[] {
  const hasTarget = page.callbackUrl !== null;
  // Names, styles and fields follow from the configuration; hosts and paths may
  // differ from request to request.
  const key = [
    frame.language.tag,
    frame.home,
    hasTarget,
    ...page.providers.map(({ signinUrl }) => signinUrl),
  ].join(" ");
  const pages = known.get(owner) ?? new Map<string, readonly string[]>();
  known.set(owner, pages);
  const found = pages.get(key);
  if (found !== undefined) return found;
  const { csrfToken, callbackUrl } = PLACES;
  const shown = {
    ...page,
    csrfToken,
    callbackUrl: hasTarget ? callbackUrl : null,
    signInUrl: "",
  };
  const pieces = renderPage(shown, frame, css).split("\u0001");
  setLatest(pages, MAX_PAGES, [key, pieces]);
  return pieces;
}
