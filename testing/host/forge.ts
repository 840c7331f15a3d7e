/**
 * Sessions that the suite makes itself, with the application's secrets: those
 * that are due or over, and those of many users.
 *
 * @module
 */

import type { JWT } from "../../core/model/model.ts";
import { decode, encode } from "../../jwt.ts";
import type { Browser } from "../browser_types.ts";
import { assertTrue } from "../contract/case.ts";
import type { HostApp } from "./app.ts";
import type { Visitor } from "./visitor.ts";

type Owner = Pick<Visitor, "app" | "browser">;

/** Returns the name of the session cookie of an application. */
export function toCookieName({ origin }: HostApp): string {
  const isSecure = origin.startsWith("https:");
  return isSecure ? "__Host-latchkey.session" : "latchkey.session";
}

/** Returns the session cookie of a browser; empty without one. */
export function readCookie({ app, browser }: Owner): string {
  const name = toCookieName(app);
  const cookies = browser.cookies(app.origin);
  return cookies.find((one) => one.name === name)?.value ?? "";
}

/** Opens the session cookie of a browser. */
export async function readClaims(owner: Owner): Promise<JWT> {
  const { CONTRACT_SECRET, CONTRACT_FORMER_SECRET } = owner.app.env;
  const claims = await decode({
    token: readCookie(owner),
    secret: [CONTRACT_SECRET ?? "", CONTRACT_FORMER_SECRET ?? ""],
    salt: toCookieName(owner.app),
  });
  if (claims !== null) return claims;
  throw new Error("the session cookie is not as the library wrote it");
}

/** What is different about a session that the suite makes. */
export interface Forged {
  /** Claims in place of the session's own. */
  readonly claims?: JWT;
  /** Seconds until it ends; negative: since it ended. Default: 30 days. */
  readonly maxAge?: number;
  /** The secret; default: the newest. */
  readonly secret?: string | undefined;
}

/** Puts a changed copy of the session into a browser. */
export async function forge(
  owner: Owner,
  { claims = {}, maxAge = 2_592_000, secret }: Forged,
): Promise<void> {
  const known = await readClaims(owner);
  await plant(owner, { claims: { ...known, ...claims }, maxAge, secret });
}

/** Puts a session of these claims into a browser. */
export async function plant(
  { app, browser }: Owner,
  { claims = {}, maxAge, secret }: Forged,
): Promise<void> {
  const name = toCookieName(app);
  const value = await encode({
    token: claims,
    secret: secret ?? app.env.CONTRACT_SECRET ?? "",
    maxAge,
    salt: name,
  });
  plantText(browser, app, value);
}

/** Puts any text into the session cookie of a browser. */
export function plantText(browser: Browser, app: HostApp, value: string): void {
  const isSecure = app.origin.startsWith("https:");
  const attributes = `Path=/; HttpOnly${isSecure ? "; Secure" : ""}`;
  browser.setCookie(app.origin, `${toCookieName(app)}=${value}; ${attributes}`);
}

/**
 * Makes the session of a browser due: it is sealed with the older secret, so
 * that the next read writes the cookie again, whatever time it is.
 */
export async function makeDue(owner: Owner): Promise<void> {
  await forge(owner, { secret: owner.app.env.CONTRACT_FORMER_SECRET });
}

/** Fails the case unless the last answer has renewed the session of a browser. */
export async function assertRenewed(
  owner: Owner,
  due: string,
  what: string,
): Promise<void> {
  assertTrue(readCookie(owner) !== due, `${what} did not renew the session`);
  const { app, browser } = owner;
  const secret = app.env.CONTRACT_SECRET ?? "";
  const salt = toCookieName(app);
  const claims = await decode({ token: readCookie(owner), secret, salt });
  assertTrue(
    claims !== null,
    `${what} wrote another cookie than the library's`,
  );
  const kept = browser.cookies(app.origin)
    .find((one) => one.name === salt);
  assertTrue(kept?.httpOnly === true, `${what} wrote a cookie for scripts`);
  assertTrue(
    kept?.path === "/",
    `${what} wrote a cookie for a part of the site`,
  );
}
