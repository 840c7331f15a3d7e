import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { messagePage } from "./login_page.ts";
import type {
  ProviderAccount,
  ProviderApi,
  ProviderClient,
} from "./provider.ts";
import { show, signOutFeatures } from "./sign_out.ts";

/** The used parts of an oidc-provider instance; the package ships no types. */
export interface Engine {
  readonly Interaction: { find(uid: string): Promise<Interaction | undefined> };
  callback(): RequestListener;
}

export interface Interaction {
  readonly returnTo: string;
  readonly params: {
    readonly client_id?: string;
    readonly redirect_uri?: string;
    readonly login_hint?: string;
  };
  readonly lastSubmission?: Readonly<Record<string, unknown>>;
  result?: Readonly<Record<string, unknown>>;
  persist(): Promise<string>;
}

/** The context that the engine passes to its hooks. */
interface EngineContext {
  type: string;
  body: string;
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly provider: { readonly Grant: new (of: GrantOwner) => Grant };
    readonly requestParamScopes: ReadonlySet<string>;
    readonly requestParamClaims: ReadonlySet<string>;
    readonly resourceServers: Readonly<
      Record<string, { readonly scope: string }>
    >;
    readonly session: {
      readonly accountId: string;
      grantIdFor(clientId: string): string;
    };
  };
}

interface GrantOwner {
  readonly clientId: string;
  readonly accountId: string;
}

interface Grant {
  addOIDCScope(scope: string): void;
  addOIDCClaims(claims: readonly string[]): void;
  addResourceScope(resource: string, scope: string): void;
  save(): Promise<string>;
}

export interface EngineOptions {
  readonly issuer: string;
  readonly loginOrigin: string;
  readonly clients: readonly ProviderClient[];
  readonly accounts: readonly ProviderAccount[];
  readonly apis: readonly ProviderApi[];
}

/** The class of every sign-in here (`acr` of the ID token). */
export const passwordClass = "urn:demo:password";

const hour = 3600;
/** Short, so that one can watch an application renew its tokens. */
const halfMinute = 30;

/** The parts of a token that are used here. */
interface Token {
  readonly grantId: string;
}

/** Sets up the protocol side of the provider. */
export function createEngine(options: EngineOptions): Promise<Engine> {
  const { issuer, loginOrigin, clients, accounts, apis } = options;
  return withoutNotices(async () => {
    const { Provider } = await import("oidc-provider");
    /** How many access tokens each sign-in got. */
    const issued = new Map<string, number>();
    const engine = new Provider(issuer, {
      clients: clients.map(registration),
      jwks: { keys: [signingKey()] },
      cookies: { keys: [randomBytes(32).toString("base64url")] },
      pkce: { required: () => true },
      scopes: ["openid", "offline_access", "profile", "email"],
      acrValues: [passwordClass],
      claims: {
        openid: ["sub"],
        profile: ["name", "token_refreshes"],
        email: ["email", "email_verified"],
      },
      // Claims of the requested scopes are in the ID token, not only in the
      // userinfo response.
      conformIdTokenClaims: false,
      rotateRefreshToken: true,
      // Also without the scope offline_access, as many providers do.
      issueRefreshToken: (
        _ctx: EngineContext,
        client: { grantTypeAllowed(type: string): boolean },
      ) => client.grantTypeAllowed("refresh_token"),
      features: {
        devInteractions: { enabled: false },
        ...signOutFeatures,
        resourceIndicators: {
          enabled: apis.length > 0,
          getResourceServerInfo: (_ctx: EngineContext, resource: string) =>
            findApi(apis, resource),
          // The code's resource is that of the token.
          useGrantedResource: () => true,
        },
      },
      interactions: {
        url: (_ctx: EngineContext, { uid }: { uid: string }) =>
          `${loginOrigin}/login/${uid}`,
      },
      findAccount: (_ctx: EngineContext, sub: string, token?: Token) => {
        const account = accounts.find((one) => one.sub === sub);
        return account && toAccount(account, issued.get(token?.grantId ?? ""));
      },
      loadExistingGrant: grantEverything,
      renderError: (
        ctx: EngineContext,
        out: { error: string; error_description?: string },
      ) =>
        show(
          ctx,
          messagePage(
            "Something went wrong",
            out.error_description ?? out.error,
          ),
        ),
      ttl: {
        AccessToken: halfMinute,
        AuthorizationCode: 60,
        Grant: 24 * hour,
        IdToken: hour,
        Interaction: hour,
        RefreshToken: 24 * hour,
        Session: 24 * hour,
      },
      // No page of another origin calls this provider's endpoints.
      clientBasedCORS: () => false,
      // The default refuses loopback addresses, and the tests have no others.
      fetch: (
        url: string,
        { dispatcher: _, ...init }: RequestInit & { dispatcher?: unknown },
      ) => fetch(url, init),
    });
    engine.on("access_token.saved", ({ grantId }: Token) => {
      issued.set(grantId, (issued.get(grantId) ?? 0) + 1);
    });
    return engine;
  });
}

function registration(client: ProviderClient): Record<string, unknown> {
  return {
    client_id: client.clientId,
    ...client.clientSecret === undefined
      ? { token_endpoint_auth_method: "none" }
      : { client_secret: client.clientSecret },
    client_name: client.name ?? client.clientId,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris ?? [],
    ...(client.backchannelLogoutUri && {
      backchannel_logout_uri: client.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    // Applications can demand a recent sign-in; clients of an API have no ID
    // token that would say when it was.
    require_auth_time: client.clientSecret !== undefined,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}

/** Tokens for an API are JWTs, which it verifies itself. */
async function findApi(apis: readonly ProviderApi[], resource: string) {
  const api = apis.find((one) => one.resource === resource);
  if (api !== undefined) {
    return {
      scope: api.scope,
      audience: resource,
      accessTokenFormat: "jwt",
      jwt: { sign: { alg: "RS256" } },
    };
  }
  const { errors } = await import("oidc-provider");
  throw new errors.InvalidTarget();
}

function signingKey(): Record<string, unknown> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" };
}

/** Creates an account; the userinfo response also says how often its tokens were renewed. */
function toAccount({ sub, name, email }: ProviderAccount, issued = 1) {
  const claims = { sub, name, email, email_verified: true };
  return {
    accountId: sub,
    claims: (use: string) =>
      use === "userinfo" ? { ...claims, token_refreshes: issued - 1 } : claims,
  };
}

/** Grants everything without asking for consent. */
async function grantEverything(ctx: EngineContext): Promise<Grant> {
  const { client, session, provider, resourceServers } = ctx.oidc;
  const { requestParamScopes, requestParamClaims } = ctx.oidc;
  const grant = new provider.Grant({
    clientId: client.clientId,
    accountId: session.accountId,
  });
  grant.addOIDCScope([...requestParamScopes].join(" "));
  grant.addOIDCClaims([...requestParamClaims]);
  for (const [resource, { scope }] of Object.entries(resourceServers)) {
    grant.addResourceScope(resource, scope);
  }
  await grant.save();
  return grant;
}

/**
 * Runs `start` while suppressing the provider's notices about development use:
 * this provider is for development, and the package calls every runtime but one
 * unsupported.
 */
async function withoutNotices<Result>(
  start: () => Promise<Result>,
): Promise<Result> {
  const { info, warn } = console;
  const unless =
    (print: (...data: unknown[]) => void) => (...data: unknown[]): void => {
      if (!String(data[0]).includes("oidc-provider ")) print(...data);
    };
  Object.assign(console, { info: unless(info), warn: unless(warn) });
  try {
    return await start();
  } finally {
    Object.assign(console, { info, warn });
  }
}
