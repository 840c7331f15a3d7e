/**
 * What is most likely behind an error, from what its reference says.
 *
 * @module
 */

import type { Explanation } from "@latchkey/auth/diagnosis";

/** A likely cause, and what to do. */
export interface Cause {
  readonly cause: string;
  readonly mend: string;
}

/** A cause, and when it is the one. The first that applies is told. */
interface Rule extends Cause {
  readonly type: Explanation["type"];
  readonly code?: string;
  readonly applies?: (explanation: Explanation) => boolean;
}

/** Seconds that a visitor has at the provider. */
const LIFETIME = 900;

const PUBLIC_URL =
  "Set AUTH_URL to the address that visitors type, scheme included, and redirect all others there.";

const rules: readonly Rule[] = [
  {
    type: "InvalidCheck",
    cause: "The visitor took longer than 15 minutes at the provider.",
    mend: "Nothing: another try succeeds.",
    applies: ({ attemptAge }) => (attemptAge ?? 0) > LIFETIME,
  },
  {
    type: "InvalidCheck",
    cause:
      "The cookies that came were set for another scheme: the sign-in began by https and ended by http, or the other way round.",
    mend: PUBLIC_URL,
    applies: hasCookie("ours under other names"),
  },
  {
    type: "InvalidCheck",
    cause:
      "The cookie of this attempt came, and no secret of this process opens it, or it was used before.",
    mend:
      "If it happens to many, compare the secrets of all processes: each needs the same.",
    applies: hasCookie("this attempt"),
  },
  {
    type: "InvalidCheck",
    cause:
      "The browser has other cookies of this site, but not that of this attempt: an old tab, or a second use of the same address.",
    mend: "Nothing: another try succeeds.",
    applies: ({ cookies }) => cookies.length > 0,
  },
  {
    type: "InvalidCheck",
    cause:
      "No cookie of this site came: the sign-in began at another host (with and without www, localhost and 127.0.0.1), in another browser, or in an application's own web view.",
    mend: PUBLIC_URL,
  },
  {
    type: "MissingCSRF",
    cause:
      "The form came without its cookie: the browser refuses cookies, or the page is in a frame of another site.",
    mend:
      "Open the page by itself, and see whether /auth/csrf sets a cookie there.",
    applies: (one) => !hasCookie("csrf")(one),
  },
  {
    type: "MissingCSRF",
    cause:
      "The form has no token, or one of another browser, session or secret: a page out of a cache, or from before a sign-in in another tab.",
    mend: "Let no cache keep pages with forms; another try succeeds.",
  },
  {
    type: "CrossSiteRequest",
    cause:
      "The page that sent the form has an origin that the application does not take for its own.",
    mend: PUBLIC_URL,
    applies: hasFact("foreign origin header"),
  },
  {
    type: "CrossSiteRequest",
    cause: "A page of another site sent the form.",
    mend: "Nothing, unless it is a page of yours: `cors.origins` names those.",
  },
  {
    type: "UntrustedHost",
    cause: "Nothing says that the host of the request is yours.",
    mend: PUBLIC_URL,
  },
  {
    type: "Configuration",
    code: "invalid_client",
    cause: "The provider does not accept the client's id and secret.",
    mend: "Compare both with the provider's console; secrets expire there.",
  },
  {
    type: "RateLimited",
    cause:
      "There were too many attempts for this account or from this address.",
    mend:
      "If everybody meets it, set `clientAddress` or trust the proxy: all visitors count as one.",
  },
];

function hasCookie(name: Explanation["cookies"][number]) {
  return ({ cookies }: Explanation) => cookies.includes(name);
}

function hasFact(name: Explanation["facts"][number]) {
  return ({ facts }: Explanation) => facts.includes(name);
}

/** Finds the most likely cause; null: nothing but the hint of the error is known. */
export function findCause(explanation: Explanation): Cause | null {
  const found = rules.find(({ type, code, applies }) =>
    type === explanation.type &&
    (code === undefined || code === explanation.code) &&
    (applies === undefined || applies(explanation))
  );
  if (found === undefined) return null;
  const { cause, mend } = found;
  return { cause, mend };
}
