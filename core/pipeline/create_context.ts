import {
  type Context,
  createSessionContext,
  createTokenChanges,
  createUrls,
  type Effects,
} from "../request/context.ts";
import { toEffects } from "../audit/audited.ts";
import { readFacts } from "./attend.ts";
import { withState } from "../attempts/response_state.ts";
import {
  GUARD_PARAMS,
  SILENT_TRY,
  UNPROTECTED_ATTEMPT,
} from "../http/cookies.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import type { AuthRequest } from "../request/request.ts";
import type { Settings } from "../config/settings.ts";
import { pickCredentials } from "../providers/typed_credentials.ts";

/** The context of a request to an auth route. */
export function createContext(
  settings: Settings,
  request: AuthRequest,
  now: number,
): Context {
  const { basePath, origin, providerId } = request;
  const session = createSessionContext(settings, request, now);
  const provider = settings.providers.get(providerId ?? "") ?? null;
  const callbackParams = withState(
    provider,
    request.method === "POST"
      ? new URLSearchParams(request.form)
      : request.query,
  );
  const isHead = request.method === "HEAD";
  const facts = settings.audit === null
    ? null
    : readFacts(request, request, request.address);
  const all = toEffects(settings, facts);
  const effects = hideCredentials(all, request, provider);
  return {
    ...session,
    tokenChanges: createTokenChanges(),
    // HEAD is answered like GET but changes nothing.
    isReadOnly: isHead || session.isReadOnly,
    effects: isHead ? { ...effects, emit: () => {} } : effects,
    request,
    basePath,
    provider,
    callbackParams,
    attemptId: toAttemptId(request, provider, callbackParams),
    url: createUrls(origin, basePath),
  };
}

/**
 * Removes submitted credentials from the log, even if an error thrown by the
 * application's code contains them.
 */
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

/**
 * Looks at the cookie's name only: a cookie with a broken value is used up too.
 */
function toAttemptId(
  { jar, policy }: AuthRequest,
  provider: ResolvedProvider | null,
  params: URLSearchParams,
): string | null {
  const [named = ""] = (params.get("state") ?? "").split(".");
  const isUnprotected = isOAuth(provider) && provider.checks.none;
  const id = isUnprotected ? UNPROTECTED_ATTEMPT : named;
  // Without this check, any link to a callback could clear a guard's
  // parameters, or have the browser sent away silently again.
  return id !== "" && id !== GUARD_PARAMS && id !== SILENT_TRY &&
      jar.seen.has(`${policy.names.attempt}.${id}`)
    ? id
    : null;
}
