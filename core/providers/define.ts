import type { Profile } from "../model/model.ts";
import {
  fixedPlaces,
  type OAuth2Config,
  type OAuthOptions,
  type OIDCConfig,
  placeholderTools,
  type ProfileMapper,
} from "./oauth_provider.ts";
import { fillPlaceholders, tools } from "./placeholders.ts";
import { withoutUndefined } from "../runtime/without_undefined.ts";

/** The options with which an application can override a definition: every key of the provider. */
export type ProviderOptions<C> = { [K in keyof C]?: C[K] | undefined };

/** A provider definition: everything but its type. The id that its `profile` returns may be a number. */
export type Definition<C> =
  & Omit<C, "type" | "profile">
  & (C extends OAuthOptions<infer P>
    ? { profile?: ProfileMapper<P> | undefined }
    : unknown);

/** A function that makes a provider. The application calls it, or lists it uncalled. */
export type ProviderFactory<C, Extra> = (
  options: ProviderOptions<C> & Extra,
) => C;

/** A definition, or a function that returns it for the application's options. */
export type Defining<C, Extra extends object> =
  | Definition<C>
  | ((options: ProviderOptions<C> & Extra) => Definition<C>);

/** A factory for a plain OAuth 2 provider, with the options `Extra` in addition to those of every provider. */
export type OAuthFactory<
  Extra extends object = object,
  P extends object = Profile,
> = ProviderFactory<OAuth2Config<P>, Extra>;

/** A factory for an OpenID Connect provider, with the options `Extra` in addition to those of every provider. */
export type OidcFactory<
  Extra extends object = object,
  P extends object = Profile,
> = ProviderFactory<OIDCConfig<P>, Extra>;

/**
 * Makes a factory for an OpenID Connect provider. Call it once, at the top of a
 * module: an issuer that the definition sets itself is assumed to be the same
 * for every request.
 *
 * @param define the definition, or a function that returns it for the
 * application's options
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { defineOidc } from "@latchkey/auth/providers";
 *
 * const Work = defineOidc<{ tenant: string }>({
 *   id: "work",
 *   name: "Work",
 *   // Also read from AUTH_WORK_TENANT.
 *   placeholders: { tenant: null },
 *   issuer: "https://{tenant}.login.example.com",
 * });
 *
 * const provider = Work({ tenant: "acme", clientId: "my-app" });
 * assert.equal(provider.issuer, "https://acme.login.example.com");
 * ```
 */
export function defineOidc<
  Extra extends object = object,
  P extends object = Profile,
>(define: Defining<OIDCConfig<P>, Extra>): OidcFactory<Extra, P> {
  return toFactory<OIDCConfig<P>, Extra>("oidc", define);
}

/**
 * Makes a factory for a plain OAuth 2 provider. Call it once, at the top of a
 * module, like {@link defineOidc}.
 *
 * @param define the definition, or a function that returns it for the
 * application's options
 */
export function defineOAuth<
  Extra extends object = object,
  P extends object = Profile,
>(define: Defining<OAuth2Config<P>, Extra>): OAuthFactory<Extra, P> {
  return toFactory<OAuth2Config<P>, Extra>("oauth", define);
}

function toFactory<C extends { type: string }, Extra extends object>(
  type: C["type"],
  defining: Defining<C, Extra>,
): ProviderFactory<C, Extra> {
  const define = typeof defining === "function" ? defining : () => defining;
  const places = toPlaces(define);
  return (options) => {
    const provider = mergeProvider(define(options), options);
    const filled = fillPlaceholders(provider, (name) => {
      const value: unknown = Reflect.get(provider, name);
      return typeof value === "string" ? value : undefined;
    });
    const own = !("placeholders" in provider)
      ? {}
      : { [placeholderTools]: tools };
    return { ...filled, ...own, [fixedPlaces]: places, type } as unknown as C;
  };
}

/** Returns the issuer and metadata URLs that the definition fixes for every request. */
function toPlaces(define: (options: never) => object): readonly string[] {
  try {
    const { issuer, wellKnown }: Partial<OAuthOptions> = define({} as never);
    return [issuer ?? [], wellKnown ?? []].flat();
  } catch {
    // A definition that requires options fixes nothing.
    return [];
  }
}

/** Keys whose objects are merged; everything else is replaced. */
const NESTED = [
  "authorization",
  "token",
  "userinfo",
  "client",
  "style",
  "endSession",
];

/** Merges the application's options into a definition. */
export function mergeProvider<T extends object>(
  definition: T,
  options: object,
): T {
  const merged = { ...definition } as Record<string | symbol, unknown>;
  for (const key of Reflect.ownKeys(options)) {
    const value = (options as Record<string | symbol, unknown>)[key];
    if (value === undefined || key === "__proto__") continue;
    merged[key] = NESTED.includes(String(key))
      ? mergeEndpoint(String(key), merged[key], value)
      : value;
  }
  return merged as T;
}

function mergeEndpoint(key: string, known: unknown, wanted: unknown): unknown {
  if (known === undefined) return wanted;
  const below = toObject(known);
  // Parameters in the application's URL take precedence, too.
  const above = readQuery(key, toObject(wanted));
  const params = { ...toParams(below), ...toParams(above) };
  const hasParams = Object.keys(params).length > 0;
  return { ...below, ...above, ...(hasParams ? { params } : {}) };
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "string"
    ? { url: value }
    : withoutUndefined(value as Record<string, unknown>);
}

function toParams(endpoint: Record<string, unknown>): object {
  return (endpoint.params ?? {}) as object;
}

/**
 * Moves the query parameters of an endpoint's URL into `params`. A token
 * endpoint keeps its query, because its parameters go into the body.
 */
export function readQuery<E extends { url?: unknown; params?: unknown }>(
  key: string,
  endpoint: E,
): E {
  const text = endpoint.url;
  const hasQuery = key === "authorization" || key === "userinfo";
  if (!hasQuery || typeof text !== "string" || !URL.canParse(text)) {
    return endpoint;
  }
  const url = new URL(text);
  if (url.search === "") return endpoint;
  const params = {
    ...Object.fromEntries(url.searchParams),
    ...endpoint.params as object,
  };
  url.search = "";
  return { ...endpoint, url: url.href, params };
}
