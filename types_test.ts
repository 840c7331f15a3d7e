/**
 * The promises of the types: `deno check` fails if they differ. The tests that
 * run cover promises about values.
 */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  Auth,
  AuthError,
  createAuth,
  CredentialsSignin,
  type customFetch,
  raw,
  type RawResponse,
  SignInError,
  skipCSRFCheck,
} from "@latchkey/auth";
import type {
  Account,
  AccountCallback,
  AccountKey,
  AdapterSession,
  AdapterUser,
  Address,
  AddressLimitOptions,
  AppProvider,
  AuthConfig,
  AuthErrorCause,
  AuthErrorOptions,
  AuthorizationDetails,
  AuthorizationEndpoint,
  Awaitable,
  BrowserUpdate,
  Callbacks,
  ClientMetadata,
  CommonProviderOptions,
  CookieAttributes,
  CookieOptions,
  CookieOverride,
  CredentialInput,
  CredentialInputs,
  CredentialsConfig,
  CredentialsLimitOptions,
  CustomFetch,
  DefaultSession,
  ErrorType,
  Events,
  JWT,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
  LimitKind,
  LimitOptions,
  Limits,
  Logger,
  OAuth2Config,
  OAuthEndpointType,
  OAuthProvider,
  OAuthProviderButtonStyles,
  OIDCConfig,
  Pages,
  Profile,
  ProfileCallback,
  Provider,
  ProviderInput,
  ProviderType,
  RedirectableProviderType,
  Session,
  SessionBridge,
  SessionMaxAge,
  SessionOf,
  SessionOptions,
  SessionUser,
  SignInChecks,
  SignInFailure,
  Store,
  Theme,
  TokenEndpoint,
  TokenEndpointHandler,
  TokenSet,
  User,
  UserinfoEndpoint,
  UserinfoEndpointHandler,
} from "@latchkey/auth";
import * as errors from "@latchkey/auth/errors";
import { Credentials } from "@latchkey/auth/providers/credentials";
import type { GetTokenParams } from "@latchkey/auth/jwt";
import {
  getSession,
  ServerAuth,
  type ServerAuthConfig,
  type ServerLocals,
  type ServerRequest,
  updateSession,
} from "@latchkey/auth/server";
import type * as types from "@latchkey/auth/types";

/** Whether two types are identical, modifiers included. */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends
  (<T>() => T extends B ? 1 : 2) ? true : false;
/** The members of an intersection, as one object type. */
type Flat<T> = { [K in keyof T]: T[K] };
/** Compiles only for true. */
function holds<_T extends true>(): void {}
/** Compiles only if both types are identical. */
function is<A, B>(..._proof: Equal<A, B> extends true ? [] : [never]): void {}

type Text = string | undefined;
type MaybeText = string | null | undefined;

describe("the data types", () => {
  it("Account has the token set, read-only except for expires_at", () => {
    is<Flat<Account>, {
      provider: string;
      providerAccountId: string;
      type: ProviderType;
      userId?: Text;
      readonly access_token?: Text;
      readonly authorization_details?:
        | readonly AuthorizationDetails[]
        | undefined;
      readonly expires_in?: number | undefined;
      expires_at?: number | undefined;
      readonly id_token?: Text;
      readonly refresh_token?: Text;
      readonly scope?: Text;
      readonly token_type?: Lowercase<string> | undefined;
    }>();
    is<
      Flat<TokenSet>,
      Flat<
        Omit<Account, "provider" | "providerAccountId" | "type" | "userId">
      >
    >();
    is<ProviderType, "oidc" | "oauth" | "email" | "credentials" | "webauthn">();
    const account: Account = {
      provider: "",
      providerAccountId: "",
      type: "oidc",
    };
    // @ts-expect-error the tokens are read only
    account.access_token = "x";
    // @ts-expect-error always lower case
    const upper: TokenSet = { token_type: "Bearer" };
    account.expires_at = 1;
    assert.ok(upper);
  });

  it("Session, DefaultSession and User have the documented fields", () => {
    is<
      Flat<DefaultSession>,
      { user?: SessionUser | undefined; expires: string }
    >();
    is<Flat<SessionUser>, Flat<Omit<User, "id"> & { id: string }>>();
    is<
      Flat<Session>,
      Flat<DefaultSession & Pick<Session, "authentication" | "actor">>
    >();
    is<Flat<User>, {
      id?: Text;
      name?: MaybeText;
      email?: MaybeText;
      image?: MaybeText;
    }>();
  });

  it("Profile has an address, and every further claim is unknown", () => {
    type Claims =
      | "id"
      | "sub"
      | "name"
      | "given_name"
      | "family_name"
      | "middle_name"
      | "nickname"
      | "preferred_username"
      | "profile"
      | "email"
      | "gender"
      | "birthdate"
      | "locale"
      | "phone_number"
      | "website"
      | "zoneinfo";
    is<Flat<Pick<Profile, Claims>>, { [K in Claims]?: MaybeText }>();
    is<Flat<Pick<Profile, "email_verified" | "updated_at" | "address">>, {
      email_verified?: boolean | null | undefined;
      updated_at?: string | number | Date | null | undefined;
      address?: Address | null | undefined;
    }>();
    // deno-lint-ignore no-explicit-any -- it is exactly any
    is<Profile["picture"], any>();
    is<Profile["a claim of its own"], unknown>();
    type Lines =
      | "country"
      | "formatted"
      | "locality"
      | "postal_code"
      | "region"
      | "street_address";
    is<Flat<Address>, { [K in Lines]?: MaybeText }>();
  });

  it("JWT is open for the application's own claims", () => {
    is<Flat<Pick<JWT, "name" | "email" | "picture" | "sub">>, {
      name?: MaybeText;
      email?: MaybeText;
      picture?: MaybeText;
      sub?: Text;
    }>();
    is<JWT["role"], unknown>();
  });
});

describe("AuthError", () => {
  it("AuthError has message, name, stack, cause and type, and the forms of the constructor", () => {
    is<
      Flat<Pick<AuthError, "message" | "name" | "stack">>,
      { message: string; name: string; stack?: string }
    >();
    is<AuthError["type"], ErrorType>();
    is<AuthError["cause"], AuthErrorCause | undefined>();
    is<AuthErrorCause["err"], Error | undefined>();
    is<AuthErrorCause["anything"], unknown>();
    is<ConstructorParameters<typeof AuthError>, [
      message?: string | Error | AuthErrorOptions | undefined,
      options?: AuthErrorOptions | undefined,
    ]>();
    const options: ErrorOptions = { cause: new Error("below") };
    const forms = [
      new AuthError(),
      new AuthError("text"),
      new AuthError("text", options),
      new AuthError(options),
      new AuthError(new Error("below")),
      new AuthError(undefined, options),
    ];
    assert.deepEqual(
      forms.map((error) => [error.message, error.cause?.err?.message]),
      [
        ["", undefined],
        ["text", undefined],
        ["text", "below"],
        ["below", "below"],
        ["below", "below"],
        ["below", "below"],
      ],
    );
    for (const error of forms) {
      assert.equal(error.name, "AuthError");
      assert.equal(error.type, "AuthError");
      assert.equal(error.kind, "error");
      assert.ok(error instanceof Error && typeof error.stack === "string");
    }
  });

  it("AuthError keeps facts about its cause beside the error", () => {
    const err = new Error("below");
    const error = new AuthError("text", { cause: { err, provider: "op" } });
    assert.equal(error.cause?.err, err);
    assert.equal(error.cause?.provider, "op");
    assert.deepEqual(new AuthError("x", { cause: "text" }).cause, undefined);
  });

  it("AuthError is the base of every error, each with its own static type and kind", () => {
    // Visitors see it as a wrong password; clients, as the other one.
    const types: Readonly<Record<string, string>> = {
      ConfigurationError: "Configuration",
      InteractionRequired: "ReauthenticationRequired",
      UnknownPasswordHash: "CredentialsSignin",
    };
    for (const [name, value] of Object.entries(errors)) {
      const { prototype, type, kind } = value;
      assert.ok(name === "AuthError" || prototype instanceof AuthError);
      assert.ok(["signIn", "error", "direct"].includes(kind));
      assert.equal(type, types[name] ?? name);
    }
  });
});

describe("providers", () => {
  it("providers have id, name and type in common, and a browser gets two URLs besides", () => {
    is<Flat<CommonProviderOptions>, {
      id: string;
      name: string;
      type: ProviderType;
    }>();
    is<Flat<AppProvider>, {
      id: string;
      name: string;
      type: "oidc" | "oauth" | "email" | "credentials" | "webauthn";
      callbackUrl: string;
      signinUrl: string;
    }>();
    is<RedirectableProviderType, "email" | "credentials">();
    is<OAuthEndpointType, "authorization" | "token" | "userinfo">();
    is<AccountCallback, (tokens: TokenSet) => TokenSet | undefined | void>();
    is<
      ProfileCallback,
      (profile: Profile, tokens: TokenSet) => Awaitable<User>
    >();
  });

  it("OAuth2Config and OIDCConfig require id and type only", () => {
    type Common = {
      id: string;
      name?: Text;
      issuer?: Text;
      wellKnown?: Text;
      authorization?: string | AuthorizationEndpoint | undefined;
      token?: string | TokenEndpoint | undefined;
      userinfo?: string | UserinfoEndpoint | undefined;
      clientId?: Text;
      clientSecret?: Text;
      client?: ClientMetadata | undefined;
      profile?: ProfileCallback | undefined;
      redirectProxyUrl?: Text;
      style?: OAuthProviderButtonStyles | undefined;
      [customFetch]?: CustomFetch | undefined;
    };
    is<Flat<Pick<OAuth2Config, keyof Common>>, Common>();
    is<
      Flat<Pick<OIDCConfig, keyof Common>>,
      Flat<
        Omit<Common, "profile"> & {
          profile?: ProfileCallback | "fapi2" | undefined;
        }
      >
    >();
    is<Flat<Pick<OAuth2Config, "type" | "checks">>, {
      type: "oauth";
      checks?: readonly ("pkce" | "state" | "none")[] | undefined;
    }>();
    is<Flat<Pick<OIDCConfig, "type" | "checks" | "idToken">>, {
      type: "oidc";
      checks?: readonly ("pkce" | "state" | "nonce" | "none")[] | undefined;
      idToken?: boolean | undefined;
    }>();
    // @ts-expect-error a nonce is of OpenID Connect
    const nonce: OAuth2Config = { id: "x", type: "oauth", checks: ["nonce"] };
    // @ts-expect-error neither is the ID token
    const idToken: OAuth2Config = { id: "x", type: "oauth", idToken: true };
    const list: ProviderInput[] = [
      { id: "x", type: "oauth" },
      { id: "x", type: "oidc" },
      { id: "x", type: "oidc", options: { clientId: "y" } },
      () => ({ id: "x", type: "oidc" }),
      (options: { clientId?: string }) => ({
        id: "x",
        type: "oidc",
        ...options,
      }),
    ];
    assert.ok(nonce && idToken && list);
  });

  it("buttons accept older style keys", () => {
    is<Flat<OAuthProviderButtonStyles>, {
      bg?: Text;
      brandColor?: Text;
      logo?: Text;
      text?: Text;
    }>();
  });

  it("each request can be replaced, and the replacement gets what the library would have sent", () => {
    is<
      CustomFetch,
      (input: string | URL | Request, init?: RequestInit) => Promise<Response>
    >();
    const like: CustomFetch = fetch;
    is<Awaited<ReturnType<TokenEndpointHandler>>, { tokens: TokenSet }>();
    type TokenContext = Parameters<TokenEndpointHandler>[0];
    is<TokenContext["params"], Readonly<Record<string, string>>>();
    is<TokenContext["checks"], SignInChecks>();
    is<TokenContext["provider"], OAuthProvider & { callbackUrl: string }>();
    is<Awaited<ReturnType<UserinfoEndpointHandler>>, Profile>();
    is<Parameters<UserinfoEndpointHandler>[0]["tokens"], TokenSet>();
    is<
      ReturnType<NonNullable<AuthorizationEndpoint["request"]>>,
      Awaitable<string | URL>
    >();
    assert.equal(like, fetch);
  });
});

describe("the configuration", () => {
  it("the configuration requires only providers", () => {
    const config: AuthConfig = { providers: [] };
    // @ts-expect-error the providers are missing
    const none: AuthConfig = {};
    type Optional = { [K in keyof AuthConfig]: undefined };
    holds<
      Omit<Optional, "providers"> extends Omit<AuthConfig, "providers"> ? true
        : false
    >();
    is<AuthConfig["secret"], string | readonly string[] | undefined>();
    is<AuthConfig["basePath"], Text>();
    is<AuthConfig["useSecureCookies"], boolean | undefined>();
    is<AuthConfig["debug"], boolean | undefined>();
    is<AuthConfig["redirectProxyUrl"], Text>();
    is<AuthConfig["pages"], Pages | undefined>();
    is<AuthConfig["theme"], Theme | undefined>();
    is<AuthConfig["cookies"], CookieOptions | undefined>();
    is<AuthConfig["session"], SessionOptions | undefined>();
    is<AuthConfig["jwt"], JWTOptions | undefined>();
    is<AuthConfig["logger"], Logger | undefined>();
    is<AuthConfig["store"], Store | undefined>();
    holds<
      true extends NonNullable<AuthConfig["trustHost"]> ? true : false
    >();
    assert.ok(config && none);
  });

  it("a page is a path or a function of its models and the facts of every page", () => {
    type Facts = {
      readonly site: string;
      readonly home: string | null;
      readonly language: string;
      readonly message: string | null;
      readonly nonce: string;
    };
    type Model<K extends keyof Pages> = Parameters<
      Extract<Pages[K], (...args: never) => unknown>
    >[0];
    is<Flat<types.PageFacts>, Facts>();
    is<Model<"signIn">["name"], "signIn" | "signedIn">();
    is<Model<"signOut">["name"], "signOut" | "signedOut">();
    is<Model<"error">["name"], "error">();
    is<Model<"verifyRequest">["name"], "verifyRequest">();
    is<Pages["newUser"], Text>();
    holds<Model<"error"> extends types.ErrorModel & Facts ? true : false>();
    is<
      ReturnType<types.PageFunction>,
      Awaitable<Response | string>
    >();
    is<types.PageError, {
      readonly type: string | null;
      readonly code: string | null;
    }>();
    const pages: Pages = {
      signIn: (model) => {
        if (model.name === "signedIn") {
          is<typeof model.user.email, string | null>();
          // @ts-expect-error a signed-in visitor gets no forms
          return `${model.csrfToken}`;
        }
        is<typeof model.csrfToken, string>();
        is<typeof model.callbackUrl, string | null>();
        is<typeof model.providers[number]["signinUrl"], string>();
        return Promise.resolve(new Response(model.nonce));
      },
      signOut: "/bye",
      error: ({ error, message, ref }) => `${error.type} ${message} ${ref}`,
      verifyRequest: ({ asked }) => asked?.email ?? "",
      // @ts-expect-error a new user goes to a path
      newUser: () => "",
    };
    // @ts-expect-error a page is a text or a Response
    const wrong: Pages = { error: () => 7 };
    assert.ok(pages && wrong);
  });

  it("the language is a tag, and texts of the application are known ones", () => {
    is<AuthConfig["locale"], Text>();
    const words: AuthConfig["words"] = {
      de: { sendLink: "Link anfordern", errors: { AccessDenied: "Nein." } },
      en: { passkeyProblems: { register: "No." }, signIn: undefined },
      fr: undefined,
    };
    // @ts-expect-error no such text
    const wrong: AuthConfig["words"] = { de: { sendLnk: "x" } };
    // @ts-expect-error a text is a text
    const number: AuthConfig["words"] = { de: { signIn: 7 } };
    assert.ok(words && wrong && number);
  });

  it("the configuration accepts undefined for every optional option, at every depth", () => {
    type AllUndefined<T> = { [K in keyof T]?: undefined };
    type Takes<T> = AllUndefined<T> extends Partial<T> ? true : false;
    holds<Takes<SessionOptions>>();
    holds<Takes<JWTOptions>>();
    holds<Takes<Callbacks>>();
    holds<Takes<Events>>();
    holds<Takes<Pages>>();
    holds<Takes<Theme>>();
    holds<Takes<CookieOptions>>();
    holds<Takes<CookieOverride>>();
    holds<Takes<CookieAttributes>>();
    holds<Takes<Logger>>();
    holds<Takes<ClientMetadata>>();
    holds<Takes<AuthorizationEndpoint>>();
    holds<Takes<TokenEndpoint>>();
    holds<Takes<UserinfoEndpoint>>();
    holds<Takes<OAuthProviderButtonStyles>>();
    holds<Takes<Omit<AuthConfig, "providers">>>();
    holds<Takes<Omit<OAuth2Config, "id" | "type">>>();
    holds<Takes<Omit<OIDCConfig, "id" | "type">>>();
    holds<Takes<Omit<GetTokenParams, "req">>>();
    const config: AuthConfig = {
      providers: [],
      secret: "a secret that is as long as it has to be",
      origin: undefined,
      basePath: undefined,
      trustHost: undefined,
      session: { maxAge: undefined, strategy: undefined, updateAge: undefined },
      jwt: { secret: undefined, maxAge: undefined, encode: undefined },
      callbacks: { signIn: undefined, jwt: undefined, session: undefined },
      events: { signIn: undefined },
      pages: { error: undefined },
      theme: { logo: undefined, brandColor: undefined },
      useSecureCookies: undefined,
      cookies: { attempt: undefined, csrfToken: { name: undefined } },
      store: undefined,
      storeTimeout: undefined,
      redirectProxyUrl: undefined,
      redirectProxyOrigins: undefined,
      providerTimeout: undefined,
      logger: { error: undefined },
      debug: undefined,
      skipCSRFCheck: undefined,
      raw: undefined,
    };
    assert.ok(createAuth(config));
  });

  it("the configuration has lifetimes in seconds, and two strategies", () => {
    is<Flat<SessionOptions>, {
      strategy?: "jwt" | "database" | undefined;
      maxAge?: number | SessionMaxAge | undefined;
      rememberMe?: boolean | undefined;
      shortMaxAge?: number | undefined;
      updateAge?: number | undefined;
      absoluteMaxAge?: number | false | undefined;
      generateSessionToken?: (() => string) | undefined;
      browserUpdate?: false | BrowserUpdate | undefined;
      revocationCheck?: number | undefined;
      accept?: readonly SessionBridge[] | undefined;
      acceptUntil?: Date | string | undefined;
    }>();
    is<Flat<JWTEncodeParams>, {
      token?: JWT | undefined;
      secret: string | readonly string[];
      maxAge?: number | undefined;
      salt: string;
    }>();
    is<Flat<JWTDecodeParams>, {
      token?: Text;
      secret: string | readonly string[];
      salt: string;
    }>();
  });

  it("the configuration has limits by kind, each of which can be switched off", () => {
    is<AuthConfig["limits"], false | Limits | undefined>();
    is<
      LimitKind,
      | "callback"
      | "code"
      | "credentials"
      | "email"
      | "factor"
      | "logout"
      | "passkey"
      | "signUp"
    >();
    is<
      Flat<Limits>,
      {
        callback?: false | AddressLimitOptions | undefined;
        code?: false | LimitOptions | undefined;
        credentials?: false | CredentialsLimitOptions | undefined;
        email?: false | LimitOptions | undefined;
        factor?: false | AddressLimitOptions | undefined;
        logout?: false | AddressLimitOptions | undefined;
        passkey?: false | AddressLimitOptions | undefined;
        signUp?: false | AddressLimitOptions | undefined;
      }
    >();
    is<Flat<LimitOptions>, {
      window?: number | undefined;
      address?: number | false | undefined;
      account?: number | false | undefined;
      pause?: number | undefined;
    }>();
    is<Flat<CredentialsLimitOptions>, {
      window?: number | undefined;
      address?: number | false | undefined;
      account?: number | false | undefined;
      pause?: number | undefined;
      failures?: number | false | undefined;
    }>();
  });

  it("the configuration takes the library's symbols for its two switches", () => {
    const config: AuthConfig = { providers: [], skipCSRFCheck, raw };
    assert.equal(typeof config.raw, "symbol");
  });
});

describe("a credentials provider", () => {
  type Config = CredentialsConfig<Record<"user" | "pin", CredentialInput>>;

  it("authorize gets the declared fields and a Request", () => {
    is<Extract<Provider, { type: "credentials" }>, CredentialsConfig>();
    is<CredentialsConfig["type"], "credentials">();
    is<CredentialsConfig["name"], Text>();
    is<CredentialsConfig["id"], string>();
    is<CredentialsConfig["credentials"], CredentialInputs | undefined>();
    type Args = Parameters<Config["authorize"]>;
    is<Flat<Args[0]>, { readonly user?: Text; readonly pin?: Text }>();
    is<Args[1], Request>();
    is<
      ReturnType<Config["authorize"]>,
      Awaitable<User | null | undefined>
    >();
    const provider = Credentials({
      credentials: { user: { label: "User" }, pin: { type: "password" } },
      authorize: (credentials) => {
        is<Flat<typeof credentials>, {
          readonly user?: Text;
          readonly pin?: Text;
        }>();
        // @ts-expect-error no such field was declared
        return credentials.password ? { id: "1" } : null;
      },
    });
    const config: AuthConfig = { providers: [provider, Credentials] };
    assert.ok(config);
  });

  it("fields accept any attribute of an input", () => {
    is<
      CredentialInput["label"],
      string | Readonly<Record<string, string>> | undefined
    >();
    is<CredentialInput["type"], Text>();
    is<CredentialInput["placeholder"], Text>();
    is<CredentialInput["value"], string | number | undefined>();
    is<CredentialInput["required"], boolean | undefined>();
    const input: CredentialInput = { label: "Pin", maxLength: 6 };
    // @ts-expect-error a label is a text
    const wrong: CredentialInput = { label: 7 };
    assert.ok(input && wrong);
  });

  it("a refusal is an error whose code and kind are texts", () => {
    is<CredentialsSignin["code"], string>();
    is<CredentialsSignin["retryAfter"], number | undefined>();
    assert.ok(new CredentialsSignin() instanceof SignInError);
    const kind: string = CredentialsSignin.kind;
    const type: string = CredentialsSignin.type;
    assert.deepEqual([kind, type], ["signIn", "CredentialsSignin"]);
    assert.equal(new CredentialsSignin("why", { cause: { a: 1 } }).cause?.a, 1);
    class Locked extends CredentialsSignin {
      override code = "locked";
    }
    assert.equal(new Locked().code, "locked");
  });
});

describe("callbacks and events", () => {
  type Callback<K extends keyof Callbacks> = NonNullable<Callbacks[K]>;
  type Event<K extends keyof Events> = NonNullable<Events[K]>;

  it("callbacks and events get exactly the documented arguments", () => {
    is<Parameters<Callback<"signIn">>, [message: {
      user: User | AdapterUser;
      account: Account | null;
      profile?: Profile | undefined;
      credentials?: Readonly<Record<string, string>> | undefined;
      email?: { verificationRequest?: boolean | undefined } | undefined;
    }]>();
    is<ReturnType<Callback<"signIn">>, Awaitable<boolean | string>>();
    is<Parameters<Callback<"redirect">>, [message: {
      url: string;
      baseUrl: string;
    }]>();
    is<ReturnType<Callback<"redirect">>, Awaitable<string>>();
    is<Parameters<Callback<"jwt">>, [message: {
      token: JWT;
      user?: User | AdapterUser | undefined;
      account?: Account | null | undefined;
      profile?: Profile | undefined;
      trigger?: "signIn" | "signUp" | "update" | "migrate" | undefined;
      source?: "browser" | "server" | undefined;
      session?: unknown;
      isNewUser?: boolean | undefined;
    }]>();
    is<ReturnType<Callback<"jwt">>, Awaitable<JWT | null>>();
    is<Parameters<Callback<"session">>, [message: {
      session: Session & { user: SessionUser };
      token: JWT;
      user: AdapterUser;
      newSession?: unknown;
      source?: "browser" | "server" | undefined;
      trigger?: "update" | "migrate" | undefined;
    }]>();
    is<ReturnType<Callback<"session">>, Awaitable<Session>>();
    is<Parameters<Event<"signIn">>, [message: {
      user: User;
      account: Account | null;
      profile?: Profile | undefined;
      isNewUser?: boolean | undefined;
      actor?: { id: string } | undefined;
    }]>();
    is<Parameters<Event<"signOut">>, [message: {
      token: JWT | null;
      session?: AdapterSession | null | undefined;
    }]>();
    is<Parameters<Event<"session">>, [message: {
      session: Session;
      token: JWT;
    }]>();
    is<Parameters<Event<"createUser">>, [message: { user: AdapterUser }]>();
    is<Parameters<Event<"updateUser">>, [message: { user: AdapterUser }]>();
    is<Parameters<Event<"linkAccount">>, [message: {
      user: AdapterUser;
      account: Account;
      profile: User;
    }]>();
    is<Parameters<Event<"signInFailed">>, [message: SignInFailure]>();
    is<Flat<SignInFailure>, {
      type: ErrorType;
      code: string | null;
      provider: string | null;
      address?: Text;
      attempt: number | null;
    }>();
    is<Parameters<Event<"linkRefused">>, [message: {
      provider: string;
      reason: "in use" | "address";
      userId?: Text;
    }]>();
    is<Parameters<Event<"sessionRevoked">>, [message: {
      what: "session" | "user" | "all" | "provider";
      sessionId?: Text;
      userId?: Text;
      before?: Date | undefined;
      provider?: Text;
      sub?: Text;
      sid?: Text;
    }]>();
    is<Parameters<Event<"addressTakenOver">>, [message: {
      user: AdapterUser;
      provider: string;
      removed: {
        readonly accounts: readonly AccountKey[];
        readonly passkeys: number;
        readonly passwords: readonly string[];
      };
    }]>();
    is<Parameters<Event<"weakPassword">>, [message: {
      userId: string;
      reason: "common" | "breached";
    }]>();
    is<Parameters<Event<"passwordChanged">>, [message: {
      userId: string;
      how: "signUp" | "reset" | "change" | "set" | "remove";
    }]>();
    is<Parameters<Event<"emailChanged">>, [message: {
      user: AdapterUser;
      before: string | null;
      how: "change" | "undo";
    }]>();
    is<Parameters<Event<"tokensRevoked">>, [message: {
      provider: string;
      userId: string;
      account: string;
      reason: "unlink" | "signOut";
      ok: boolean;
    }]>();
    is<Parameters<Event<"rateLimited">>, [message: {
      kind: LimitKind;
      address?: Text;
      retryAfter: number;
    }]>();
    is<ReturnType<Event<"session">>, Awaitable<void>>();
    is<
      keyof Events,
      | "signIn"
      | "signOut"
      | "session"
      | "createUser"
      | "updateUser"
      | "linkAccount"
      | "signInFailed"
      | "linkRefused"
      | "sessionRevoked"
      | "addressTakenOver"
      | "passwordChanged"
      | "weakPassword"
      | "emailChanged"
      | "tokensRevoked"
      | "rateLimited"
      | "factorAdded"
      | "factorRemoved"
      | "passkeyAdded"
      | "passkeyRemoved"
      | "recoveryCodeUsed"
      | "secondFactorLocked"
      | "personalTokenCreated"
      | "personalTokenRevoked"
      | "unlinkAccount"
      | "userDeleted"
      | "fieldsChanged"
      | "sessionRotated"
      | "browserRemembered"
      | "browsersForgotten"
      | "invitationSent"
    >();
    is<Parameters<Event<"personalTokenCreated">>, [message: {
      userId: string;
      id: string;
      name: string;
      scopes: readonly string[];
      expires: Date | null;
    }]>();
    is<Parameters<Event<"personalTokenRevoked">>, [message: {
      userId: string;
      id: string;
      name: string;
    }]>();
    is<keyof Callbacks, "signIn" | "userId" | "redirect" | "jwt" | "session">();
  });
});

interface Mine {
  user: { id: string; role: "admin" | "guest" };
  expires: string;
}
const secret = "a secret that is as long as it has to be";
const typed = {
  secret,
  providers: [],
  callbacks: {
    session: ({ session, token }): Mine => ({
      expires: session.expires,
      user: {
        id: token.sub ?? "",
        role: token.role === "admin" ? "admin" : "guest",
      },
    }),
  },
} satisfies ServerAuthConfig;
const plain = { secret, providers: [] } satisfies ServerAuthConfig;

describe("the session of a configuration", () => {
  it("the session has the type of the session callback, without any declaration", async () => {
    const auth = createAuth(typed);
    is<Awaited<ReturnType<typeof auth.session>>["session"], Mine | null>();
    is<
      Awaited<ReturnType<typeof auth.updateSession>>["session"],
      Mine | null
    >();
    const server = ServerAuth(typed);
    is<Awaited<ReturnType<typeof server.getSession>>, Mine | null>();
    is<Awaited<ReturnType<typeof server.updateSession>>, Mine | null>();
    server.require({ when: (session) => session.user.role === "admin" });
    // @ts-expect-error there is no such role
    server.require({ when: (session) => session.user.role === "boss" });
    const req: ServerRequest = { headers: {}, on: () => {} };
    const read = getSession(req, typed);
    is<Awaited<typeof read>, Mine | null>();
    const update = updateSession(req, typed, {});
    is<Awaited<typeof update>, Mine | null>();
    is<SessionOf<typeof typed>, Mine>();
    assert.deepEqual(await Promise.all([read, update]), [null, null]);
  });

  it("the session is Session without a session callback", async () => {
    const auth = createAuth(plain);
    is<Awaited<ReturnType<typeof auth.session>>["session"], Session | null>();
    const server = ServerAuth(plain);
    is<Awaited<ReturnType<typeof server.getSession>>, Session | null>();
    const read = getSession({ headers: {}, on: () => {} }, plain);
    is<Awaited<typeof read>, Session | null>();
    const wide: AuthConfig = plain;
    const other = createAuth(wide);
    is<Awaited<ReturnType<typeof other.session>>["session"], Session | null>();
    assert.equal(await read, null);
  });

  it("the session is in res.locals of Express, where it may be missing", () => {
    is<ServerLocals["session"], Session | null | undefined>();
    is<ServerLocals<Mine>["session"], Mine | null | undefined>();
    const locals: ServerLocals = {};
    assert.equal(locals.session?.user?.id, undefined);
  });

  it("the session type comes from a function's result, synchronous or not", () => {
    const now = createAuth(() => typed);
    is<Awaited<ReturnType<typeof now.session>>["session"], Mine | null>();
    const later = createAuth(() => Promise.resolve(typed));
    is<Awaited<ReturnType<typeof later.session>>["session"], Mine | null>();
    const server = ServerAuth((_req: ServerRequest) => typed);
    is<Awaited<ReturnType<typeof server.getSession>>, Mine | null>();
    assert.ok(now && later && server);
  });

  it("a configuration written in place is typed as well", () => {
    const auth = createAuth({
      secret,
      providers: [],
      callbacks: {
        session: ({ session }) => ({ ...session, tenant: "a" as const }),
      },
    });
    type Found = NonNullable<
      Awaited<ReturnType<typeof auth.session>>["session"]
    >;
    is<Found["tenant"], "a">();
    is<Found["expires"], string>();
    assert.ok(auth);
  });

  it("with an adapter, the claims may be missing in the session callback, unless the strategy is jwt", () => {
    const adapter = {};
    const jwt = { strategy: "jwt", maxAge: 60 } as const;
    const base: AuthConfig = { secret, providers: [] };
    const configured = {
      ...base,
      adapter,
      callbacks: {
        session: ({ session, token }) => ({ ...session, sub: token.sub }),
      },
    } satisfies AuthConfig;
    // Never called: only the compiler reads them, like an application's code.
    const all = [
      () =>
        createAuth({
          providers: [],
          adapter: Object.freeze({}),
          callbacks: {
            session: ({ session, token, user }) => {
              is<typeof token, JWT | undefined>();
              is<typeof user, AdapterUser>();
              // @ts-expect-error there may be none
              return { ...session, sub: token.sub };
            },
          },
        }),
      () =>
        ServerAuth({
          providers: [],
          adapter,
          session: { maxAge: 60 },
          callbacks: {
            session: ({ session, token }) => {
              is<typeof token, JWT | undefined>();
              return { ...session, sub: token?.sub };
            },
          },
        }),
      () =>
        createAuth({
          providers: [],
          adapter,
          session: jwt,
          callbacks: {
            session: ({ session, token }) => {
              is<typeof token, JWT>();
              return { ...session, sub: token.sub };
            },
          },
        }),
      () =>
        ServerAuth({
          ...base,
          callbacks: {
            session: ({ session, token }) => {
              is<typeof token, JWT>();
              return { ...session, sub: token.sub };
            },
          },
        }),
      () => [createAuth(base), createAuth(configured), ServerAuth(configured)],
    ];
    assert.equal(all.length, 5);
  });

  it("wrong configurations do not compile", () => {
    const wrong: (() => unknown)[] = [
      // @ts-expect-error no such option
      () => ({ secret, providers: [], nothing: true }) satisfies AuthConfig,
      // @ts-expect-error no such type
      () => createAuth({ secret, providers: [{ id: "x", type: "saml" }] }),
      // @ts-expect-error it has to give a session
      () => createAuth({ providers: [], callbacks: { session: () => 1 } }),
      // @ts-expect-error the providers are missing
      () => ServerAuth({ secret }),
    ];
    assert.equal(wrong.length, 4);
  });
});

describe("Auth", () => {
  it("Auth returns a Response, or data if the configuration says raw", async () => {
    const request = () => new Request("http://localhost/auth/session");
    const response = Auth(request(), plain);
    is<Awaited<typeof response>, Response>();
    const data = Auth(request(), { ...plain, raw });
    is<Awaited<typeof data>, RawResponse>();
    assert.equal((await response).status, 200);
    assert.equal((await data).status, 200);
  });
});

describe("the entry ./types", () => {
  it("the entry has every type of the main entry under the same name", () => {
    is<types.Account, Account>();
    is<types.AuthConfig, AuthConfig>();
    is<types.Session, Session>();
    is<types.OIDCConfig, OIDCConfig>();
    is<types.ErrorType, ErrorType>();
  });
});
