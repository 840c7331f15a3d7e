/**
 * The authorization request of a user who has to prove their identity again
 * (OpenID Connect Core sections 3.1.2.1 and 5.5.1.1).
 *
 * @module
 */

import type {
  Confirmation,
  ParamTexts,
} from "../../../attempts/guard_params.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { Context } from "../../../request/context.ts";
import type { Demand } from "../../../session/demand.ts";
import { findPageUser } from "../../../session/page_user.ts";
import { toStrategy } from "../../../session/strategy.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";

/** An authorization request, before anything is asked of its proof. */
export interface Request {
  readonly provider: ResolvedOAuth;
  readonly metadata: ProviderMetadata;
  readonly params: ParamTexts;
}

/**
 * Adds to the parameters of a request what the proof has to show. Whether it
 * does is decided when the user comes back, for every method alike.
 */
export async function withConfirmation(
  ctx: Context,
  request: Request,
  { userId, demand }: Confirmation,
): Promise<ParamTexts> {
  const { provider, metadata, params } = request;
  if (provider.type !== "oidc") return params;
  return {
    ...params,
    ...toMaxAge(params, demand),
    ...toAcr(metadata, params, demand),
    ...userId === null ? {} : await toSamePerson(ctx, request, demand),
  };
}

/**
 * The visitor, a guard or the definition may already ask for a more recent
 * proof.
 */
function toMaxAge(
  { max_age }: ParamTexts,
  { maxAge }: Demand,
): ParamTexts {
  if (maxAge === undefined) return {};
  const asked = Number(max_age ?? NaN);
  return { max_age: String(asked < maxAge ? asked : maxAge) };
}

/** Asks for a context class, as an essential claim where the provider knows those. */
function toAcr(
  { claims_parameter_supported: knowsClaims }: ProviderMetadata,
  { claims: text = "{}" }: ParamTexts,
  { acr }: Demand,
): ParamTexts {
  if (acr === undefined) return {};
  if (knowsClaims !== true) return { acr_values: acr.join(" ") };
  const claims = JSON.parse(text);
  const wanted = { acr: { essential: true, values: acr } };
  const id_token = { ...claims.id_token, ...wanted };
  return { claims: JSON.stringify({ ...claims, id_token }) };
}

/**
 * Names the account to the provider of the session only: another one may not
 * know the address. If that provider did not say when it authenticated the
 * user, it may not know `max_age` either, and is asked to authenticate the user
 * now, if it knows how.
 */
async function toSamePerson(
  ctx: Context,
  { provider, metadata, params }: Request,
  { maxAge }: Demand,
): Promise<ParamTexts> {
  const present = await toStrategy(ctx).find(ctx);
  const known = present?.authentication ?? null;
  if (known?.provider !== provider.id) return {};
  const user = await findPageUser({ ...ctx, isReadOnly: true });
  const email = user?.user.email ?? null;
  const { prompt_values_supported: prompts } = metadata;
  const asksAgain = maxAge !== undefined && known.at === null &&
    Array.isArray(prompts) && prompts.includes("login");
  return {
    ...email === null ? {} : { login_hint: email },
    ...asksAgain ? { prompt: "login" } : {},
    // A guard, the definition or the visitor may have said otherwise.
    ...pick(params, ["login_hint", "prompt"]),
  };
}

function pick(params: ParamTexts, names: readonly string[]): ParamTexts {
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => names.includes(name)),
  );
}
