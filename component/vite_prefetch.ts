/**
 * Fixes how Qwik's client follows what a guard answers to a `<Link>`.
 *
 * @module
 */

/** The end of `loadClientData()` in the client of Qwik City 1. */
const END = /return qData\.then\(\(v\)\s*=>\s*\{\s*if\s*\(!v\)\s*\{/;

/** Marks a prefetch, and code that was fixed. */
const MARK = "isLatchkeyPrefetch";

/**
 * Makes a click open the page if it joins a pending prefetch that ends without
 * data. Qwik City opens a page that has no data for its scripts, such as one
 * that a guard refuses, but not from a prefetch; a click that reuses the
 * prefetch waits for it and then does nothing. Hovering and pressing start one,
 * so on a slow connection clicks had no effect. No server response can fix it:
 * the prefetch would follow a redirect in the data, too.
 *
 * @param code of a module of Qwik City
 */
export function mendPrefetch(code: string): string {
  return code.replace(
    END,
    (end) =>
      `if (opts?.isPrefetch) qData.${MARK} = true;\n  ${end}
      if (qData.${MARK} && !opts?.isPrefetch) location.href = url.href;`,
  );
}

/** Where the client of Qwik 2 follows a redirect in the data of a loader. */
const REDIRECT = /if \(goto\) goto\(response\.r, /;

/**
 * Makes the client of Qwik 2 open a URL that a guard answers to a request for
 * data, as it does itself if an action answers one. It would look for any other
 * page, such as the one to sign in, among its own pages, and show the page for
 * unknown addresses.
 *
 * @param code of a module of Qwik Router
 */
export function mendRedirect(code: string): string {
  return code.replace(
    REDIRECT,
    `if (response.r instanceof URL) location.href = response.r.href /* ${MARK} */;
\t\t\telse if (goto) goto(response.r, `,
  );
}

/** Whether a module fetches page data in a way that is not known here. */
export function isUnknownClient(code: string): boolean {
  return /CLIENT_DATA_CACHE\.set\(|\bresponse\.r\b/.test(code) &&
    !code.includes(MARK);
}
