/** Sessions without a sign-in. */

import {
  beginTestSession,
  type TestProof,
  type TestSessionUser,
} from "../core/pipeline/host/test_session.ts";
import type { AuthConfig, UserFieldsOf } from "../mod.ts";
import type { Awaitable } from "../core/model/model.ts";
import type { Browser } from "./browser_types.ts";
import { type Cookie, parseSetCookie } from "./cookie_parse.ts";

export type { TestProof, TestSessionUser };

/** Options of `signInAs`. */
export interface SignInAsOptions<F = Readonly<Record<string, unknown>>> {
  /**
   * The user, with the fields of `user.fields`. With an adapter, a user that it
   * does not know, by id or by address, is created; a known one is changed to
   * what is given. Without an adapter, the session has the user as given, and
   * the default `id` is one that the library makes for this address.
   */
  readonly user: TestSessionUser & F;
  /**
   * The origin of the site under test: cookies have other names on `https:`, and
   * with several hosts a session is for one of them. Default: the configured
   * one, or else `http://localhost` and whatever other plain origin shows the
   * cookie.
   */
  readonly origin?: string | undefined;
  /** How the user proved who they are. Default: just now. */
  readonly authentication?: TestProof | undefined;
  /** The id of the user who acts as this one (impersonation). Default: nobody does. */
  readonly actor?: string | undefined;
  /** Whether the session is remembered after the browser closes. Default true. */
  readonly remember?: boolean | undefined;
  /** The request that a configuration gets that is a function. Default: a Request. */
  readonly request?: object | undefined;
}

/** A signed-in session, for each kind of client. */
export interface SignedInAs {
  /** The user's id, as in `session.user.id` and in the database. */
  readonly userId: string;
  /** The value of a `Cookie` header. */
  readonly cookie: string;
  /** Headers of a request: `{ cookie }`. */
  readonly headers: { readonly cookie: string };
  /** The cookies, as a browser at the origin keeps them. */
  readonly cookies: readonly Cookie[];
  /** `Set-Cookie` headers, as a response would have them. */
  readonly setCookies: readonly string[];
  /** Puts the cookies into a browser of `createBrowser`. */
  addTo(browser: Pick<Browser, "setCookie">): void;
  /**
   * Returns the cookies for Playwright: the option `storageState`, or
   * `context.addCookies(session.storageState().cookies)`.
   */
  storageState(): StorageState;
}

/** The state of a Playwright context. */
export interface StorageState {
  /** The cookies. */
  cookies: StorageCookie[];
  /** What pages have stored: nothing. */
  origins: never[];
}

/** A cookie, as Playwright writes it. */
export interface StorageCookie extends Pick<Cookie, "name" | "value"> {
  /** The host; with a leading dot, its subdomains, too. */
  domain: string;
  /** The path. */
  path: string;
  /** Seconds since the epoch; -1 for a session cookie. */
  expires: number;
  /** Not readable by scripts. */
  httpOnly: boolean;
  /** Sent only over https and to localhost. */
  secure: boolean;
  /** Which requests of other sites carry it. */
  sameSite: Cookie["sameSite"];
}

/**
 * Begins a session without a form, a hash or a network. The `jwt` and `session`
 * callbacks see it like any other; the `signIn` callback is not asked, and no
 * event is told. Nothing else is needed for the user to be signed in.
 *
 * It takes what `createAuth`, `ServerAuth` or another integration returned, or
 * the configuration. In another process than the application's, pass the
 * configuration: both have to share the secret, and the database if there is
 * one.
 *
 * @throws ConfigurationError with `NODE_ENV` or `DENO_ENV` "production", and for
 * a user that the adapter does not store as given; AccessDenied for an origin
 * that is not trusted
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createAuth } from "@latchkey/auth";
 * import { createTestSecret, signInAs } from "@latchkey/auth/testing";
 *
 * const auth = createAuth({ secret: createTestSecret(), providers: [] });
 * const user = { name: "Ada Lovelace", email: "ada@example.com" };
 * const { headers } = await signInAs(auth, { user });
 *
 * const request = new Request("http://localhost/", { headers });
 * const { session } = await auth.session(request);
 * assert.equal(session?.user?.name, "Ada Lovelace");
 * ```
 */
export async function signInAs<F>(
  auth: { updateUser(id: string, fields: F): Promise<void> },
  options: SignInAsOptions<F>,
): Promise<SignedInAs>;
/** Begins a session of a configuration. */
export async function signInAs<
  const C extends AuthConfig | ((request: never) => Awaitable<AuthConfig>),
>(
  config: C,
  options: SignInAsOptions<UserFieldsOf<C>>,
): Promise<SignedInAs>;
export async function signInAs(
  auth: object,
  options: SignInAsOptions,
): Promise<SignedInAs> {
  const { user, origin, setCookies } = await beginTestSession(auth, options);
  const cookies = setCookies.map((header) => readCookie(origin, header));
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  return {
    userId: user.id,
    cookie,
    headers: { cookie },
    cookies,
    setCookies,
    addTo: (browser) => {
      for (const one of setCookies) browser.setCookie(origin, one);
    },
    storageState: () => ({ cookies: cookies.map(toStorage), origins: [] }),
  };
}

function readCookie(origin: string, header: string): Cookie {
  const cookie = parseSetCookie(new URL(origin), header);
  if (!("refused" in cookie)) return cookie;
  throw new Error(
    `A browser at ${origin} refuses the cookie ${cookie.name} (${cookie.refused}). Pass the \`origin\` of the site under test.`,
  );
}

function toStorage(
  { name, value, domain, hostOnly, path, expires, ...rest }: Cookie,
): StorageCookie {
  const { httpOnly, secure, sameSite } = rest;
  return {
    name,
    value,
    domain: hostOnly ? domain : `.${domain}`,
    path,
    expires: expires === undefined ? -1 : Math.floor(expires / 1000),
    httpOnly,
    secure,
    sameSite,
  };
}
