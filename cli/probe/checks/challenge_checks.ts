/**
 * Checks of the refusal, and of the challenge in it.
 *
 * @module
 */

import { CannotTry } from "../cannot_try.ts";
import {
  type Challenge,
  findParam,
  findScheme,
  parseChallenges,
} from "../challenges.ts";
import type { Check } from "../check.ts";
import { askWithGarbage, readChallenges } from "../first_answers.ts";
import { type Exchange, readHeader } from "../http.ts";
import { isLetIn, type Probe } from "../probe.ts";

/** Checks of the refusal, and of the challenge in it. */
export const challengeChecks: readonly Check[] = [
  {
    id: "challenge.no-token",
    title: "a request without a token is answered with 401",
    rule: "RFC 6750, section 3; RFC 9110, section 15.5.2",
    level: "must",
    mend: "Check the token before anything else, and answer with 401.",
    run: ({ refusal }) =>
      Promise.resolve(refusal.status === 401 ? null : refusal),
  },
  {
    id: "challenge.header",
    title: "a 401 has a challenge for bearer or DPoP tokens",
    rule: "RFC 6750, section 3; RFC 9110, section 11.6.1",
    level: "must",
    mend: "Send `WWW-Authenticate: Bearer` with each 401.",
    run: ({ refusal }) => {
      assertRefused(refusal);
      const text = readHeader(refusal, "www-authenticate");
      const holds = /(?:^|,) *(?:Bearer|DPoP)(?: |,|$)/i.test(text);
      return Promise.resolve(holds ? null : refusal);
    },
  },
  {
    id: "challenge.syntax",
    title: "challenges follow the syntax, and no parameter is there twice",
    rule: "RFC 9110, sections 11.2 and 11.6.1; RFC 6750, section 3",
    level: "must",
    mend:
      'Write parameters as name="value" with commas between them, and `"` and `\\` in a value after a `\\`.',
    run: async (probe) => {
      assertRefused(probe.refusal);
      const answers = [probe.refusal, await askWithGarbage(probe)];
      return answers.find(hasWrongSyntax) ?? null;
    },
  },
  {
    id: "challenge.single",
    title: "there is one challenge of each scheme",
    rule: "RFC 6750, section 3; RFC 9110, section 11.6.1",
    level: "should",
    mend:
      "Let one part of the server write the challenge: clients read the first one only.",
    run: ({ refusal }) => {
      const schemes = readChallenges(refusal)
        .map(({ scheme }) => scheme.toLowerCase());
      const holds = new Set(schemes).size === schemes.length;
      return Promise.resolve(holds ? null : refusal);
    },
  },
  {
    id: "challenge.no-error-code",
    title: "the challenge has no error code if there was no token",
    rule: "RFC 6750, section 3.1",
    level: "should",
    mend:
      "Leave out `error` and `error_description` if the request has no token.",
    run: ({ refusal }) => {
      const bearer = findScheme(readChallenges(refusal), "bearer");
      const holds = findParam(bearer, "error") === undefined;
      return Promise.resolve(holds ? null : refusal);
    },
  },
  {
    id: "challenge.invalid-token",
    title: 'a token that is not valid is answered with 401 and "invalid_token"',
    rule: "RFC 6750, section 3.1",
    level: "should",
    mcp: {
      rule: "MCP authorization 2025-11-25, Token Handling",
      level: "must",
    },
    mend:
      'Answer with 401 and `WWW-Authenticate: Bearer error="invalid_token"`: clients renew their token then.',
    run: async (probe) => {
      assertRefused(probe.refusal);
      const exchange = await askWithGarbage(probe);
      // That it gets in is the fault of another check.
      if (isLetIn(exchange)) return null;
      if (exchange.status !== 401) return exchange;
      if (hasWrongSyntax(exchange)) return null;
      const bearer = findScheme(readChallenges(exchange), "bearer");
      return findParam(bearer, "error") === "invalid_token" ? null : exchange;
    },
  },
];

function assertRefused(refusal: Probe["refusal"]): void {
  if (refusal.status === 401) return;
  throw new CannotTry("A request without a token is not answered with 401.");
}

/** The characters that RFC 6750 allows in `error_description`. */
const DESCRIPTION = /^[ !#-[\]-~]*$/;

function hasWrongSyntax(exchange: Exchange): boolean {
  const text = readHeader(exchange, "www-authenticate");
  const challenges = parseChallenges(text);
  return challenges === null || challenges.some(isWrong);
}

function isWrong(challenge: Challenge): boolean {
  const names = challenge.params.map(([name]) => name);
  const description = findParam(challenge, "error_description") ?? "";
  return new Set(names).size < names.length || !DESCRIPTION.test(description);
}
