/**
 * Begins a sign-in in this process, and ends it with a code that nobody issued.
 *
 * @module
 */

import { parseObject } from "../outside/visit.ts";
import type { Inspected } from "@latchkey/auth/doctor";

/** A sign-in that has begun. */
export interface Attempt {
  /** The URL of the provider. */
  readonly leads: URL;
  /** The cookies of the browser. */
  readonly cookie: string;
}

const JSON_HEADERS = { accept: "application/json" };

/**
 * Begins a sign-in.
 *
 * @param base the URL of the auth routes
 * @throws Error of the library, or that there is no URL
 */
export async function begin(
  { answer }: Inspected,
  id: string,
  base: string,
): Promise<Attempt> {
  const headers = JSON_HEADERS;
  const first = await answer(new Request(`${base}/csrf`, { headers }));
  const { csrfToken } = parseObject(await first.text());
  const second = await answer(
    new Request(`${base}/signin/${id}`, {
      method: "POST",
      headers: {
        ...headers,
        cookie: toCookie(first),
        origin: new URL(base).origin,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ csrfToken: `${csrfToken}` }).toString(),
    }),
  );
  const { url } = parseObject(await second.text());
  if (typeof url !== "string" || !URL.canParse(url)) {
    throw new Error(`The sign-in was answered with ${second.status}`);
  }
  return { leads: new URL(url), cookie: toCookie(second) };
}

/** Ends a sign-in with a code that nobody issued; returns the error. */
export async function redeem(
  { answer }: Inspected,
  { attempt, callback, metadata }: {
    readonly attempt: Attempt;
    readonly callback: string;
    readonly metadata: Readonly<Record<string, unknown>>;
  },
): Promise<unknown> {
  const { leads: { searchParams }, cookie } = attempt;
  const hasIssuer =
    metadata.authorization_response_iss_parameter_supported === true;
  const params = new URLSearchParams({
    code: "latchkey-doctor",
    state: searchParams.get("state") ?? "",
    ...(hasIssuer ? { iss: `${metadata.issuer}` } : {}),
  });
  const isPost = searchParams.get("response_mode") === "form_post";
  const request = isPost
    ? new Request(callback, {
      method: "POST",
      headers: {
        ...JSON_HEADERS,
        cookie,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: params.toString(),
    })
    : new Request(`${callback}?${params}`, {
      headers: { ...JSON_HEADERS, cookie },
    });
  try {
    const { status } = await answer(request);
    return new Error(`The callback was answered with ${status}`);
  } catch (error) {
    return error;
  }
}

function toCookie({ headers }: Response): string {
  return headers.getSetCookie().map((one) => one.split(";", 1).join())
    .join("; ");
}
