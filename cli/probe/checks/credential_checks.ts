/**
 * Checks of where a token is, and how it is written.
 *
 * @module
 */

import { type Check, refuses } from "../check.ts";
import { admit, askWithToken } from "../first_answers.ts";
import { isLetIn, type Knock, type Probe } from "../probe.ts";
import type { Exchange } from "../http.ts";

/** Sends requests in turn, and returns the first that gets in. */
async function findLetIn(
  probe: Probe,
  knocks: readonly Knock[],
): Promise<Exchange | null> {
  await admit(probe);
  for (const knock of knocks) {
    const exchange = await probe.knock(knock);
    if (isLetIn(exchange)) return exchange;
  }
  return null;
}

/** Checks of where a token is, and how it is written. */
export const credentialChecks: readonly Check[] = [
  {
    id: "credential.valid",
    title: "a valid token gets in",
    rule: "RFC 6750, section 2.1",
    level: "must",
    mend:
      "Let the server trust the issuer, and compare --method, --audience, --scope, --alg and --claims with what it expects. One that keeps old keys has to start again.",
    run: async (probe) => {
      const exchange = await askWithToken(probe);
      return isLetIn(exchange) ? null : exchange;
    },
  },
  {
    id: "credential.scheme-case",
    title: "the scheme may be in lower or upper case",
    rule: "RFC 9110, section 11.1",
    level: "must",
    mend: "Compare the scheme without regard to case.",
    run: async (probe) => {
      await admit(probe);
      const { valid: token } = probe.tokens;
      for (const scheme of ["bearer", "BEARER"]) {
        const exchange = await probe.knock({ token, scheme });
        if (!isLetIn(exchange)) return exchange;
      }
      return null;
    },
  },
  {
    id: "credential.empty",
    title: "an empty token is refused",
    rule: "RFC 6750, section 2.1",
    level: "must",
    mend: "Refuse a header whose token is empty, before you look anything up.",
    run: (probe) =>
      findLetIn(probe, [
        { headers: { Authorization: "Bearer" } },
        { headers: { Authorization: "Bearer undefined" } },
        { headers: { Authorization: "Bearer null" } },
        { headers: { Authorization: "" } },
      ]),
  },
  refuses({
    id: "credential.garbage",
    title: "a malformed token is refused",
    rule: "RFC 6750, section 3.1",
    mend: "Refuse each token that cannot be verified.",
    tokens: () => ["garbage", "a.b.c", "e30.e30.", "..", "Bearer"],
  }),
  {
    id: "credential.scheme",
    title: "a token without the scheme Bearer is refused",
    rule: "RFC 6750, section 2.1",
    level: "should",
    mend: "Require the scheme `Bearer`, or `DPoP` with a proof.",
    run: (probe) => {
      const { valid: token } = probe.tokens;
      return findLetIn(probe, [
        { token, scheme: "" },
        { token, scheme: "Basic" },
        { token, scheme: "Token" },
      ]);
    },
  },
  {
    id: "credential.query",
    title: "a token in the query of the URL is refused",
    rule: "RFC 9700, section 4.3.2; RFC 6750, section 5.3",
    level: "must",
    mcp: {
      rule: "MCP authorization 2025-11-25, Token Requirements",
      level: "must",
    },
    mend:
      "Read tokens from the header `Authorization` only: URLs are in logs, histories and `Referer`.",
    run: (probe) => {
      const { tokens: { valid }, target: { url } } = probe;
      const knocks = ["access_token", "token"].map((name) => {
        const query = new URLSearchParams(url.search);
        query.set(name, valid);
        const path = `${url.pathname}?${query}`;
        return { path, secrets: [valid], note: "a valid token in the query" };
      });
      return findLetIn(probe, knocks);
    },
  },
  {
    id: "credential.form",
    title: "a token in the form of a request is refused",
    rule: "RFC 6750, section 2.2",
    level: "should",
    mend: "Read tokens from the header `Authorization` only.",
    run: (probe) => {
      const { valid } = probe.tokens;
      return findLetIn(probe, [{
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: `access_token=${encodeURIComponent(valid)}`,
        secrets: [valid],
      }]);
    },
  },
  {
    id: "credential.two",
    title: "a request with two tokens is refused",
    rule: "RFC 9110, sections 5.3 and 11.6.2; RFC 6750, section 2",
    level: "should",
    mend:
      "Answer with 400 if `Authorization` is there twice, or holds a comma: a proxy may have checked the other one. Node keeps the first one only, and both in `rawHeaders`.",
    run: (probe) => {
      const { valid } = probe.tokens;
      const [good, bad] = [`Bearer ${valid}`, "Bearer garbage"];
      return findLetIn(
        probe,
        [[good, bad], [bad, good], `${good}, ${bad}`, `${bad}, ${good}`]
          .map((Authorization) => ({
            headers: { Authorization },
            secrets: [valid],
          })),
      );
    },
  },
];
