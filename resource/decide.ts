/**
 * The path of a request through a guard: credentials, token, rules, answer.
 *
 * @module
 */

import { AuthError } from "../core/errors/errors.ts";
import { randomText } from "../core/crypto/random.ts";
import type { HeaderList } from "../core/http/headers.ts";
import { readClock } from "../core/runtime/clock.ts";
import type { Access } from "./access.ts";
import type { Awaitable } from "../core/model/model.ts";
import type { ResourceAnswer } from "./answers/answer.ts";
import { toChallenge, toParams } from "./answers/challenge.ts";
import { answerPreflight, toCorsHeaders } from "./answers/cors.ts";
import { answerMetadata } from "./answers/metadata.ts";
import { readCredential, type ResourceRequest } from "./credential.ts";
import { readToken, verifyJwt } from "./jwt/verify_jwt.ts";
import type { Guard } from "./options.ts";
import { Refusal, refuseToken } from "./refusal.ts";
import {
  type AccessRules,
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
export function answerPublic(
  guard: Guard,
  request: ResourceRequest,
): Awaitable<ResourceAnswer | null> {
  return answerMetadata(guard, request) ?? answerPreflight(guard, request);
}

/**
 * Decides about a request.
 *
 * @param own the request as the framework has it, for the application's rules
 * @throws whatever a rule of the application threw
 */
export async function decide<R>(
  guard: Guard,
  request: ResourceRequest,
  { rules, own }: { readonly rules: AccessRules<R>; readonly own: R },
): Promise<Decision> {
  const preflight = answerPreflight(guard, request);
  if (preflight !== null) return { kind: "refused", answer: preflight };
  const demand = await readDemand(rules, own);
  const headers = toCorsHeaders(guard, request);
  try {
    const now = readClock();
    const access = await readAccess(guard, request, now);
    await assertRules(guard, { access, demand, rules, request: own, now });
    return { kind: "passed", access, headers };
  } catch (error) {
    const answer = toAnswer(guard, { error, demand, headers });
    if (answer === null) throw error;
    const body = request.method === "HEAD" ? null : answer.body;
    return { kind: "refused", answer: { ...answer, body } };
  }
}

async function readAccess(
  guard: Guard,
  request: ResourceRequest,
  now: number,
): Promise<Access> {
  const credential = readCredential(request);
  if (credential === null) {
    throw new Refusal(
      { status: 401, code: null },
      "The request has no access token.",
    );
  }
  const read = readToken(credential.token);
  if (read === null) throw refuseToken("it is not a signed token");
  return await verifyJwt(guard, read, now);
}

interface Failed {
  readonly error: unknown;
  readonly demand: Demand;
  readonly headers: HeaderList;
}

/** Answers a request that failed; null for an error that is not ours. */
function toAnswer(
  guard: Guard,
  { error, demand, headers }: Failed,
): ResourceAnswer | null {
  const ref = randomText(6);
  if (error instanceof Refusal) {
    const { facts, message, shown } = error;
    if (facts.code !== null) {
      guard.log.warn(facts.code, `ref ${ref}: ${message}`, shown);
    }
    const scope = facts.status === 401 ? toWanted(demand).join(" ") : "";
    const { metadataUrl } = guard;
    const params = toParams(facts, { metadataUrl, scope });
    return toJson(facts.status, {
      headers: [...headers, [
        "www-authenticate",
        toChallenge("Bearer", params),
      ]],
      json: { error: facts.code ?? "unauthorized", ref },
    });
  }
  if (!(error instanceof AuthError)) return null;
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
