import type { Context } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { findConfirmation } from "../../attempts/confirmation.ts";
import {
  type Confirmation,
  findGuardParams,
  type ParamTexts,
} from "../../attempts/guard_params.ts";
import { readRemember } from "../../attempts/remember.ts";
import { rememberSilentTry } from "../../attempts/silent_try.ts";
import {
  type AttemptPurpose,
  startAttempt,
} from "../../attempts/oauth_attempt.ts";
import { toAuthorizationUrl } from "./authorization/authorize.ts";
import { withConfirmation } from "./authorization/confirm.ts";
import { createKeyFor } from "./dpop/key.ts";
import { readMetadata } from "./discovery/metadata.ts";
import { withOffline } from "./authorization/offline.ts";
import { toRequestParams, withGuardParams } from "./authorization/params.ts";
import type { ResolvedOAuth } from "../../providers/oauth/oauth_provider.ts";

/** The URL to send the browser to, and the cookies it needs when it comes back. */
export interface Departure {
  readonly url: string;
  readonly cookies: readonly CookieChange[];
}

/** Begins signing in at an OAuth 2 or OpenID provider. */
export async function beginOAuth(
  ctx: Context,
  configured: ResolvedOAuth,
  purpose: AttemptPurpose,
): Promise<Departure> {
  const metadata = await readMetadata(ctx, configured);
  const guarded = purpose.guarded?.params ?? await findGuardParams(ctx);
  const provider = withGuardParams(withOffline(ctx, configured), guarded);
  const { scopes } = purpose;
  const sources = { provider, metadata, guarded, scopes };
  const asked = withSilence(purpose, guarded, toRequestParams(ctx, sources));
  const confirmation = await findAskedProof(ctx, purpose);
  const request = { provider, metadata, params: asked };
  const params = confirmation === null
    ? asked
    : await withConfirmation(ctx, request, confirmation);
  const silent = isSilent(purpose, provider, params);
  const { attempt, cookies } = await startAttempt(ctx, provider, {
    ...purpose,
    // The cookie of an attempt has little room.
    silent: silent || undefined,
    maxAge: toMaxAge(provider, asked),
    params: guarded,
    confirmation: confirmation ?? undefined,
    remember: await readRemember(ctx, confirmation),
    dpop: await createKeyFor(provider),
    scope: toKeptScope(purpose, params),
  });
  const url = await toAuthorizationUrl(
    ctx,
    provider,
    metadata,
    attempt,
    params,
  );
  return {
    url,
    cookies: silent ? [...cookies, await rememberSilentTry(ctx)] : cookies,
  };
}

/** Finds the proof that is asked for. A user who adds an account or scopes confirms nothing. */
async function findAskedProof(
  ctx: Context,
  { linkTo, guarded }: AttemptPurpose,
): Promise<Confirmation | null> {
  return linkTo === null
    ? guarded?.confirmation ?? await findConfirmation(ctx)
    : null;
}

/** Adds `prompt=none` (OpenID Connect Core section 3.1.2.1) to a silent sign-in. */
function withSilence(
  { silent }: AttemptPurpose,
  guarded: ParamTexts,
  params: ParamTexts,
): ParamTexts {
  const isFree = silent === true && !Object.hasOwn(guarded, "prompt");
  return isFree ? { ...params, prompt: "none" } : params;
}

/**
 * Whether the visitor asked for an answer without a page. If the definition or a
 * guard does so at every sign-in, the visitor needs an explanation.
 */
function isSilent(
  { silent = false }: AttemptPurpose,
  { authorization }: ResolvedOAuth,
  { prompt }: ParamTexts,
): boolean {
  return prompt === "none" &&
    (silent || authorization.params.prompt !== "none");
}

/** The limit on the characters of a scope that is kept: it has to fit into the attempt's cookie. */
const MAX_SCOPE = 1000;

/** The scope that is granted if the answer names none (RFC 6749 section 5.1). */
function toKeptScope(
  { scopes }: AttemptPurpose,
  { scope = "" }: ParamTexts,
): string | undefined {
  return scopes === undefined || scope.length > MAX_SCOPE ? undefined : scope;
}

/** The `max_age` that was requested; it is checked against the ID token later. */
function toMaxAge(
  provider: ResolvedOAuth,
  { max_age }: ParamTexts,
): number | null {
  const seconds = Number(max_age ?? NaN);
  return provider.type === "oidc" && seconds >= 0 ? seconds : null;
}
