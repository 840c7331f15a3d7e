/**
 * Forms written by hand: a token, bound to the browser, to its session and to
 * this origin by a code in a cookie, and the page that shows the form.
 *
 * @module
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";
import type { Answer, Asked } from "./plain_answer.ts";
import type { Sealer } from "./sketch_seal.ts";
import { sessionHeaders } from "./session_sketch.ts";
import { origin, secret } from "./subject.ts";

/** Attributes of every cookie. */
export const HOST = "Path=/; Secure; HttpOnly; SameSite=Lax";

/** The forms of an application. */
export interface Forms {
  /** `GET /auth/csrf`. */
  token(request: Asked): Answer;
  /** `GET /auth/signin`. */
  page(request: Asked): Answer;
  /** Whether a page of this origin sent a form. */
  isOwn(request: Asked, form: URLSearchParams): boolean;
}

/**
 * Creates the forms.
 *
 * @param page the page as it was written before, in which only the token and the
 * target are new in each
 */
export function createForms(
  { open }: Pick<Sealer, "open">,
  { head, policy, fields, tail }: Page = NO_PAGE,
): Forms {
  const findSession = (request: Asked) =>
    open(readCookie(request, "__Host-session"));
  const toCode = (token: string, request: Asked) =>
    createHmac("sha256", secret)
      .update(`${token} ${findSession(request)?.sid ?? ""} ${origin}`)
      .digest("base64url");
  const findToken = (request: Asked): string | null => {
    const [token = "", code = ""] = readCookie(request, "__Host-csrf")
      .split(".");
    return token !== "" && isSame(code, toCode(token, request)) ? token : null;
  };
  /** Returns the browser's token, and adds the cookie of a new one. */
  const giveToken = (request: Asked, headers: Record<string, string>) => {
    const known = findToken(request);
    if (known !== null) return known;
    const token = toRandom(32);
    const value = `${token}.${toCode(token, request)}`;
    headers["set-cookie"] = `__Host-csrf=${value}; ${HOST}`;
    return token;
  };
  return {
    token: (request) => {
      const headers = {
        ...SAFE,
        "content-type": "application/json; charset=utf-8",
      };
      const csrfToken = giveToken(request, headers);
      return { status: 200, headers, body: JSON.stringify({ csrfToken }) };
    },
    page: (request) => {
      if (findSession(request) !== null) return toTarget("/");
      const target = readTarget(request);
      const headers = {
        ...SAFE,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cross-origin-opener-policy": "same-origin",
        "x-frame-options": "DENY",
      };
      const token = giveToken(request, headers);
      const body = head + fields(token, target) + tail;
      return { status: 200, headers, body };
    },
    isOwn: (request, form) =>
      request.headers.get("origin") === origin &&
      isSame(form.get("csrfToken") ?? "", findToken(request) ?? " "),
  };
}

/** A page with a form, up to its hidden fields and after them. */
export interface Page {
  readonly head: string;
  readonly tail: string;
  readonly policy: string;
  fields(token: string, target: string | null): string;
}

const NO_PAGE: Page = { head: "", tail: "", policy: "", fields: () => "" };

/** Takes a page apart that was shown once. */
export async function takeApart(shown: Response): Promise<Page> {
  const policy = shown.headers.get("content-security-policy") ?? "";
  const [head = "", tail = ""] = (await shown.text())
    .split(/<input type="hidden" name="csrfToken" value="[^"]+">/);
  return {
    head,
    tail,
    policy,
    fields: (token, target) =>
      `<input type="hidden" name="csrfToken" value="${token}">${
        target === null
          ? ""
          : `<input type="hidden" name="callbackUrl" value="${escape(target)}">`
      }`,
  };
}

/** The headers that keep an answer out of caches and its URL from other sites. */
export const SAFE: Readonly<Record<string, string>> = Object.fromEntries(
  sessionHeaders,
);

/** Returns where the visitor wants to go, if that is on this site. */
function readTarget(request: Asked): string | null {
  const wanted = new URL(request.url).searchParams.get("callbackUrl");
  if (wanted === null || !URL.canParse(wanted, origin)) return null;
  const url = new URL(wanted, origin);
  return url.origin === origin ? url.href : null;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function toTarget(location: string): Answer {
  return { status: 303, headers: { ...SAFE, location }, body: null };
}

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
export function readCookie(request: Asked, name: string): string {
  for (const pair of (request.headers.get("cookie") ?? "").split("; ")) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1);
  }
  return "";
}
