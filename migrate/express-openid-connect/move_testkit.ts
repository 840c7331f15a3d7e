/**
 * Shared by tests: an OpenID provider, an Express application that signs in
 * with express-openid-connect, and the same application with this library.
 */

import type { RequestListener } from "node:http";
import { fromExpressOpenidConnect } from "@latchkey/auth/migrate/express-openid-connect";
import type { ServerAuthConfig } from "@latchkey/auth/server";
import type { Browser, Page } from "@latchkey/auth/testing";
import express from "express";
import { Provider } from "oidc-provider";
import { createMovedApp, openSite, type Site } from "../site_testkit.ts";
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

/** Starts a provider whose users sign in with any password. */
export async function createProvider(apps: readonly string[]): Promise<Site> {
  const site = await openSite();
  site.run(toProvider(site.origin, apps));
  return site;
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
  return createMovedApp({
    providers: [{
      id: "op",
      name: "Provider",
      type: "oidc",
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
    }],
    session: { accept: [bridge] },
    ...more,
  });
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
