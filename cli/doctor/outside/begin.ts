/**
 * Begins a sign-in, and comes back without having signed in.
 *
 * @module
 */

import type { Exchange } from "../../probe/http.ts";
import { type Get, openProvider } from "../provider_page.ts";
import type { Ask } from "./ask.ts";
import { toCookieHeader } from "./cookies.ts";
import {
  type Beginning,
  listCookies,
  type ListedProvider,
  parseObject,
} from "./visit.ts";

/** A provider of an application. */
interface Place {
  readonly url: URL;
  /** The path of the auth routes. */
  readonly base: string;
  readonly provider: ListedProvider;
  readonly ask: Ask;
}

/** Begins a sign-in, up to the provider's first page, and comes back. */
export async function beginAt(
  place: Place,
  { get, headers, form }: {
    readonly get: Get;
    /** The cookies of the form. */
    readonly headers: Readonly<Record<string, string>>;
    readonly form: Readonly<Record<string, string>>;
  },
): Promise<Beginning> {
  const { url, base, provider, ask } = place;
  const answer = await ask(`${base}/signin/${provider.id}`, {
    method: "POST",
    headers: {
      ...headers,
      Origin: url.origin,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(form).toString(),
  });
  const { url: text } = parseObject(answer.body);
  const leads = answer.status === 200 && URL.canParse(`${text}`)
    ? new URL(`${text}`)
    : null;
  const redirectUri = leads && readRedirectUri(leads);
  const callback = redirectUri ?? provider.callbackUrl;
  const returned = await comeBack(place, { answer, leads, callback });
  const isOut = leads !== null && !isOwn(place, leads.href);
  const page = isOut ? await openProvider(leads, callback, get) : null;
  return { provider, answer, leads, redirectUri, page, returned };
}

function isOwn({ url, base }: Place, href: string): boolean {
  return href.startsWith(`${url.origin}${base}`);
}

/** Comes back as a visitor does who presses "cancel" at the provider. */
async function comeBack(
  place: Place,
  { answer, leads, callback }: {
    readonly answer: Exchange;
    readonly leads: URL | null;
    readonly callback: string;
  },
): Promise<Exchange | null> {
  const { url, base, provider, ask } = place;
  const state = leads?.searchParams.get("state");
  if (!state || !isOwn(place, callback)) return null;
  const params = new URLSearchParams({ error: "access_denied", state });
  const cookie = toCookieHeader(listCookies([answer]), url);
  return await ask(`${base}/callback/${provider.id}?${params}`, {
    headers: { Cookie: cookie },
  });
}

/** Reads it from the parameters, or from a request object (RFC 9101). */
function readRedirectUri({ searchParams }: URL): string | null {
  const plain = searchParams.get("redirect_uri");
  if (plain !== null) return plain;
  const [, payload = ""] = (searchParams.get("request") ?? "").split(".");
  try {
    const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const { redirect_uri } = parseObject(text);
    return typeof redirect_uri === "string" ? redirect_uri : null;
  } catch {
    return null;
  }
}
