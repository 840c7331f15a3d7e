import type { AuthError } from "../../errors/auth_error.ts";
import { readClock } from "../../runtime/clock.ts";
import type { Settings } from "../../config/settings.ts";
import { acceptsHtml } from "../client.ts";
import type { Context } from "../context.ts";
import { type Incoming, readHead, type RequestHead } from "../request_head.ts";
import {
  type CookieFact,
  COOKIES,
  FACTS,
  METHODS,
  type RequestFact,
  sealDiagnosis,
} from "./diagnosis.ts";
import { toAge, toBits, toNumber } from "./pack.ts";

/** What failed, and where. */
export interface Failure {
  readonly error: AuthError;
  /** The action, or the part of the library that is none. */
  readonly step: string;
  /** The id of the provider. */
  readonly provider?: string | null | undefined;
}

/** The part of a request that a diagnosis is made from. */
interface Visit {
  readonly head: RequestHead;
  readonly method: string;
  readonly header: Incoming["header"];
  readonly params: URLSearchParams;
  readonly attemptId: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Makes the reference of an error of an auth route. */
export async function createReference(
  ctx: Context,
  error: AuthError,
): Promise<string> {
  const { request, now, callbackParams: params } = ctx;
  // Even if this browser has no such attempt.
  const [named = ""] = (params.get("state") ?? request.form.state ?? "")
    .split(".");
  const attemptId = /^\w{9}[\w-]{12}$/.test(named) ? named : null;
  const { method, header, action, providerId } = request;
  const visit = { head: request, method, header, params, attemptId, now };
  const failure = { error, step: action, provider: providerId };
  return await sealFor(ctx.settings, failure, visit);
}

/** Makes the reference of an error outside the auth routes. */
export async function createHostReference(
  settings: Settings,
  incoming: Incoming,
  failure: Failure,
): Promise<string> {
  const { method, header } = incoming;
  return await sealFor(settings, failure, {
    head: readHead(incoming, settings),
    params: new URLSearchParams(),
    attemptId: null,
    now: readClock(),
    method,
    header,
  });
}

async function sealFor(
  settings: Settings,
  { error, step, provider = null }: Failure,
  visit: Visit,
): Promise<string> {
  const { keyring, origin, namesHosts } = settings;
  const { head, attemptId, method, now } = visit;
  const isConfigured = origin !== null || namesHosts;
  const found = METHODS.findIndex((one) => one === method);
  return await sealDiagnosis(keyring, {
    type: toNumber(error.type, "type"),
    code: toNumber(error.code ?? null, "code"),
    step: toNumber(step, "step"),
    method: found < 0 ? METHODS.length - 1 : found,
    provider: toNumber(provider, "provider"),
    message: toNumber(toSkeleton(error), "message"),
    age: toAge(toSeconds(attemptId, now)),
    cookies: toBits(COOKIES, findCookies(settings, head, attemptId)),
    facts: toBits(FACTS, findFacts(visit, isConfigured)),
  }, now);
}

/** Names of the protocols, which say what a message is about. */
const NAMES =
  /^"(?:access_token|alg|at_hash|aud|auth_time|azp|code|exp|iat|id_token|iss|kid|nbf|nonce|state|sub|token_type|typ)"$/;

/** The causes of an error that tell what it is about. */
const DEPTH = 3;

/** The messages of an error and its causes, without what differs from one request to the next. */
function toSkeleton(error: Error, depth = DEPTH): string {
  const { cause } = error as { cause?: { err?: unknown } };
  const inner = cause?.err ?? cause;
  const more = depth > 0 && inner instanceof Error
    ? toSkeleton(inner, depth - 1)
    : "";
  return more + error.message.replace(
    /"[^"]*"|\d+|https?:\S+/g,
    (part) => NAMES.test(part) ? part : "",
  );
}

/** The age of an attempt, which its id begins with. */
function toSeconds(attemptId: string | null, now: number): number | null {
  const began = parseInt(attemptId?.slice(0, 9) ?? "", 36);
  return Number.isFinite(began) ? Math.floor((now - began) / 1000) : null;
}

function findCookies(
  { cookies: { secure, plain } }: Settings,
  { jar, policy }: RequestHead,
  attemptId: string | null,
): Set<CookieFact> {
  const others = [...jar.attempts.keys()].filter((id) => id !== attemptId);
  const unknown = jar.header.split(";")
    .map((one) => one.trim().split("=", 1)[0] ?? "")
    .filter((name) => name !== "" && !jar.seen.has(name));
  // A site that is served by https and by http has two sets of names.
  const { names } = policy === secure ? plain : secure;
  const isOurs = (name: string) =>
    Object.values(names).some((own) =>
      name === own || name.startsWith(`${own}.`)
    );
  const came: Readonly<Record<CookieFact, boolean>> = {
    "session": jar.session.length > 0,
    "repeated session": jar.isAmbiguous || jar.session.length > 1,
    "csrf": jar.csrf.length > 0,
    "this attempt": attemptId !== null && jar.attempts.has(attemptId),
    "other attempts": others.length > 0,
    "challenge": jar.challenge.length > 0,
    "device": jar.device.length > 0,
    "remembered": jar.remembered.length > 0,
    "tokens": jar.tokens.size > 0,
    "of other applications": unknown.some((name) => !isOurs(name)),
    "ours under other names": unknown.some(isOurs),
  };
  return new Set(COOKIES.filter((name) => came[name]));
}

function findFacts(
  { head, header, params, attemptId }: Visit,
  isConfigured: boolean,
): Set<RequestFact> {
  const { origin, refusal, isPrefetch } = head;
  const site = header("sec-fetch-site");
  const from = header("origin");
  const holds: Readonly<Record<RequestFact, boolean>> = {
    "https": origin.startsWith("https:"),
    "host configured": isConfigured,
    "host refused": refusal !== null && origin === "null",
    "x-forwarded-proto": header("x-forwarded-proto") !== null,
    "x-forwarded-host": header("x-forwarded-host") !== null,
    "same origin": site === "same-origin",
    "cross-site": site === "cross-site",
    "foreign origin header": from !== null && from !== origin,
    "for a program": !acceptsHtml({ header }),
    "names an attempt": attemptId !== null,
    "code": params.has("code"),
    "error of the provider": params.has("error"),
    "iss": params.has("iss"),
    "prefetch": isPrefetch,
  };
  return new Set(FACTS.filter((name) => holds[name]));
}
