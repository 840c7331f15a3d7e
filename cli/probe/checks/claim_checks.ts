/**
 * Checks of the claims of a token: when, for whom and by whom.
 *
 * @module
 */

import { type Check, refuses } from "../check.ts";
import type { Probe } from "../probe.ts";
import type { Members } from "../tokens.ts";
import { audienceChecks } from "./audience_checks.ts";

/** Checks of the claims of a token: when, for whom and by whom. */
export const claimChecks: readonly Check[] = [
  refuses({
    id: "claims.expired",
    title: "a token that expired ten minutes ago is refused",
    rule: "RFC 9068, section 4; RFC 7519, section 4.1.4",
    mend: "Compare `exp` with the time; allow for a minute or two.",
    tokens: (probe) => [{ claims: toTimes(probe, -600), note: "expired" }],
  }),
  refuses({
    id: "claims.no-expiry",
    title: "a token without `exp` is refused",
    rule: "RFC 9068, section 2.2",
    mend: "Require `exp`: libraries skip what is not there.",
    tokens: () => [{ claims: { exp: undefined } }],
  }),
  refuses({
    id: "claims.not-yet",
    title: "a token that is not valid yet is refused",
    rule: "RFC 7519, section 4.1.5",
    mend: "Compare `nbf` with the time.",
    tokens: ({ now }) => [
      { claims: { nbf: toSeconds(now()) + 900 }, note: "valid from later on" },
    ],
  }),
  ...audienceChecks,
  refuses({
    id: "claims.other-issuer",
    title: "a token of another issuer is refused, whoever signed it",
    rule: "RFC 9068, section 4; RFC 7519, section 4.1.1",
    mend: "Compare `iss` with the issuers that you trust.",
    tokens: ({ authority }) => [
      { claims: { iss: "https://attacker.example" } },
      { claims: { iss: authority?.tenant.issuer } },
    ],
  }),
  refuses({
    id: "claims.no-issuer",
    title: "a token without `iss` is refused",
    rule: "RFC 9068, sections 2.2 and 4",
    mend: "Require `iss`.",
    tokens: () => [{ claims: { iss: undefined } }],
  }),
  refuses({
    id: "claims.issuer-slash",
    title: "an issuer that differs by a trailing slash is refused",
    rule: "RFC 9068, section 4; RFC 8414, section 2",
    mend: "Compare `iss` as a string, without any change.",
    tokens: ({ authority }) => {
      const issuer = authority?.issuer ?? "";
      const iss = issuer.endsWith("/") ? issuer.slice(0, -1) : `${issuer}/`;
      return [{ claims: { iss } }];
    },
  }),
];

function toTimes({ now }: Probe, fromNow: number): Members {
  const exp = toSeconds(now()) + fromNow;
  return { iat: exp - 3600, exp };
}

function toSeconds(time: number): number {
  return Math.floor(time / 1000);
}
