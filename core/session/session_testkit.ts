/**
 * For tests only: sealed session cookies, made with the real keys of a secret.
 *
 * @module
 */

import type { Browser } from "@latchkey/auth/testing";
import { type App, cookieName, site } from "../../testing/app_testkit.ts";
import { createKeyring, type Purpose } from "../crypto/keys.ts";
import { randomText } from "../crypto/random.ts";
import { seal } from "../crypto/seal.ts";

/** A day in seconds. */
export const DAY = 86_400;
/** Noon of some day: far from midnight, when the sealing key changes. */
export const NOON = Date.UTC(2026, 5, 15, 12);

/** The purpose that a session cookie is sealed for. */
export const sessionPurpose: Purpose = {
  name: "session",
  cookie: cookieName.session,
  maxAge: 30 * DAY,
};

/** Returns the claims of a session that began now. */
export function toTestClaims(now: number = Date.now()): Record<
  string,
  unknown
> {
  const iat = Math.floor(now / 1000);
  return {
    name: "Ada Lovelace",
    email: "ada@example.com",
    picture: "https://pictures.example/ada.png",
    sub: "person-1-----------------------------------",
    sid: randomText(16),
    auth_time: now / 1000,
    iat,
    exp: iat + 30 * DAY,
  };
}

/** Seals a session cookie's value with the real keys of a secret. */
export async function mint(
  secret: string,
  claims: Readonly<Record<string, unknown>> = {},
  purpose: Purpose = sessionPurpose,
): Promise<string> {
  const payload = { ...toTestClaims(), ...claims };
  return await seal(createKeyring([secret]), purpose, payload, Date.now());
}

/** Puts a session cookie into a browser. */
export function plant(
  browser: Browser,
  value: string,
  name: string = cookieName.session,
): void {
  browser.setCookie(site, `${name}=${value}; Path=/; Secure`);
}

/** Returns the cookie of the session, as the last answer that sets it does. */
export function readCookie({ answers }: Pick<App, "answers">): string {
  return answers.flatMap(({ headers }) => headers.getSetCookie())
    .findLast((one) => one.startsWith(`${cookieName.session}=`)) ?? "";
}

/** Whether a cookie was set that ends with the browser. */
export function endsWithBrowser(cookie: string): boolean {
  return cookie !== "" && !/max-age|expires/i.test(cookie);
}
