/**
 * Shared by tests: an OpenID provider, an Express application that signs in
 * with express-openid-connect, and the same application with this library.
 */

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createMemoryStore } from "@latchkey/auth";
import { fromExpressOpenidConnect } from "@latchkey/auth/migrate/express-openid-connect";
import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";
import type { Browser, Page } from "@latchkey/auth/testing";
import express from "express";
import { Provider } from "oidc-provider";
import type { ConnectStore } from "../express-session/store_calls.ts";

export const secret = "a secret of the old application: 32 characters";
const client = { id: "the-client", secret: "the-secret-of-the-client" };

/** The used part of a version of the package. */
interface OldPackage {
  readonly auth: (options: object) => express.RequestHandler;
}

// The types of version 3 bring those of another WebCrypto, which the checker
// would use everywhere; so it does not see which modules they are.
const names: Record<Kind["version"], string> = {
  2: "express-openid-connect2",
  3: "express-openid-connect",
};
const packages: Record<Kind["version"], OldPackage> = {
  2: await import(names[2]),
  3: await import(names[3]),
};

/** A port of this machine, on which one application at a time listens. */
export interface Site {
  readonly origin: string;
  /** Stops the application that runs, and starts another one. */
  run(app: RequestListener): Promise<void>;
  stop(): Promise<void>;
}

/** Takes a free port; the application may need to know it. */
export async function createSite(
  toApp: (origin: string) => RequestListener,
): Promise<Site> {
  const probe = await listen(() => {}, 0);
  const { port } = probe.address() as AddressInfo;
  await close(probe);
  const origin = `http://127.0.0.1:${port}`;
  let server = await listen(toApp(origin), port);
  return {
    origin,
    run: async (app) => {
      await close(server);
      server = await listen(app, port);
    },
    stop: () => close(server),
  };
}

async function listen(app: RequestListener, port: number): Promise<Server> {
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return server;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Starts a provider whose users sign in with any password. */
export async function createProvider(apps: readonly string[]): Promise<Site> {
  return await createSite((issuer) => toProvider(issuer, apps));
}

function toProvider(issuer: string, apps: readonly string[]): RequestListener {
  const provider = new Provider(issuer, {
    clients: [{
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: apps.flatMap((origin) => [
        `${origin}/callback`,
        `${origin}/auth/callback/op`,
      ]),
      response_types: ["code", "id_token"],
      grant_types: ["authorization_code", "implicit"],
      // Other clients may not use plain http.
      application_type: "native",
    }],
    responseTypes: ["code", "id_token"],
    pkce: { required: () => false },
    claims: { profile: ["name"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of the provider's cookies"] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        name: "Ada",
        email: `${sub}@example.com`,
        email_verified: true,
      }),
    }),
  });
  return provider.callback();
}

/** A kind of old application. */
export interface Kind {
  readonly version: 2 | 3;
  readonly flow: "code" | "default";
  /** The store of its sessions; none: they are in the cookie. */
  readonly store?: ConnectStore | undefined;
}

/** Creates the old application. `GET /me` answers with the subject, or null. */
export function createOldApp(
  { version, flow, store }: Kind,
  baseURL: string,
  issuerBaseURL: string,
): RequestListener {
  const app = express();
  const code = {
    clientSecret: client.secret,
    authorizationParams: { response_type: "code", scope: SCOPE },
  };
  const options = {
    issuerBaseURL,
    baseURL,
    clientID: client.id,
    secret,
    authRequired: false,
    ...(flow === "code" ? code : {}),
    ...(store === undefined ? {} : { session: { store } }),
  };
  app.use(packages[version].auth(options));
  app.get("/me", (req, res) => {
    const { oidc } = req as unknown as { oidc: { user?: { sub: string } } };
    res.json(oidc.user?.sub ?? null);
  });
  return app;
}

const SCOPE = "openid profile email";

/** Creates the same application with ours. `GET /me` answers with the user's id. */
export function createNewApp(
  { store }: Kind,
  issuer: string,
  more: Partial<ServerAuthConfig> = {},
): RequestListener {
  const bridge = fromExpressOpenidConnect({ secret, provider: "op", store });
  const auth = ServerAuth({
    providers: [{
      id: "op",
      name: "Provider",
      type: "oidc",
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
    }],
    secret: "a secret of the new application: 32 characters",
    trustHost: true,
    store: createMemoryStore(),
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    session: {
      accept: [bridge],
      acceptUntil: new Date(Date.now() + 86_400_000),
    },
    ...more,
  });
  const app = express();
  app.use("/auth", auth);
  app.use(auth.session);
  app.get("/me", (_, res) => {
    res.json(res.locals.session?.user?.id ?? null);
  });
  return app;
}

/** Signs in with the pages of the provider, until the application answers. */
export async function passProvider(
  browser: Browser,
  page: Page,
  issuer: string,
): Promise<Page> {
  let shown = page;
  const fields = { login: "ada", password: "any" };
  while (shown.url.startsWith(issuer)) {
    // Its last page may post the answer to the application.
    const isLogin = shown.text.includes('name="login"');
    shown = await browser.submit(shown, isLogin ? { fields } : {});
  }
  return shown;
}

/** Creates a store like those of express-session, which keep JSON. */
export function createOldStore(): ConnectStore & { readonly rows: object } {
  const rows = new Map<string, string>();
  type Done = (error?: unknown, row?: unknown) => void;
  const store = {
    rows,
    get: (id: string, done: Done) => {
      const row = rows.get(id);
      done(null, row === undefined ? undefined : JSON.parse(row));
    },
    set: (id: string, row: unknown, done: Done) => {
      rows.set(id, JSON.stringify(row));
      done(null);
    },
    destroy: (id: string, done: Done) => {
      rows.delete(id);
      done(null);
    },
  };
  return store;
}
