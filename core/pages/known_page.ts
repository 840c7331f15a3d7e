/**
 * The sign-in page as most visitors see it. Apart from the form token and the
 * target, it is the same for all of them, so it is rendered once.
 *
 * @module
 */

import type {
  PageModel,
  PageProvider,
  SignInModel,
} from "../config/page_models.ts";
import type { HeaderList } from "../http/headers.ts";
import type { Awaitable } from "../model/model.ts";
import { setLatest } from "../runtime/lru.ts";
import { markup } from "./html.ts";

/** A rendered page with its security headers. */
export interface RenderedPage {
  readonly headers: HeaderList;
  readonly html: string;
}

/** A page split at the values that differ: every second piece names one. */
interface KnownPage {
  readonly headers: HeaderList;
  readonly pieces: readonly string[];
}

/** The pages that are kept for each list of providers: languages, with and without a target. */
const MAX_PAGES = 16;

/**
 * Only a cache: pages by the list of providers, which is one for a configuration
 * and a host.
 */
const known = new WeakMap<readonly PageProvider[], Map<string, KnownPage>>();

/** Stand for what differs. Visitors see no control characters, so no text of a page has them. */
const PLACES = {
  csrfToken: "\u0001token\u0001",
  callbackUrl: "\u0001to\u0001",
};

/**
 * Renders a page, from the parts of an earlier one if it shows nothing about
 * this visitor.
 *
 * @param language the tag of its language
 * @param render renders a page of the configuration and host that the list of
 * providers belongs to
 */
export function renderKnown(
  page: PageModel,
  language: string,
  render: (page: PageModel) => Promise<RenderedPage>,
): Awaitable<RenderedPage> {
  if (page.name !== "signIn" || isPersonal(page)) return render(page);
  const pages = known.get(page.providers) ?? new Map<string, KnownPage>();
  known.set(page.providers, pages);
  const key = page.callbackUrl === null ? language : `${language} to`;
  const found = pages.get(key);
  if (found !== undefined) return fill(found, page);
  return render(toModel(page)).then(({ headers, html }) => {
    const made = { headers, pieces: html.split("\u0001") };
    setLatest(pages, MAX_PAGES, [key, made]);
    return fill(made, page);
  });
}

function toModel(page: SignInModel): SignInModel {
  const { csrfToken, callbackUrl } = PLACES;
  return {
    ...page,
    csrfToken,
    callbackUrl: page.callbackUrl === null ? null : callbackUrl,
    signInUrl: "",
  };
}

function fill({ headers, pieces }: KnownPage, page: SignInModel): RenderedPage {
  const token = markup`${page.csrfToken}`.html;
  const to = markup`${page.callbackUrl}`.html;
  let html = "";
  for (const [i, piece] of pieces.entries()) {
    html += i % 2 === 0 ? piece : piece === "token" ? token : to;
  }
  return { headers, html };
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
  for (const name in page) {
    if (!COMMON.has(name) && (Reflect.get(page, name) ?? null) !== null) {
      return true;
    }
  }
  return false;
}
