/**
 * Checks of the API that a token is for.
 *
 * @module
 */

import { CannotTry } from "../cannot_try.ts";
import { accepts, type Check, refuses } from "../check.ts";

/** Another API of the same organization. */
const OTHER = "https://other-api.probe.example";

/** Checks of the API that a token is for. */
export const audienceChecks: readonly Check[] = [
  refuses({
    id: "claims.other-audience",
    title: "a token for another API is refused",
    rule: "RFC 9068, section 4; RFC 8707, section 2",
    mcp: {
      rule: "MCP authorization 2025-11-25, Token Handling",
      level: "must",
    },
    mend: "Compare `aud` with the identifier of this API.",
    tokens: () => [{ claims: { aud: OTHER } }],
  }),
  refuses({
    id: "claims.no-audience",
    title: "a token without `aud` is refused",
    rule: "RFC 9068, sections 2.2 and 4",
    mend: "Require `aud`: libraries skip what is not there.",
    tokens: () => [
      { claims: { aud: undefined } },
      { claims: { aud: [] } },
      { claims: { aud: "" } },
    ],
  }),
  accepts({
    id: "claims.audience-list",
    title: "a token whose `aud` is a list with this API gets in",
    rule: "RFC 7519, section 4.1.3",
    level: "should",
    mend: "Read `aud` as a string or as a list.",
    tokens: ({ target: { audience } }) => [
      { claims: { aud: [audience] } },
      { claims: { aud: [OTHER, audience] } },
    ],
  }),
  refuses({
    id: "claims.other-audiences",
    title: "a token with a list of other APIs is refused",
    rule: "RFC 7519, section 4.1.3",
    mend: "Look for this API in the list.",
    tokens: () => [
      { claims: { aud: [OTHER, "https://third-api.probe.example"] } },
    ],
  }),
  refuses({
    id: "claims.audience-slash",
    title: "an audience that differs by a trailing slash is refused",
    rule: "RFC 9068, section 4; RFC 8707, section 2",
    level: "should",
    mend: "Compare `aud` as a string, without any change.",
    tokens: ({ target: { audience } }) => {
      if (URL.canParse(audience) && new URL(audience).pathname === "/") {
        throw new CannotTry(
          "A URL without a path is the same with a slash at its end.",
        );
      }
      const slashed = audience.endsWith("/")
        ? audience.slice(0, -1)
        : `${audience}/`;
      return [{ claims: { aud: slashed } }];
    },
  }),
  refuses({
    id: "claims.audience-case",
    title: "an audience that differs in case is refused",
    rule: "RFC 7519, section 4.1.3; RFC 3986, section 6.2.2.1",
    mend: "Compare `aud` as a string, without any change.",
    tokens: ({ target: { audience } }) => [
      { claims: { aud: withPathInCapitals(audience) } },
    ],
  }),
  refuses({
    id: "claims.audience-part",
    title:
      "an audience that contains the right one, or a part of it, is refused",
    rule: "RFC 9068, section 4; RFC 8707, section 2",
    mend: "Compare the whole of `aud`; do not search in it.",
    tokens: ({ target: { audience } }) => {
      const whole = audience.replace(/\/$/, "");
      return [
        `${whole}-of-another`,
        `${whole}/below`,
        `https://attacker.example/?${whole}`,
        whole.slice(0, -1),
      ].map((aud) => ({ claims: { aud } }));
    },
  }),
];

/** Changes the case of what has one: the path of a URL, or all of a name. */
function withPathInCapitals(audience: string): string {
  const start = /^https?:\/\/[^/]+/.exec(audience)?.[0] ?? "";
  const changed = start + audience.slice(start.length).toUpperCase();
  if (changed !== audience) return changed;
  throw new CannotTry("The audience has no path, so no case matters.");
}
