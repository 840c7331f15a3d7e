/**
 * Applications that pass a provider's access token on to their own code, and
 * renew it as each library's manual says.
 *
 * @module
 */

import type { IncomingMessage, RequestListener } from "node:http";
import process from "node:process";
import { ServerAuth } from "@latchkey/auth/server";
import { createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { load } from "../load.ts";
import { createExpress, type Express } from "./express.ts";
import { origin, secret } from "./subject.ts";
import { connectPostgres, connectRedis } from "./tokens.ts";

/** The provider, and where the application keeps what it knows. */
export interface RefreshSetting {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether other processes of the application share its database. */
  readonly isShared: boolean;
}

/**
 * Creates an application whose `GET /token` answers with an access token that is
 * valid, or with an error.
 */
export async function createRefreshApp(
  name: string,
  setting: RefreshSetting,
): Promise<RequestListener> {
  const make = makers[name];
  if (make === undefined) throw new TypeError(`no application ${name}`);
  return await make(setting);
}

const makers: Readonly<
  Record<string, (setting: RefreshSetting) => Promise<RequestListener>>
> = {
  "Latchkey": createOurs,
  "Auth.js": createAuthJs,
  "Better Auth": createBetterAuth,
  "express-openid-connect": createConnect,
};

async function createOurs(
  { issuer, clientId, clientSecret, isShared }: RefreshSetting,
): Promise<RequestListener> {
  const auth = ServerAuth({
    origin,
    secret,
    providers: [{ id: "op", type: "oidc", issuer, clientId, clientSecret }],
    tokens: { providers: ["op"] },
    adapter: isShared
      ? (await connectPostgres()).adapter
      : createMemoryAdapter(),
    store: isShared ? await connectRedis() : createMemoryStore(),
  });
  const { default: express } = await load<{ default: () => Mounting }>(
    "express",
  );
  const app = express();
  app.use("/auth", auth);
  app.get("/token", async (req, res) => {
    const { accessToken } = await auth.getAccessToken(req as never, "op");
    res.json({ token: accessToken });
  });
  return app;
}

/** Express with routers, which the other measurements do not need. */
type Mounting = RequestListener & Omit<Express, "use" | "listen"> & {
  use(path: string, handler: unknown): void;
};

/** The recipe "refresh token rotation" of its manual, with sessions in cookies. */
async function createAuthJs(
  { issuer, clientId, clientSecret }: RefreshSetting,
): Promise<RequestListener> {
  const { Auth } = await load<
    { Auth(request: Request, config: object): Promise<Response> }
  >("@auth/core");
  const refresh = async (refresh_token: string) => {
    const response = await fetch(`${issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: "refresh_token",
        refresh_token,
      }),
    });
    const tokens = await response.json();
    if (!response.ok) throw tokens;
    return tokens;
  };
  const config = {
    secret,
    trustHost: true,
    basePath: "/auth",
    providers: [{
      id: "op",
      name: "Test Provider",
      type: "oidc",
      issuer,
      clientId,
      clientSecret,
    }],
    callbacks: {
      // deno-lint-ignore no-explicit-any -- as its manual writes it
      async jwt({ token, account }: any) {
        if (account) {
          const { access_token, expires_at, refresh_token } = account;
          return { ...token, access_token, expires_at, refresh_token };
        }
        if (Date.now() < token.expires_at * 1000) return token;
        try {
          const fresh = await refresh(token.refresh_token);
          return {
            ...token,
            access_token: fresh.access_token,
            expires_at: Math.floor(Date.now() / 1000 + fresh.expires_in),
            refresh_token: fresh.refresh_token ?? token.refresh_token,
          };
        } catch {
          return { ...token, error: "RefreshTokenError" };
        }
      },
      // deno-lint-ignore no-explicit-any -- as its manual writes it
      session: ({ session, token }: any) => ({
        ...session,
        error: token.error,
        token: token.access_token,
      }),
    },
  };
  return toListener(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/token") return await Auth(request, config);
    const { headers } = request;
    const asked = new Request(`${origin}/auth/session`, { headers });
    const session = await (await Auth(asked, config)).json();
    return session?.error ? Response.error() : Response.json(session);
  });
}

/** In memory, or in PostgreSQL if processes share it. */
async function createBetterAuth(
  { issuer, clientId, clientSecret, isShared }: RefreshSetting,
): Promise<RequestListener> {
  interface Instance {
    readonly options: object;
    handler(request: Request): Promise<Response>;
    api: {
      listUserAccounts(
        asked: { headers: Headers },
      ): Promise<readonly { id: string; providerId: string }[]>;
      getAccessToken(
        asked: { body: object; headers: Headers },
      ): Promise<{ accessToken?: string }>;
    };
  }
  const { betterAuth } = await load<
    { betterAuth(options: object): Instance }
  >("better-auth");
  const { genericOAuth } = await load<
    { genericOAuth(options: object): unknown }
  >("better-auth/plugins/generic-oauth");
  const provider = {
    providerId: "op",
    clientId,
    clientSecret,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    scopes: ["openid", "profile", "email"],
    pkce: true,
  };
  const auth = betterAuth({
    secret,
    baseURL: origin,
    database: await openBetterAuth(isShared),
    plugins: [genericOAuth({ config: [provider] })],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { disabled: true },
  });
  if (isShared) {
    const { getMigrations } = await load<
      {
        getMigrations(
          options: object,
        ): Promise<{ runMigrations(): Promise<void> }>;
      }
    >("better-auth/db/migration");
    await (await getMigrations(auth.options)).runMigrations();
  }
  return toListener(async (request) => {
    const { headers, url } = request;
    if (new URL(url).pathname !== "/token") return await auth.handler(request);
    const accounts = await auth.api.listUserAccounts({ headers });
    const own = accounts.find(({ providerId }) => providerId === "op");
    const body = { accountId: own?.id };
    const { accessToken } = await auth.api.getAccessToken({ body, headers });
    return Response.json({ token: accessToken });
  });
}

async function openBetterAuth(isShared: boolean): Promise<unknown> {
  if (!isShared) {
    const { memoryAdapter } = await load<
      { memoryAdapter(tables: object): unknown }
    >("better-auth/adapters/memory");
    const tables = { user: [], session: [], account: [], verification: [] };
    return memoryAdapter(tables);
  }
  const { default: pg } = await load<typeof import("pg")>("pg");
  const connectionString = process.env.TEST_POSTGRES_URL ?? "";
  const options = "-c search_path=better_auth";
  const pool = new pg.Pool({ connectionString, options });
  await pool.query("CREATE SCHEMA IF NOT EXISTS better_auth");
  return pool;
}

async function createConnect(
  { issuer, clientId, clientSecret }: RefreshSetting,
): Promise<RequestListener> {
  const { auth } = await load<{ auth(options: object): never }>(
    "express-openid-connect",
  );
  interface Token {
    readonly access_token: string;
    isExpired(): boolean;
    refresh(): Promise<Token>;
  }
  const app = await createExpress() as Express & RequestListener;
  app.use(auth({
    issuerBaseURL: issuer,
    baseURL: origin,
    clientID: clientId,
    clientSecret,
    secret,
    authRequired: false,
    authorizationParams: {
      response_type: "code",
      response_mode: "query",
      scope: "openid profile email offline_access",
    },
  }));
  app.get("/token", async (req, res) => {
    const { oidc } = req as unknown as { oidc: { accessToken: Token } };
    let { accessToken } = oidc;
    if (accessToken.isExpired()) accessToken = await accessToken.refresh();
    res.json({ token: accessToken.access_token });
  });
  return app;
}

/** Serves a function of web requests. */
function toListener(
  handler: (request: Request) => Promise<Response>,
): RequestListener {
  return async (incoming, outgoing) => {
    try {
      const answer = await handler(await toRequest(incoming));
      outgoing.statusCode = answer.status || 500;
      for (const [name, value] of answer.headers) {
        if (name !== "set-cookie") outgoing.setHeader(name, value);
      }
      outgoing.setHeader("set-cookie", answer.headers.getSetCookie());
      outgoing.end(await answer.text());
    } catch {
      outgoing.writeHead(500).end();
    }
  };
}

/** Reads a request as if it had come to the site. */
export async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const base = headers.get("host")?.startsWith("127.0.0.1")
    ? `http://${headers.get("host")}`
    : origin;
  const body = chunks.length === 0
    ? null
    : await new Blob(chunks as BlobPart[]).bytes();
  return new Request(base + url, { method, headers, body });
}
