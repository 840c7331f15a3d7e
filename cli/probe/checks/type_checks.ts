/**
 * Checks that a JWT of another kind is not taken for an access token.
 *
 * @module
 */

import { accepts, type Check, refuses } from "../check.ts";
import { toHash } from "../keys.ts";

/** Checks that a JWT of another kind is not taken for an access token. */
export const typeChecks: readonly Check[] = [
  refuses({
    id: "type.id-token",
    title: "an ID token is refused",
    rule: "RFC 9068, sections 4 and 5; RFC 8725, section 3.12",
    mend:
      "Require `typ: at+jwt`, or what only access tokens of your issuer have. An ID token may have the API as its audience if client and API share an id.",
    tokens: ({ target: { audience }, tokens: { valid } }) => [{
      header: { typ: "JWT" },
      claims: {
        aud: audience,
        client_id: undefined,
        scope: undefined,
        nonce: "n-0S6_WzA2Mj",
        at_hash: toHash(valid).slice(0, 22),
      },
      note: "an ID token",
    }],
  }),
  refuses({
    id: "type.logout-token",
    title: "a logout token is refused",
    rule: "RFC 9068, section 4; RFC 8725, section 3.12",
    mend:
      "Require `typ: at+jwt`, or what only access tokens of your issuer have.",
    tokens: ({ target: { audience } }) =>
      ["logout+jwt", "JWT"].map((typ) => ({
        header: { typ },
        claims: {
          aud: audience,
          client_id: undefined,
          scope: undefined,
          events: { "http://schemas.openid.net/event/backchannel-logout": {} },
        },
        note: "a logout token",
      })),
  }),
  refuses({
    id: "type.at-jwt",
    title: "a JWT that is not of the type `at+jwt` is refused",
    rule: "RFC 9068, section 4; RFC 8725, section 3.11",
    level: "should",
    mend:
      "Compare `typ` with `at+jwt`, if your issuer sets it: then no other JWT of it counts.",
    tokens: () =>
      ["JWT", undefined, "secevent+jwt"].map((typ) => ({
        header: { typ },
      })),
  }),
  accepts({
    id: "type.long-name",
    title: "`application/at+jwt` is the same type",
    rule: "RFC 9068, section 4; RFC 7515, section 4.1.9",
    level: "should",
    mend: "Accept `at+jwt` and `application/at+jwt`, in any case.",
    tokens: () => [{ header: { typ: "application/at+jwt" } }],
  }),
];
