/**
 * Checks of an MCP server: what its client needs, and what needs a token.
 *
 * @module
 */

import { CannotTry } from "../cannot_try.ts";
import type { Check } from "../check.ts";
import { admit, readBearerParam } from "../first_answers.ts";
import { readHeader } from "../http.ts";
import {
  findSession,
  notify,
  readInitialized,
  toMcpHeaders,
  toToolsList,
} from "../mcp.ts";
import { isLetIn, parseMessage, type Probe } from "../probe.ts";

const TRANSPORTS = "MCP 2025-11-25, Transports, Streamable HTTP";
const AUTHORIZATION = "MCP authorization 2025-11-25";

/** Checks of what a client needs. */
const ofClients: readonly Check[] = [
  {
    id: "mcp.initialize",
    title: "`initialize` with a valid token gets a result",
    rule: "MCP 2025-11-25, Lifecycle, Initialization",
    level: "must",
    mend:
      "Answer with JSON, or with a stream of events, that holds `result.protocolVersion`.",
    run: async (probe) => {
      const exchange = await readInitialized(probe);
      const type = readHeader(exchange, "content-type");
      const { result } = parseMessage(exchange.body) ?? {};
      const holds = /^(?:application\/json|text\/event-stream)/.test(type) &&
        typeof (result as Record<string, unknown> | undefined)
            ?.protocolVersion === "string";
      return holds ? null : exchange;
    },
  },
  {
    id: "mcp.notification",
    title: "a notification is answered with 202",
    rule: `${TRANSPORTS}, Sending Messages to the Server`,
    level: "must",
    mend: "Answer to `notifications/initialized` with 202 and no body.",
    run: async (probe) => {
      const ready = await notify(probe);
      return ready.status === 202 ? null : ready;
    },
  },
  {
    id: "mcp.tools-list",
    title: "a client with a valid token may list the tools",
    rule: "MCP 2025-11-25, Tools, Listing Tools",
    level: "must",
    mend:
      "Accept the token with each request, and not with the first one only.",
    run: async (probe) => {
      await admit(probe);
      const session = await findSession(probe);
      const exchange = await probe.knock({
        token: probe.tokens.valid,
        ...toToolsList(probe, { session }),
      });
      const { error } = parseMessage(exchange.body) ?? {};
      // A server without tools does not know the method.
      const isUnknown =
        (error as Record<string, unknown> | undefined)?.code === -32601;
      return isLetIn(exchange) || isUnknown ? null : exchange;
    },
  },
  {
    id: "mcp.version",
    title: "an unknown `MCP-Protocol-Version` is answered with 400",
    rule: `${TRANSPORTS}, Protocol Version Header`,
    level: "must",
    mend: "Answer with 400 to a version that the server does not know.",
    run: async (probe) => {
      await admit(probe);
      const session = await findSession(probe);
      const exchange = await probe.knock({
        token: probe.tokens.valid,
        ...toToolsList(probe, { session, named: "1999-01-01" }),
      });
      return exchange.status === 400 ? null : exchange;
    },
  },
  {
    id: "mcp.scope",
    title: "the challenge of a 401 names the scopes to ask for",
    rule:
      `${AUTHORIZATION}, Protected Resource Metadata Discovery Requirements`,
    level: "should",
    mend: "Add `scope` to the challenge, with the scopes that are required.",
    run: ({ refusal, target }) => {
      if (refusal.status !== 401) {
        throw new CannotTry(
          "A request without a token is not answered with 401.",
        );
      }
      if (target.scopes.length === 0) {
        throw new CannotTry("No scope is known.");
      }
      const scope = readBearerParam(refusal, "scope");
      return Promise.resolve(scope === undefined ? refusal : null);
    },
  },
  {
    id: "mcp.step-up",
    title: "a 403 for missing scopes links to the metadata, too",
    rule: `${AUTHORIZATION}, Scope Challenge Handling`,
    level: "should",
    mend: "Add `resource_metadata` to the challenge of a 403.",
    run: async (probe) => {
      if (probe.target.required.length === 0) {
        throw new CannotTry(
          "No required scope is known: name it with --scope.",
        );
      }
      await admit(probe);
      const exchange = await probe.knock({ token: { claims: { scope: "" } } });
      if (exchange.status !== 403) {
        throw new CannotTry("A token without scopes is not answered with 403.");
      }
      const link = readBearerParam(exchange, "resource_metadata");
      return link === undefined ? exchange : null;
    },
  },
];

/** Checks of what needs a token. */
const ofAttackers: readonly Check[] = [
  {
    id: "mcp.every-request",
    title: "every request needs a token, and not the first one only",
    rule: `${AUTHORIZATION}, Token Requirements`,
    level: "must",
    mend: "Check the token of each request.",
    run: async (probe) => {
      const exchange = await probe.knock(toToolsList(probe));
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "mcp.origin",
    title: "a request from a foreign site is refused",
    rule: `${TRANSPORTS}, Security Warning`,
    level: "must",
    mend:
      "Compare `Origin`, if there is one, with a list of sites, and answer with 403: a site may point its name at a local server (DNS rebinding).",
    run: async (probe) => {
      await admit(probe);
      const exchange = await probe.knock({
        token: probe.tokens.valid,
        headers: { Origin: "https://attacker.example" },
      });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "mcp.stream",
    title: "GET without a token brings no stream of events",
    rule: `${AUTHORIZATION}, Token Requirements`,
    level: "must",
    mend: "Check the token before the stream of events begins.",
    run: async (probe) => {
      const exchange = await probe.knock({
        method: "GET",
        headers: { Accept: "text/event-stream" },
        headersOnly: true,
      });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "mcp.stream-type",
    title: "GET with a valid token brings a stream of events, or 405",
    rule: `${TRANSPORTS}, Listening for Messages from the Server`,
    level: "must",
    mend: "Answer with `text/event-stream`, or with 405.",
    run: async (probe) => {
      const exchange = await getStream(probe);
      const type = readHeader(exchange, "content-type");
      const holds = exchange.status === 405 ||
        type.startsWith("text/event-stream");
      return holds ? null : exchange;
    },
  },
  {
    id: "mcp.delete",
    title: "DELETE without a token is refused",
    rule: `${AUTHORIZATION}, Token Requirements`,
    level: "must",
    mend: "Check the token before a session ends.",
    run: async (probe) => {
      const exchange = await probe.knock({
        method: "DELETE",
        headers: toMcpHeaders(probe, "probe-no-such-session"),
      });
      return isLetIn(exchange) ? exchange : null;
    },
  },
];

async function getStream(probe: Probe) {
  await admit(probe);
  const session = await findSession(probe);
  return await probe.knock({
    method: "GET",
    token: probe.tokens.valid,
    headers: { Accept: "text/event-stream", ...toMcpHeaders(probe, session) },
    headersOnly: true,
  });
}

/** Checks of an MCP server. */
export const mcpChecks: readonly Check[] = [...ofClients, ...ofAttackers];
