/**
 * Checks of the sessions of an MCP server.
 *
 * @module
 */

import { CannotTry } from "../cannot_try.ts";
import type { Check } from "../check.ts";
import { beginSession, readSession, toToolsList } from "../mcp.ts";
import { isLetIn } from "../probe.ts";

const PRACTICES = "MCP 2025-11-25, Security Best Practices, Session Hijacking";

const TRANSPORTS =
  "MCP 2025-11-25, Transports, Streamable HTTP, Session Management";

/** Checks of the sessions of an MCP server. */
export const sessionChecks: readonly Check[] = [
  {
    id: "mcp.session-alone",
    title: "the id of a session does not stand for a token",
    rule: PRACTICES,
    level: "must",
    mend: "Check the token of each request, whatever session it is in.",
    run: async (probe) => {
      const session = await beginSession(probe);
      const exchange = await probe.knock(toToolsList(probe, { session }));
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "mcp.session-of-another",
    title: "the session of one user is not open to another",
    rule: PRACTICES,
    level: "should",
    mend: "Keep the user beside the session, and compare.",
    run: async (probe) => {
      const session = await beginSession(probe);
      const exchange = await probe.knock({
        token: { claims: { sub: "another-user" } },
        ...toToolsList(probe, { session }),
      });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "mcp.session-id",
    title: "session ids are long, unique and of visible ASCII characters",
    rule: TRANSPORTS,
    level: "must",
    mend: "Make them random, with 128 bits: a UUID, for example.",
    run: async (probe) => {
      const first = await beginSession(probe);
      const exchange = await probe.knock({ token: probe.tokens.valid });
      const second = readSession(exchange);
      if (second === undefined) {
        throw new CannotTry("The server begins no second session.");
      }
      const holds = first !== second &&
        [first, second].every((id) => /^[!-~]{16,}$/.test(id));
      return holds ? null : exchange;
    },
  },
];
