/** The nouns of the test browser. */

import type { DroppedCookie } from "./cookie_jar.ts";
import type { Cookie } from "./cookie_parse.ts";
import type { PageForm } from "./html_forms.ts";

/** A site: what answers the browser's requests. */
export type SiteHandler = (request: Request) => Response | Promise<Response>;

/**
 * The sites by origin (`"https://app.example"`), or one handler for all of
 * them.
 */
export type Sites = Readonly<Record<string, SiteHandler>> | SiteHandler;

/** Options of `createBrowser`. */
export interface BrowserOptions {
  /**
   * Headers that every request carries, for example `accept-language`. Default:
   * none.
   */
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * An answer that sent the browser on: a redirect, or a page with a refresh
 * after 0 seconds.
 */
export interface RedirectHop {
  /** The URL that answered. */
  readonly url: string;
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the answer. */
  readonly headers: Headers;
}

/** What the browser shows. */
export interface Page {
  /** Where the browser ended; for a pending page the URL that sent it on. */
  readonly url: string;
  /** The HTTP status; 0 when nothing was requested. */
  readonly status: number;
  /** The headers of the last answer. */
  readonly headers: Headers;
  /** The body of the last answer. */
  readonly text: string;
  /** All answers before the last one, in order. */
  readonly redirects: readonly RedirectHop[];
  /** The URL that was held back because of `stopAt`. */
  readonly pending: string | undefined;
  /** The forms of the page. */
  readonly forms: () => PageForm[];
}

/** Options of a navigation. */
export interface NavigateOptions {
  /**
   * The page, or the URL of a page, with the link that the person followed.
   * Default: the person typed the address (`Sec-Fetch-Site: none`).
   */
  from?: string | Page | undefined;
  /**
   * Holds the first URL back for which it is true; see `pending` of {@link
   * Page}.
   */
  stopAt?: ((url: string) => boolean) | undefined;
}

/** Options of `Browser.submit`. */
export interface SubmitOptions {
  /**
   * Which form: its whole action URL or its path, or a pattern for the URL.
   * Default: the first.
   */
  action?: string | RegExp | undefined;
  /** Which button: its text. Default: the form's first. */
  button?: string | undefined;
  /** Fields to fill in, replace or add; `undefined` leaves the field out. */
  fields?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Holds the first URL back for which it is true; see `pending` of {@link
   * Page}.
   */
  stopAt?: ((url: string) => boolean) | undefined;
}

/** Options of `Browser.fetch`: those of the global `fetch`, and the page. */
export interface ScriptRequestInit extends RequestInit {
  /** The page whose script it is. Default: a page of the same origin. */
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
 *   return await browser.submit(page, { button: "Sign in with Test Provider" });
 * }
 * ```
 */
export interface Browser {
  /**
   * Loads a page; follows redirects, and refreshes after 0 seconds, at most 20
   * together.
   */
  readonly goto: (url: string, options?: NavigateOptions) => Promise<Page>;
  /** The same as `goto`, by the name for use with `stopAt`. */
  readonly open: (url: string, options?: NavigateOptions) => Promise<Page>;
  /** Sends a form of a page as the person would, by a click on a button. */
  readonly submit: (page: Page, options?: SubmitOptions) => Promise<Page>;
  /**
   * One request of a page's script, with cookies unless `credentials` is
   * `"omit"`. Redirects are not followed. Headers given here win, also those
   * that a real script could not set.
   */
  readonly fetch: (url: string, init?: ScriptRequestInit) => Promise<Response>;
  /** The live cookies of an origin, of every path. */
  readonly cookies: (origin: string) => Cookie[];
  /**
   * Plants a cookie as a `Set-Cookie` header from that URL would. Throws when
   * it is refused.
   */
  readonly setCookie: (origin: string, header: string) => void;
  /** Removes the cookies of that name that the origin can see. */
  readonly deleteCookie: (origin: string, name: string) => void;
  /** The `Cookie` header for a same-site request; empty = none. */
  readonly cookieHeader: (url: string) => string;
  /** Every `Set-Cookie` that was not taken, with the reason. */
  readonly dropped: readonly DroppedCookie[];
  /** Another browser with a copy of the cookies: what a thief would have. */
  readonly clone: () => Browser;
}
