/**
 * The path of a request through a guard: credentials, token, rules, answer.
 *
 * @module
 */

import { AuthError, ConfigurationError, toRow } from "../core/errors/errors.ts";
import { randomText } from "../core/crypto/random.ts";
import type { HeaderList } from "../core/http/headers.ts";
import { readClock } from "../core/runtime/clock.ts";
import type { Access } from "./access.ts";
import type { ResourceAnswer } from "./answers/answer.ts";
import { toChallenge, toParams } from "./answers/challenge.ts";
import {
  answerPreflight,
  assertListedOrigin,
  toCorsHeaders,
} from "./answers/cors.ts";
import { toCallerRefusal } from "./answers/refusals.ts";
import { answerMetadata } from "./answers/metadata.ts";
import { type ResourceRequest, usesDpop } from "./credential.ts";
import { type FoundSession, identify } from "./identify.ts";
import type { Guard } from "./options.ts";
import { Refusal } from "./refusal.ts";
import {
  type AccessRules,
  assertRuleNames,
  assertRules,
  type Demand,
  readDemand,
  toWanted,
} from "./rules/rules.ts";

/** What becomes of a request. */
export type Decision =
  | {
    readonly kind: "passed";
    readonly access: Access;
    /** Headers to add to the application's answer. */
    readonly headers: HeaderList;
  }
  | { readonly kind: "refused"; readonly answer: ResourceAnswer };

/** Answers the requests that need no token: for the metadata, and pre-flights. */
export async function answerPublic(
  guard: Guard,
  request: ResourceRequest,
): Promise<ResourceAnswer | null> {
  return await answerMetadata(guard, request) ??
    answerPreflight(guard, request);
}

/** A request as the framework has it, and how it is judged. */
export interface Asked<R> {
  readonly rules: AccessRules<R>;
  /** The framework's own request, for the application's rules. */
  readonly own: R;
  /** Undefined: the guard has no option `session`. */
  readonly readSession: (() => Promise<FoundSession>) | undefined;
}

/**
 * Decides about a request.
 *
 * @throws ConfigurationError for rules that the guard cannot apply, and whatever
 * a rule of the application threw
 */
export async function decide<R extends object>(
  guard: Guard,
  request: ResourceRequest,
  { rules, own, readSession }: Asked<R>,
): Promise<Decision> {
  const preflight = answerPreflight(guard, request);
  if (preflight !== null) return { kind: "refused", answer: preflight };
  assertRuleNames(rules);
  const { accept = ["token"] } = rules;
  if (accept.includes("session") && readSession === undefined) {
    throw new ConfigurationError([
      "A route accepts sessions, but `protect` has no option `session` to read them with.",
    ]);
  }
  const cors = toCorsHeaders(guard, request);
  const isBound = guard.isBound || rules.bound !== undefined;
  let demand: Demand = NOTHING;
  try {
    // Every request of an MCP server needs it (Model Context Protocol, transports).
    if (rules.tools !== undefined) assertListedOrigin(guard, request);
    demand = await readDemand(rules, { request, own });
    const now = readClock();
    const { access, headers } = await identify(guard, {
      request,
      own,
      accept,
      isBound,
      readSession: readSession ?? (() => Promise.resolve(NOBODY)),
      now,
    });
    await assertRules(guard, { access, demand, rules, request: own, now });
    return { kind: "passed", access, headers: [...cors, ...headers] };
  } catch (error) {
    const isDpop = isBound || usesDpop(request);
    const answer = toAnswer(guard, { error, demand, headers: cors, isDpop });
    if (answer === null) throw error;
    const body = request.method === "HEAD" ? null : answer.body;
    return { kind: "refused", answer: { ...answer, body } };
  }
}

const NOTHING: Demand = { all: [], any: [] };
const NOBODY: FoundSession = { session: null, headers: [] };

/**
 * Answers a request whose handler failed with an error of a token client, or
 * because an issuer or storage cannot be reached; null for any other error.
 */
export function answerFailure(
  guard: Guard,
  request: ResourceRequest,
  error: unknown,
): ResourceAnswer | null {
  const refusal = error instanceof AuthError ? toCallerRefusal(error) : null;
  return toAnswer(guard, {
    error: refusal ?? error,
    demand: NOTHING,
    headers: toCorsHeaders(guard, request),
    isDpop: usesDpop(request),
  });
}

interface Failed {
  readonly error: unknown;
  readonly demand: Demand;
  readonly headers: HeaderList;
  /** Whether the client has to prove a key with its token. */
  readonly isDpop: boolean;
}

/** Answers a request that failed; null for an error that is not ours. */
function toAnswer(
  guard: Guard,
  { error, demand, headers, isDpop }: Failed,
): ResourceAnswer | null {
  const ref = randomText(6);
  if (error instanceof Refusal) {
    const { facts, message, shown } = error;
    const { code, status } = facts;
    // Requests without credentials and new nonces are no news.
    const isNews = code === null ? status !== 401 : code !== "use_dpop_nonce";
    if (isNews) {
      guard.log.warn(code ?? "forbidden", `ref ${ref}: ${message}`, shown);
    }
    const scope = status === 401 ? toWanted(demand).join(" ") : "";
    const { metadataUrl, dpop } = guard;
    const algorithms = isDpop ? dpop.algorithms : [];
    const params = toParams(facts, { metadataUrl, scope, algorithms });
    return toJson(status, {
      headers: [...headers, ...facts.headers ?? [], [
        "www-authenticate",
        toChallenge(isDpop ? "DPoP" : "Bearer", params),
      ]],
      json: { error: code ?? "unauthorized", ref },
    });
  }
  const isOutage = error instanceof AuthError && toRow(error).isOutage === true;
  if (!isOutage) return null;
  // The issuer cannot be asked: the token is neither valid nor invalid.
  guard.log.error(error, ref);
  return toJson(503, {
    headers: [...headers, ["retry-after", "5"]],
    json: { error: "temporarily_unavailable", ref },
  });
}

function toJson(
  status: number,
  { headers, json }: {
    readonly headers: HeaderList;
    readonly json: Readonly<Record<string, string>>;
  },
): ResourceAnswer {
  return {
    status,
    headers: [
      ["content-type", "application/json"],
      ["cache-control", "no-store"],
      ["x-content-type-options", "nosniff"],
      ...headers,
    ],
    body: JSON.stringify(json),
  };
}
