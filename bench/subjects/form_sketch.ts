/**
 * Form tokens written by hand: each is bound to the browser, to its session and
 * to this origin by a code in a cookie.
 *
 * @module
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";
import type { Sealer } from "./sketch_seal.ts";
import { sessionHeaders } from "./session_sketch.ts";
import { origin, secret } from "./subject.ts";

/** Attributes of every cookie. */
export const HOST = "Path=/; Secure; HttpOnly; SameSite=Lax";

/** The form tokens of an application. */
export interface Forms {
  /** `GET /auth/csrf`. */
  token(request: Request): Response;
  /** Whether a page of this origin sent a form. */
  isOwn(request: Request, form: URLSearchParams): boolean;
}

/** Creates the form tokens. */
export function createForms({ open }: Pick<Sealer, "open">): Forms {
  const toCode = (token: string, request: Request) => {
    const session = open(readCookie(request, "__Host-session"));
    return createHmac("sha256", secret)
      .update(`${token} ${session?.sid ?? ""} ${origin}`)
      .digest("base64url");
  };
  const findToken = (request: Request): string | null => {
    const [token = "", code = ""] = readCookie(request, "__Host-csrf")
      .split(".");
    return token !== "" && isSame(code, toCode(token, request)) ? token : null;
  };
  return {
    token: (request) => {
      const known = findToken(request);
      const csrfToken = known ?? toRandom(32);
      const headers = new Headers(SAFE);
      headers.set("content-type", "application/json; charset=utf-8");
      if (known === null) {
        const value = `${csrfToken}.${toCode(csrfToken, request)}`;
        headers.set("set-cookie", `__Host-csrf=${value}; ${HOST}`);
      }
      return new Response(JSON.stringify({ csrfToken }), { headers });
    },
    isOwn: (request, form) =>
      request.headers.get("origin") === origin &&
      isSame(form.get("csrfToken") ?? "", findToken(request) ?? " "),
  };
}

/** The headers that keep an answer out of caches and its URL from other sites. */
export const SAFE: Readonly<Record<string, string>> = Object.fromEntries(
  sessionHeaders,
);

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Makes an unguessable text. */
export function toRandom(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)))
    .toString("base64url");
}

/** Reads a cookie; empty if the browser sent none. */
export function readCookie(request: Request, name: string): string {
  for (const pair of (request.headers.get("cookie") ?? "").split("; ")) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1);
  }
  return "";
}
