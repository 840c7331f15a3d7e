/**
 * Examines an application from outside.
 *
 * @module
 */

import type { Examination, Found, Untried } from "../report.ts";
import {
  checkBeginnings,
  checkCaches,
  checkCallbacks,
  checkForwarded,
  checkProviders,
  checkRoutes,
} from "./check_answers.ts";
import {
  checkClock,
  checkHsts,
  checkRedirect,
  checkTls,
} from "./check_connection.ts";
import { checkCookies } from "./check_cookies.ts";
import { checkPage } from "./check_page.ts";
import type { Visit } from "./visit.ts";

const CHECKS: Readonly<Record<string, (visit: Visit) => Found[]>> = {
  "the certificate and TLS": checkTls,
  "the redirect to https": checkRedirect,
  "HSTS": checkHsts,
  "the auth routes": checkRoutes,
  "caches": checkCaches,
  "cookies": checkCookies,
  "callback URLs": checkCallbacks,
  "headers of proxies": checkForwarded,
  "sign-ins": checkBeginnings,
  "providers": checkProviders,
  "the sign-in page": checkPage,
  "the clock": checkClock,
};

/** Finds what is wrong with an application that was visited. */
export function examineVisit(visit: Visit): Examination {
  const results = Object.entries(CHECKS).map(([what, check]) => ({
    what,
    found: check(visit),
  }));
  const untried = listUntried(visit);
  const isTried = (what: string) =>
    untried.every((one) => one.what !== what) &&
    (visit.stay !== null || what === "the auth routes" ||
      /TLS|https/.test(what));
  return {
    found: results.flatMap(({ found }) => found),
    untried,
    sound: results
      .filter(({ what, found }) => found.length === 0 && isTried(what))
      .map(({ what }) => what),
  };
}

function listUntried({ url, isLocal, tls, plain, stay }: Visit): Untried[] {
  const reason = isLocal
    ? "this is a server of a developer, without https."
    : "the URL has no https.";
  const unsafe = tls !== null
    ? []
    : ["the certificate and TLS", "the redirect to https", "HSTS"]
      .map((what) => ({ what, reason }));
  const port = tls !== null && plain === null
    ? [{
      what: "the redirect to https",
      reason: `http://${url.hostname} does not answer.`,
    }]
    : [];
  const unread = (stay?.beginnings ?? []).flatMap(({ provider, page }) =>
    page !== null && page.failure !== ""
      ? [{
        what: `the first page of ${provider.id}`,
        reason: `not reachable from here (${page.failure}).`,
      }]
      : []
  );
  return [...unsafe, ...port, ...unread];
}
