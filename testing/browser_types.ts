/** The types of the test browser. */

import type { DroppedCookie } from "./cookie_jar.ts";
import type { Cookie } from "./cookie_parse.ts";
import type { PageForm } from "./html_forms.ts";

/** A site: the function that answers the browser's requests. */
export type SiteHandler = (request: Request) => Response | Promise<Response>;

/**
 * The sites by origin (`"https://app.example"`), or one handler for all of
 * them.
 */
export type Sites = Readonly<Record<string, SiteHandler>> | SiteHandler;

/** Options of `createBrowser`. */
export interface BrowserOptions {
  /**
   * Headers sent with every request, for example `accept-language`. Default:
   * none.
   */
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A response that redirected the browser: an HTTP redirect, or a page with a
 * refresh after 0 seconds.
 */
export interface RedirectHop {
  /** The URL that was requested. */
  readonly url: string;
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: Headers;
}

/** The page that the browser shows. */
export interface Page {
  /** The final URL; for a pending page the URL that redirected. */
  readonly url: string;
  /** The HTTP status; 0 if nothing was requested. */
  readonly status: number;
  /** The headers of the last response. */
  readonly headers: Headers;
  /** The body of the last response. */
  readonly text: string;
  /** All responses before the last one, in order. */
  readonly redirects: readonly RedirectHop[];
  /** The URL that was held back because of `stopAt`. */
  readonly pending: string | undefined;
  /** The forms of the page. */
  readonly forms: () => PageForm[];
}

/** Options of a navigation. */
export interface NavigateOptions {
  /**
   * The page, or the URL of a page, with the link that the user followed.
   * Default: the user typed the address (`Sec-Fetch-Site: none`).
   */
  from?: string | Page | undefined;
  /**
   * Stops before requesting the first URL for which it returns true; see
   * `pending` of {@link Page}.
   */
  stopAt?: ((url: string) => boolean) | undefined;
}

/** Options of `Browser.submit`. */
export interface SubmitOptions {
  /**
   * The full URL that the form or its button submits to, or its path, or a
   * pattern for the URL. Default: the first form's.
   */
  action?: string | RegExp | undefined;
  /** The button to click: its text. Default: the form's first. */
  button?: string | undefined;
  /** Fields to fill in, replace or add; `undefined` removes the field. */
  fields?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Stops before requesting the first URL for which it returns true; see
   * `pending` of {@link Page}.
   */
  stopAt?: ((url: string) => boolean) | undefined;
}

/**
 * Options of `Browser.fetch`: those of the global `fetch`, and the page that
 * calls it.
 */
export interface ScriptRequestInit extends RequestInit {
  /**
   * The page whose script sends the request. Default: a page of the same
   * origin.
   */
  from?: string | Page | undefined;
}

/**
 * A browser without a window. See `createBrowser`.
 *
 * @example
 * ```ts
 * import type { Browser, Page } from "@latchkey/auth/testing";
 *
 * async function signIn(browser: Browser): Promise<Page> {
 *   const page = await browser.goto("https://app.example/auth/signin");
 *   return await browser.submit(page, { button: "Continue with Test Provider" });
 * }
 * ```
 */
export interface Browser {
  /**
   * Loads a page; follows up to 20 redirects and refreshes after 0 seconds in
   * total.
   */
  readonly goto: (url: string, options?: NavigateOptions) => Promise<Page>;
  /** An alias of `goto` that reads better with `stopAt`. */
  readonly open: (url: string, options?: NavigateOptions) => Promise<Page>;
  /** Submits a form of a page, as a user would by clicking a button. */
  readonly submit: (page: Page, options?: SubmitOptions) => Promise<Page>;
  /**
   * Sends one request from a page's script, with cookies unless `credentials`
   * is `"omit"`. Redirects are not followed. Headers given here win, even those
   * that a real script could not set.
   */
  readonly fetch: (url: string, init?: ScriptRequestInit) => Promise<Response>;
  /** The unexpired cookies of an origin, for every path. */
  readonly cookies: (origin: string) => Cookie[];
  /**
   * Stores a cookie as a `Set-Cookie` header from that URL would. Throws if it
   * is refused.
   */
  readonly setCookie: (origin: string, header: string) => void;
  /** Removes the cookies of that name that are visible to the origin. */
  readonly deleteCookie: (origin: string, name: string) => void;
  /** The `Cookie` header for a same-site request; empty without cookies. */
  readonly cookieHeader: (url: string) => string;
  /** Every `Set-Cookie` that was refused, with the reason. */
  readonly dropped: readonly DroppedCookie[];
  /**
   * Another browser with a copy of the cookies, as an attacker who stole them
   * would have.
   */
  readonly clone: () => Browser;
}
