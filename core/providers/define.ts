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
import { mergeProvider } from "./merge_provider.ts";

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
