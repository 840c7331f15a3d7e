import type { CookiePolicy } from "../../../http/cookie_policy.ts";
import { type CookieJar, readCookies } from "../../../http/cookies.ts";
import type { Incoming } from "../../../request/request_head.ts";

/** Reads the cookies as they came: the response may have ended a session by now. */
export function toSentJar(
  { names }: Pick<CookiePolicy, "names">,
  incoming: Pick<Incoming, "headers">,
): CookieJar {
  const sent = [...incoming.headers()].filter(([name]) => name === "cookie");
  return readCookies(sent.map(([, text]) => text).join("; "), names);
}
