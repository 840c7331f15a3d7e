import type { Context } from "../context.ts";
import { isProtectedParam, toTexts } from "../endpoint_params.ts";
import type { ParamTexts } from "../guard_params.ts";
import type { ResolvedOAuth } from "../oauth_provider.ts";
import { isFirstWarning } from "../shared.ts";
import type { ProviderMetadata } from "./metadata.ts";

/** What a sign-in request may ask of the provider, unless the definition lists it itself. */
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

/** Longer than any honest value. */
const MAX_VALUE = 1024;

/** A provider with a guard's parameters above those of its definition. */
export function withGuardParams(
  provider: ResolvedOAuth,
  guarded: ParamTexts | undefined,
): ResolvedOAuth {
  const { authorization } = provider;
  const params = { ...authorization.params, ...guarded };
  return { ...provider, authorization: { ...authorization, params } };
}

/** Who sets authorization parameters besides the visitor. */
export interface ParamSources {
  /** With the guard's parameters, see {@link withGuardParams}. */
  readonly provider: ResolvedOAuth;
  readonly metadata: ProviderMetadata;
  /** What a guard asks for: nothing of it can be changed. */
  readonly guarded: ParamTexts;
}

/**
 * The parameters of an authorization request, but those that protect the flow:
 * the definition's, above them the guard's, and of the visitor's what neither
 * sets. Only what the definition lists itself in `allowedParams` may replace
 * what it sets; `scope` never gets wider, and `max_age` never longer.
 */
export function toRequestParams(
  ctx: Context,
  sources: ParamSources,
): ParamTexts {
  const { provider } = sources;
  const defined = withOpenId(ctx, provider);
  const asked = listAsked(ctx, provider).flatMap(([name, value]) => {
    const passed = decideParam(sources, defined, name, value);
    if (passed === null) tellLeftOut(ctx, provider, name);
    return passed === null ? [] : [[name, passed]];
  });
  return { ...defined, ...Object.fromEntries(asked) };
}

/** What the visitor asks for, of all that visitors of this provider may ask for. */
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
    // What is said twice is said by nobody; what is empty is not said (RFC 6749 section 3.1).
    const isSaid = value !== "" && value.length <= MAX_VALUE &&
      more.length === 0;
    return isSaid && !isProtectedParam(name) ? [[name, value] as const] : [];
  });
}

/** The value that a visitor's parameter passes with, or null. */
function decideParam(
  { provider, metadata, guarded }: ParamSources,
  defined: ParamTexts,
  name: string,
  value: string,
): string | null {
  if (Object.hasOwn(guarded, name)) return null;
  if (name === "scope") return narrowScope(provider, defined.scope, value);
  const isSet = Object.hasOwn(defined, name) || isInEndpoint(metadata, name);
  if (isSet && provider.allowedParams === null) return null;
  return name !== "max_age" || isStricter(value, defined.max_age)
    ? value
    : null;
}

/** Some endpoints have parameters of their own (RFC 6749 section 3.1). */
function isInEndpoint(metadata: ProviderMetadata, name: string): boolean {
  const { authorization_endpoint: endpoint = "" } = metadata;
  return URL.canParse(endpoint) && new URL(endpoint).searchParams.has(name);
}

/** A visitor may ask for a fresher sign-in than the definition does, not for an older one. */
function isStricter(wanted: string, configured: string | undefined): boolean {
  return /^\d{1,9}$/.test(wanted) &&
    !(Number(wanted) > Number(configured ?? Infinity));
}

/** What of the definition's scope the visitor wants; null where that is nothing. */
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

/** The parts of a scope. Some providers put commas between them. */
function readScope(
  scope: string,
  separator?: string,
): { tokens: readonly string[]; separator: string } {
  const split = (text: string) =>
    text.split(" ").filter((token) => token !== "");
  const parts = scope.split(",").map(split);
  const hasCommas = parts.length > 1 &&
    parts.every((tokens) => tokens.length < 2);
  return (separator ?? (hasCommas ? "," : " ")) === ","
    ? { tokens: parts.flat(), separator: "," }
    : { tokens: split(scope), separator: " " };
}

/** What is defined, with `openid` in the scope: without it there is no ID token (OpenID Connect Core section 3.1.2.1). */
function withOpenId(ctx: Context, provider: ResolvedOAuth): ParamTexts {
  const defined = toTexts(provider.authorization.params);
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

function tellLeftOut(
  ctx: Context,
  provider: ResolvedOAuth,
  name: string,
): void {
  ctx.effects.log.debug(
    `The parameter \`${name}\` of a sign-in request to provider "${provider.id}" was left out: a guard or the definition sets it. List it in \`allowedParams\` if visitors may replace what the definition sets (\`scope\` only gets narrower, \`max_age\` only shorter).`,
  );
}
