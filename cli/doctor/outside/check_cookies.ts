/**
 * Finds what is wrong with the cookies as they arrive.
 *
 * @module
 */

import type { Found } from "../report.ts";
import { type ArrivedCookie, findRefusal } from "./cookies.ts";
import { listAnswers, listCookies, parseObject, type Visit } from "./visit.ts";

/** Finds what is wrong with the cookies as they arrive. */
export function checkCookies(visit: Visit): Found[] {
  const { stay, url } = visit;
  if (stay === null) return [];
  const cookies = listCookies(listAnswers(stay));
  const joined = cookies.find(({ isJoined }) => isJoined);
  if (joined !== undefined) {
    const seen =
      `The cookie ${joined.name} has another one in it, after a comma.`;
    return [{ id: "cookies.merged", seen }];
  }
  const fresh = listCookies(stay.fresh);
  if (fresh.length === 0) {
    const seen = "The auth routes set a cookie, and none arrived.";
    return [{ id: "cookies.missing", seen }];
  }
  const refused = cookies.flatMap((one) => {
    const reason = findRefusal(one, url);
    return reason === null ? [] : [`The cookie ${one.name} ${reason}.`];
  });
  if (refused[0] !== undefined) {
    return [{ id: "cookies.refused", seen: refused[0] }];
  }
  return [...checkReturn(visit), ...checkAttributes(visit, cookies)];
}

/** Finds cookies that the application does not know again. */
function checkReturn({ stay, routes }: Visit): Found[] {
  const { fresh = [], returned = [] } = stay ?? {};
  const token = parseObject(fresh[0]?.body ?? "").csrfToken;
  const known = returned.filter(({ body }) =>
    parseObject(body).csrfToken === token
  );
  if (known.length === returned.length) return [];
  const seen =
    `Of ${returned.length} requests to ${routes?.base}/csrf with the cookie that it had set, ${known.length} knew it.`;
  const id = known.length === 0 ? "cookies.lost" : "processes.secrets";
  return [{ id, seen }];
}

/** What is wrong with a cookie's attributes, by finding. */
const ATTRIBUTES: readonly (readonly [
  id: Found["id"],
  what: string,
  test: (cookie: ArrivedCookie, isSecure: boolean) => boolean,
])[] = [
  [
    "cookies.insecure",
    "Secure is missing in the attributes",
    ({ secure }, isSecure) => isSecure && !secure,
  ],
  [
    "cookies.script",
    "HttpOnly is missing in the attributes",
    ({ httpOnly }) => !httpOnly,
  ],
  [
    "cookies.cross-site",
    "SameSite is missing or `none` in the attributes",
    // Some providers return with a form of theirs, which carries the attempt.
    ({ sameSite, name }) =>
      sameSite === "" || sameSite === "none" && !name.includes(".attempt"),
  ],
  [
    "cookies.domain",
    "Domain is in the attributes",
    ({ domain }) => domain !== "",
  ],
  [
    "cookies.prefix",
    "The prefix __Host- is missing in the name",
    ({ domain, name }, isSecure) =>
      isSecure && domain === "" && !name.startsWith("__Host-"),
  ],
];

function checkAttributes(
  { url }: Visit,
  cookies: readonly ArrivedCookie[],
): Found[] {
  const isSecure = url.protocol === "https:";
  return ATTRIBUTES.flatMap(([id, what, test]) => {
    const wrong = cookies.filter((one) => test(one, isSecure));
    const names = [...new Set(wrong.map(({ name }) => name))];
    const shown = names.slice(0, 2).join(", ");
    return shown === ""
      ? []
      : [{ id, seen: `${what} of the cookie ${shown}.` }];
  });
}
