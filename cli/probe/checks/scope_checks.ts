/**
 * Checks of the scopes that the server requires.
 *
 * @module
 */

import { CannotTry } from "../cannot_try.ts";
import { type Check, refuses } from "../check.ts";
import { admit, readBearerParam, readChallenges } from "../first_answers.ts";
import { type Exchange, readHeader } from "../http.ts";
import { isLetIn, type Probe } from "../probe.ts";

/** A scope that means nothing to the server. */
const OTHER = "probe-other-scope";

/** Sends a valid token that lacks the scopes. */
function askWithoutScope(probe: Probe): Promise<Exchange> {
  return probe.once("without scope", async () => {
    await admit(probe);
    getRequired(probe);
    return await probe.knock({ token: { claims: { scope: OTHER } } });
  });
}

/** Sends a valid token that lacks the scopes; throws if it gets in. */
async function readRefusal(probe: Probe): Promise<Exchange> {
  const exchange = await askWithoutScope(probe);
  if (!isLetIn(exchange)) return exchange;
  throw new CannotTry("A token without the scope gets in.");
}

async function readForbidden(probe: Probe): Promise<Exchange> {
  const exchange = await readRefusal(probe);
  if (exchange.status === 403) return exchange;
  throw new CannotTry("A token without the scope is not answered with 403.");
}

function getRequired({ target }: Probe): readonly string[] {
  if (target.required.length > 0) return target.required;
  throw new CannotTry("No required scope is known: name it with --scope.");
}

/** Checks of the scopes that the server requires. */
export const scopeChecks: readonly Check[] = [
  {
    id: "scope.required",
    title: "a token without the scope is refused",
    rule: "RFC 6750, section 3.1; RFC 9068, section 4",
    level: "must",
    mend: "Compare the scopes of the token with those of the operation.",
    run: async (probe) => {
      const exchange = await askWithoutScope(probe);
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "scope.status",
    title: "a token without the scope is answered with 403",
    rule: "RFC 6750, section 3.1",
    level: "should",
    mcp: {
      rule: "MCP authorization 2025-11-25, Scope Challenge Handling",
      level: "should",
    },
    mend: "Answer with 403: with 401 a client gets the same token again.",
    run: async (probe) => {
      const exchange = await readRefusal(probe);
      return exchange.status === 403 ? null : exchange;
    },
  },
  {
    id: "scope.error",
    title: 'the 403 for a missing scope has the error "insufficient_scope"',
    rule: "RFC 6750, section 3.1",
    level: "should",
    mend: 'Send `WWW-Authenticate: Bearer error="insufficient_scope"`.',
    run: async (probe) => {
      const exchange = await readForbidden(probe);
      if (readHeader(exchange, "www-authenticate") !== "") {
        // One that cannot be read is the fault of another check.
        readChallenges(exchange);
      }
      const error = readBearerParam(exchange, "error");
      return error === "insufficient_scope" ? null : exchange;
    },
  },
  {
    id: "scope.named",
    title: "the 403 for a missing scope names the required scopes",
    rule: "RFC 6750, section 3",
    level: "should",
    mcp: {
      rule: "MCP authorization 2025-11-25, Scope Challenge Handling",
      level: "should",
    },
    mend:
      "Send them as `scope`, with spaces between them: clients ask for them then.",
    run: async (probe) => {
      const exchange = await readForbidden(probe);
      if (readBearerParam(exchange, "error") === undefined) return null;
      const named = readBearerParam(exchange, "scope")?.split(" ") ?? [];
      const holds = getRequired(probe).every((one) => named.includes(one));
      return holds ? null : exchange;
    },
  },
  refuses({
    id: "scope.exact",
    title: "a scope that only looks like the required one does not count",
    rule: "RFC 6749, section 3.3",
    mend: "Split `scope` at its spaces, and compare each scope exactly.",
    tokens: (probe) => {
      const [first = ""] = getRequired(probe);
      const capitals = first.toUpperCase();
      return [`${first}x`, `x${first}`, first.slice(0, -1), capitals]
        .filter((scope) => scope !== first)
        .map((scope) => ({ claims: { scope } }));
    },
  }),
  refuses({
    id: "scope.list",
    title: "a list of other scopes, and none at all, do not count",
    rule: "RFC 9068, section 2.2.3",
    mend:
      "Treat a missing `scope` as none, and read a list as a list of whole names.",
    tokens: (probe) => {
      getRequired(probe);
      return [
        { claims: { scope: [OTHER] } },
        { claims: { scope: undefined } },
        { claims: { scope: "" } },
        { claims: { scope: undefined, scp: [OTHER] } },
      ];
    },
  }),
];
