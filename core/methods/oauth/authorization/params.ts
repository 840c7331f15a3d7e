import type { Context } from "../../../request/context.ts";
import {
  isProtectedParam,
  toTexts,
} from "../../../providers/oauth/endpoint_params.ts";
import type { ParamTexts } from "../../../attempts/guard_params.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import { addScopes, readScope } from "../../../providers/oauth/scopes.ts";
import { isFirstWarning } from "../../../storage/process_cache.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";

/** Parameters that a sign-in request may set if the definition has no list of its own. */
const ALLOWED_PARAMS: readonly string[] = [
  "scope",
  "prompt",
  "login_hint",
  "ui_locales",
  "acr_values",
  "max_age",
  "display",
  "domain_hint",
  "screen_hint",
  "kc_idp_hint",
];

/** Maximum characters of a visitor's value; legitimate ones are far shorter. */
const MAX_VALUE = 1024;

/** Merges the guard's authorization parameters over those of the provider's definition. */
export function withGuardParams(
  provider: ResolvedOAuth,
  guarded: ParamTexts | undefined,
): ResolvedOAuth {
  const { authorization } = provider;
  const params = { ...authorization.params, ...guarded };
  return { ...provider, authorization: { ...authorization, params } };
}

/** The sources of authorization parameters besides the visitor. */
export interface ParamSources {
  /** The provider with the guard's parameters, see {@link withGuardParams}. */
  readonly provider: ResolvedOAuth;
  readonly metadata: ProviderMetadata;
  /** The guard's own parameters, which no visitor can change. */
  readonly guarded: ParamTexts;
  /** Scopes to ask for besides the definition's, which no visitor can change either. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Builds the parameters of an authorization request, except those that protect
 * the flow. A guard's override the definition's. A visitor's parameter is used
 * if neither sets it; it replaces the definition's only if the definition lists
 * it in `allowedParams`. `scope` never gets wider, and `max_age` never longer.
 */
export function toRequestParams(
  ctx: Context,
  sources: ParamSources,
): ParamTexts {
  const { provider } = sources;
  const defined = withScopes(sources, withOpenId(ctx, provider));
  const asked = listAsked(ctx, provider).flatMap(([name, value]) => {
    const passed = decideParam(sources, defined, name, value);
    if (passed === null) tellLeftOut(ctx, provider, name);
    return passed === null ? [] : [[name, passed]];
  });
  return { ...defined, ...Object.fromEntries(asked) };
}

/** Lists the parameters of this request that visitors may set for this provider. */
function listAsked(
  ctx: Context,
  provider: ResolvedOAuth,
): (readonly [string, string])[] {
  const listed = provider.allowedParams;
  const refused = (listed ?? []).filter(isProtectedParam);
  if (refused.length > 0 && isFirstWarning(`allowedParams ${provider.id}`)) {
    ctx.effects.log.warn(
      "allowed-params",
      `\`allowedParams\` of provider "${provider.id}" lists ${
        refused.map((name) => `\`${name}\``).join(", ")
      }, which no visitor may set. Remove it there; what you want to ask for stands in \`authorization: { params: { … } }\` of the provider, or in \`params\` of a guard.`,
    );
  }
  return (listed ?? ALLOWED_PARAMS).flatMap((name) => {
    const [value = "", ...more] = ctx.request.query.getAll(name);
    // A duplicate is ambiguous, and an empty parameter counts as absent (RFC 6749 section 3.1).
    const isUsable = value !== "" && value.length <= MAX_VALUE &&
      more.length === 0;
    return isUsable && !isProtectedParam(name) ? [[name, value] as const] : [];
  });
}

/** Decides the value that a visitor's parameter is sent with; null leaves it out. */
function decideParam(
  { provider, metadata, guarded, scopes }: ParamSources,
  defined: ParamTexts,
  name: string,
  value: string,
): string | null {
  if (Object.hasOwn(guarded, name)) return null;
  if (name === "scope") {
    return scopes === undefined
      ? narrowScope(provider, defined.scope, value)
      : null;
  }
  const isSet = Object.hasOwn(defined, name) || isInEndpoint(metadata, name);
  if (isSet && provider.allowedParams === null) return null;
  return name !== "max_age" || isStricter(value, defined.max_age)
    ? value
    : null;
}

/** An endpoint may have query parameters of its own (RFC 6749 section 3.1). */
function isInEndpoint(metadata: ProviderMetadata, name: string): boolean {
  const { authorization_endpoint: endpoint = "" } = metadata;
  return URL.canParse(endpoint) && new URL(endpoint).searchParams.has(name);
}

/** A visitor may require a more recent sign-in than the definition does, not an older one. */
function isStricter(wanted: string, configured: string | undefined): boolean {
  return /^\d{1,9}$/.test(wanted) &&
    !(Number(wanted) > Number(configured ?? Infinity));
}

/** Keeps the parts of the definition's scope that the visitor requests; null if there are none. */
function narrowScope(
  { type }: ResolvedOAuth,
  scope: string | undefined,
  wanted: string,
): string | null {
  if (scope === undefined) return null;
  const { tokens, separator } = readScope(scope);
  const asked = new Set(readScope(wanted, separator).tokens);
  if (!tokens.some((token) => asked.has(token))) return null;
  return tokens
    .filter((token) => asked.has(token) || isOpenId(type, token))
    .join(separator);
}

function isOpenId(type: ResolvedOAuth["type"], token: string): boolean {
  return type === "oidc" && token === "openid";
}

/** The definition's parameters as strings, with the client id filled in. */
function withClientId({ authorization, clientId }: ResolvedOAuth): ParamTexts {
  return Object.fromEntries(
    Object.entries(toTexts(authorization.params)).map((
      [name, value],
    ) => [name, value.replace("{clientId}", clientId)]),
  );
}

/** Adds `openid` to the scope: a provider gives no ID token without it (OpenID Connect Core section 3.1.2.1). */
function withOpenId(ctx: Context, provider: ResolvedOAuth): ParamTexts {
  const defined = withClientId(provider);
  if (provider.type !== "oidc") return defined;
  const { tokens, separator } = readScope(defined.scope ?? "");
  if (tokens.includes("openid")) return defined;
  const scope = ["openid", ...tokens].join(separator);
  if (isFirstWarning(`openid ${provider.id}`)) {
    ctx.effects.log.warn(
      "openid",
      `The scope for provider "${provider.id}" lacks "openid", without which there is no ID token, so it was added. Write \`scope: "${scope}"\`, or \`type: "oauth"\` if the provider knows no OpenID Connect.`,
    );
  }
  return { ...defined, scope };
}

/** Adds the scopes of this request to the definition's. */
function withScopes(
  { provider: { source }, scopes }: ParamSources,
  defined: ParamTexts,
): ParamTexts {
  if (scopes === undefined || scopes.length === 0) return defined;
  const scope = addScopes(defined.scope ?? "", scopes, source.scopeSeparator);
  return { ...defined, scope };
}

function tellLeftOut(
  ctx: Context,
  provider: ResolvedOAuth,
  name: string,
): void {
  ctx.effects.log.debug(
    `The parameter \`${name}\` of a sign-in request to provider "${provider.id}" was left out: a guard or the definition sets it. List it in \`allowedParams\` if visitors may replace what the definition sets (\`scope\` only gets narrower, \`max_age\` only shorter).`,
  );
}
