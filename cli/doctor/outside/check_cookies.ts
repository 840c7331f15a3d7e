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

function checkAttributes(
  { url, stay }: Visit,
  cookies: readonly ArrivedCookie[],
): Found[] {
  const isSecure = url.protocol === "https:";
  const find = (
    id: Found["id"],
    what: string,
    test: (cookie: ArrivedCookie) => boolean,
  ): Found[] => {
    const names = [...new Set(cookies.filter(test).map(({ name }) => name))];
    const shown = names.slice(0, 2).join(", ");
    return names.length === 0
      ? []
      : [{ id, seen: `${what} of the cookie ${shown}.` }];
  };
  const isPost = (stay?.beginnings ?? []).some(({ provider }) =>
    provider.type === "oidc"
  );
  return [
    ...find(
      "cookies.insecure",
      "Secure is missing in the attributes",
      (one) => isSecure && !one.secure,
    ),
    ...find(
      "cookies.script",
      "HttpOnly is missing in the attributes",
      (one) => !one.httpOnly,
    ),
    ...find(
      "cookies.cross-site",
      "SameSite is missing or `none` in the attributes",
      // The cookie of an attempt is sent with a form of the provider.
      (one) =>
        one.sameSite === "" || one.sameSite === "none" &&
          !(isPost && one.name.includes(".attempt")),
    ),
    ...find(
      "cookies.domain",
      "Domain is in the attributes",
      (one) => one.domain !== "",
    ),
    ...find(
      "cookies.prefix",
      "The prefix __Host- is missing in the name",
      (one) => isSecure && one.domain === "" && !/^__Host-/.test(one.name),
    ),
  ];
}
