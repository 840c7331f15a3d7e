import type { Adapter } from "./adapter.ts";
import { GUARD_PARAMS, UNPROTECTED_ATTEMPT } from "./cookies.ts";
import { pickCredentials } from "./credentials_provider.ts";
import type { Emit } from "./events.ts";
import type { Log } from "./log.ts";
import { isOAuth } from "./oauth_provider.ts";
import type { ResolvedProvider } from "./provider.ts";
import type { AuthRequest } from "./request.ts";
import type { RequestHead } from "./request_head.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store.ts";

/** The only effects that an action may have on the outside world. */
export interface Effects {
  readonly store: Store;
  /** Where users are kept, if the application keeps them. */
  readonly adapter: Adapter | null;
  readonly emit: Emit;
  readonly log: Log;
}

/** All that reading a session may know and use. */
export interface SessionContext extends RequestHead {
  readonly settings: Settings;
  /** Milliseconds since the epoch: one clock reading for the whole request. */
  readonly now: number;
  /** A read must leave everything as it is: it does not say that somebody is there. */
  readonly isReadOnly: boolean;
  readonly effects: Effects;
}

/** All that an action may know and use. */
export interface Context extends SessionContext {
  readonly request: AuthRequest;
  readonly basePath: string;
  /** The provider that the path names. */
  readonly provider: ResolvedProvider | null;
  /** What the provider sent along: in the query, or in the body of a POST. */
  readonly callbackParams: URLSearchParams;
  /** The attempt of this browser that the callback's `state` names. */
  readonly attemptId: string | null;
  /** The absolute URL of an auth route. */
  url(...segments: readonly string[]): string;
}

/** The context of a session read. */
export function createSessionContext(
  settings: Settings,
  head: RequestHead,
  now: number,
): SessionContext {
  const { origin, policy, jar, isPrefetch, refusal } = head;
  return {
    origin,
    policy,
    jar,
    isPrefetch,
    refusal,
    settings,
    now,
    isReadOnly: isPrefetch,
    effects: settings,
  };
}

/** The context of a request to an auth route. */
export function createContext(
  settings: Settings,
  request: AuthRequest,
  now: number,
): Context {
  const { basePath, origin, providerId } = request;
  const session = createSessionContext(settings, request, now);
  const provider = settings.providers.get(providerId ?? "") ?? null;
  const callbackParams = request.method === "POST"
    ? new URLSearchParams(request.form)
    : request.query;
  const isHead = request.method === "HEAD";
  const effects = hideCredentials(session.effects, request, provider);
  return {
    ...session,
    // HEAD answers like GET and changes nothing.
    isReadOnly: isHead || session.isReadOnly,
    effects: isHead ? { ...effects, emit: () => {} } : effects,
    request,
    basePath,
    provider,
    callbackParams,
    attemptId: toAttemptId(request, provider, callbackParams),
    url: (...segments) => [origin + basePath, ...segments].join("/"),
  };
}

/** What was typed in is in no line of the log, whatever the errors of the host's own code say. */
function hideCredentials(
  effects: Effects,
  { form }: AuthRequest,
  provider: ResolvedProvider | null,
): Effects {
  if (provider?.type !== "credentials") return effects;
  const secrets = Object.values(pickCredentials(provider, form));
  const { store, adapter, emit, log } = effects;
  return { store, adapter, emit, log: log.hiding(secrets) };
}

/** By name: a cookie with a broken value is used up like any other. */
function toAttemptId(
  { jar, policy }: AuthRequest,
  provider: ResolvedProvider | null,
  params: URLSearchParams,
): string | null {
  const [named = ""] = (params.get("state") ?? "").split(".");
  const isUnprotected = isOAuth(provider) && provider.checks.none;
  const id = isUnprotected ? UNPROTECTED_ATTEMPT : named;
  // Otherwise any link to a callback could clear a guard's parameters.
  return id !== GUARD_PARAMS &&
      jar.seen.has(`${policy.names.attempt}.${id}`)
    ? id
    : null;
}
