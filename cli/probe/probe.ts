/**
 * What checks are given: the server under test, tokens, and the means to send a
 * request.
 *
 * @module
 */

import type { Attacker } from "./attacker.ts";
import type { Authority } from "./authority.ts";
import { CannotTry } from "./cannot_try.ts";
import type { Client, Exchange, Sent } from "./http.ts";
import { type McpVersion, toOrdinaryMessage } from "./mcp_messages.ts";
import type { Metadata } from "./metadata.ts";
import { describeToken, type TokenChange, type Tokens } from "./tokens.ts";

/** The server under test. */
export interface Target {
  readonly url: URL;
  /** The version of MCP that it speaks; null: it is no MCP endpoint. */
  readonly mcp: McpVersion | null;
  /** The method of the ordinary request. */
  readonly method: string;
  /** The `Origin` of a site that may call it; null: not known. */
  readonly origin: string | null;
  /** The value of `aud` that it expects. */
  readonly audience: string;
  /** The scopes of a token that it has to let in. */
  readonly scopes: readonly string[];
  /** Those without which it must let nobody in; empty: not known. */
  readonly required: readonly string[];
}

/** What the ordinary request is sent with. */
export interface Knock {
  readonly token?: string | TokenChange;
  /** Default: `Bearer`. */
  readonly scheme?: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Sent["headers"];
  readonly body?: string;
  readonly headersOnly?: boolean;
  /** Whether a server may close the connection in place of an answer. */
  readonly mayFail?: boolean;
  readonly note?: string;
  /** Other secrets in it. */
  readonly secrets?: readonly string[];
}

/** What a check is given. */
export interface Probe {
  readonly target: Target;
  readonly tokens: Tokens;
  readonly attacker: Attacker;
  /** Our authorization server; null: the token was given. */
  readonly authority: Authority | null;
  /** The answer to the ordinary request without a token. */
  readonly refusal: Exchange;
  readonly metadata: Metadata;
  /** Everything that was sent, with the answers. */
  readonly exchanges: readonly Exchange[];
  readonly now: () => number;
  /** Sends the ordinary request of the target, with changes. */
  knock(knock?: Knock): Promise<Exchange>;
  /** Does something once in a run, for any number of checks. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
}

/** Creates what sends the ordinary request, and keeps what was sent. */
export function createKnock(
  client: Client,
  { target, tokens }: {
    readonly target: Target;
    readonly tokens: Pick<Tokens, "make">;
  },
  exchanges: Exchange[],
): Probe["knock"] {
  return async (knock = {}) => {
    const exchange = await client.send(toSent(target, tokens, knock));
    exchanges.push(exchange);
    if (exchange.status === 429) {
      throw new CannotTry("The server limits how often it is asked (429).");
    }
    // It may have failed for any reason, so it is no refusal.
    if (exchange.failure !== "" && !knock.mayFail) {
      throw new CannotTry(`The server gave no answer: ${exchange.failure}.`);
    }
    return exchange;
  };
}

/** Creates a function that does each thing once. */
export function createOnce(): Probe["once"] {
  const results = new Map<string, Promise<unknown>>();
  return <T>(name: string, make: () => Promise<T>) => {
    const result = results.get(name) ?? make();
    results.set(name, result);
    return result as Promise<T>;
  };
}

function toSent(
  target: Target,
  tokens: Pick<Tokens, "make">,
  knock: Knock,
): Sent {
  const { token, scheme = "Bearer", method = target.method } = knock;
  const text = typeof token === "object" ? tokens.make(token) : token;
  const ordinary = target.mcp !== null && method === "POST" &&
      knock.body === undefined
    ? toOrdinaryMessage(target.mcp)
    : undefined;
  const body = knock.body ?? ordinary?.body;
  return {
    method,
    path: knock.path ?? target.url.pathname + target.url.search,
    headers: {
      Accept: target.mcp ? "application/json, text/event-stream" : "*/*",
      ...ordinary?.headers,
      ...(text === undefined
        ? {}
        : { Authorization: `${scheme} ${text}`.trim() }),
      ...knock.headers,
    },
    ...(body === undefined ? {} : { body }),
    headersOnly: knock.headersOnly ?? false,
    secrets: [...(text ? [text] : []), ...knock.secrets ?? []],
    note: [knock.note, typeof token === "object" && describeToken(token)]
      .filter(Boolean).join(", "),
  };
}

/** Whether the server did what it was asked to do. */
export function isLetIn({ status, body, sent }: Exchange): boolean {
  if (status < 200 || status > 299) return false;
  return sent.body === undefined || !/"jsonrpc"/.test(sent.body) ||
    !isRpcError(body);
}

/** Whether a body, maybe of an event, is an error of JSON-RPC. */
function isRpcError(body: string): boolean {
  const message = parseMessage(body);
  return message !== null && "error" in message;
}

/** Parses the JSON object of a body, or of the first event in it. */
export function parseMessage(body: string): Record<string, unknown> | null {
  const event = /^data: *(\{.*)$/m.exec(body);
  try {
    const value = JSON.parse(event?.[1] ?? body);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
