import type { RefreshBehavior } from "../oauth/definition_facts.ts";
import type { Profile } from "../../model/model.ts";
import type {
  OAuth2Config,
  OAuthOptions,
  OAuthProvider,
  OIDCConfig,
} from "../oauth/oauth_config.ts";
import type { ProfileMapper } from "../oauth/profile_types.ts";
import type { PlaceholderTools } from "./placed.ts";
import { fapi, fixedPlaces, placeholderTools } from "./symbols.ts";
import { type ProfileMap, toMapper } from "../oauth/profile_map.ts";
import { fillPlaceholders, remakeFromEnv, tools } from "./placeholders.ts";
import { mergeProvider } from "./merge_provider.ts";

/** The options with which an application can override a definition: every key of the provider. */
export type ProviderOptions<C> = { [K in keyof C]?: C[K] | undefined };

/**
 * A provider definition: everything but its type. Its `profile` maps the user's
 * fields to members of the provider's profile, or is a function, which may
 * return a number as the id, or the switch `"fapi2"`.
 */
export type Definition<C> =
  & Omit<C, "type" | "profile">
  & (C extends OAuthOptions<infer P> ? {
      profile?:
        | ProfileMapper<P>
        | ProfileMap<P>
        | (C extends { type: "oidc" } ? "fapi2" : never)
        | undefined;
    }
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
 * for every request. A definition without `client` authenticates with
 * `client_secret_basic`; with an empty one, as the provider's metadata says.
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
 * module, like {@link defineOidc}. A definition without `client` authenticates
 * with `client_secret_post`, which most of these servers expect, and one without
 * `emailTrust` is `unverified`.
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
  const make: ProviderFactory<C, Extra> = (options) => {
    const definition = { ...defaults[type], ...define(options) };
    const provider = mergeProvider(
      withSwitch(withMapper(type, definition)),
      withSwitch(options),
    );
    const filled = fillPlaceholders(provider, (name) => {
      const value: unknown = Reflect.get(provider, name);
      return typeof value === "string" ? value : undefined;
    });
    const made = { ...filled, [fixedPlaces]: places, type } as unknown as C;
    if (!("placeholders" in provider)) return made;
    return withTools(
      made as C & OAuthProvider,
      (values) => make({ ...options, ...values }) as C & OAuthProvider,
    );
  };
  return make;
}

/** Adds the functions that fill placeholders to a provider. */
function withTools<T extends OAuthProvider>(
  made: T,
  make: (values: object) => T,
): T {
  const remake = remakeFromEnv(made, make);
  const own: PlaceholderTools = {
    ...tools,
    fillFromEnv: (provider, env, report) =>
      tools.fillFromEnv(remake(provider as T, env), env, report),
  };
  return { ...made, [placeholderTools]: own };
}

/** The keys that most definitions of a type would repeat. */
const defaults: Readonly<Record<string, Partial<OAuthOptions>>> = {
  oauth: {
    client: { token_endpoint_auth_method: "client_secret_post" },
    // `email_verified` means what it says only in OpenID Connect.
    emailTrust: "unverified",
  },
  oidc: { client: { token_endpoint_auth_method: "client_secret_basic" } },
};

/** Returns the definition with a function as its profile. */
function withMapper<T extends object>(type: string, definition: T): T {
  const { profile } = definition as { profile?: unknown };
  return typeof profile === "object" && profile !== null
    ? { ...definition, profile: toMapper(type, profile as ProfileMap) }
    : definition;
}

/** Moves the switch `profile: "fapi2"` to a key of its own: it replaces no mapper. */
function withSwitch<T extends object>(options: T): T {
  const { profile } = options as { profile?: unknown };
  return profile === "fapi2"
    ? { ...options, profile: undefined, [fapi]: true }
    : options;
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

/**
 * Returns the facts of a server without refresh tokens, which exchanges the
 * token of a sign-in for one of 60 days, and that one for another.
 *
 * @param prefix the start of its values of `grant_type`
 * @param url the origin of its API
 */
export function exchangeAt(prefix: string, url: string): RefreshBehavior {
  return {
    exchange: {
      grant: `${prefix}_exchange_token`,
      url: `${url}/access_token`,
      method: "GET",
    },
    extend: {
      grant: `${prefix}_refresh_token`,
      url: `${url}/refresh_access_token`,
      method: "GET",
      auth: "none",
    },
    lives: 5_184_000,
    refusals: ["190"],
  };
}
