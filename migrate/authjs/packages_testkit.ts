/**
 * Applications with the published packages of Auth.js, and the same ones with
 * this library.
 */

import express, { type Request as ExpressRequest } from "express";
import { fromAuthJs } from "@latchkey/auth/migrate/authjs";
import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";
import type { FaultProvider } from "@latchkey/auth/testing";
import { randomText } from "../../core/crypto/random.ts";

// Imported by a name that the type checker does not follow: their declarations
// include the DOM's, which change CryptoKey for the library.
// deno-lint-ignore no-explicit-any -- each package has its own types, which are not used
export const load = async (name: string): Promise<any> => await import(name);

/** A configuration of Auth.js. */
export type OldConfig = Readonly<Record<string, unknown>>;

/** The secret of the old applications. */
export const oldSecret = "a secret of the old application, 0123456789";

interface Messages {
  readonly session: { user?: object };
  readonly token?: { readonly sub?: string };
  readonly user?: { readonly id: string };
}

/** The callback by which applications of Auth.js give a session its user's id. */
const callbacks = {
  session: ({ session, token, user }: Messages) => ({
    ...session,
    user: { ...session.user, id: token?.sub ?? user?.id },
  }),
};

/** Users by password. The id is one of the application's own tables. */
export const credentials = {
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: (
    input: { readonly email?: unknown; readonly password?: unknown },
  ) =>
    input.password === "right" && typeof input.email === "string"
      ? { id: `user of ${input.email}`, name: "Ada", email: input.email }
      : null,
} as const;

/** Returns the configuration of an old application. */
export async function toOldConfig(more: OldConfig = {}): Promise<OldConfig> {
  const { default: Credentials } = await load(
    "@auth/core/providers/credentials",
  );
  return {
    secret: oldSecret,
    trustHost: true,
    providers: [Credentials(credentials)],
    callbacks,
    ...more,
  };
}

/** Returns a provider as Auth.js takes it, under an id. */
export async function toOldProvider(
  op: FaultProvider,
  id = "op",
): Promise<OldConfig> {
  const { customFetch } = await load("@auth/core");
  return {
    id,
    name: id,
    type: "oidc",
    issuer: op.issuer,
    clientId: op.clientId,
    clientSecret: op.clientSecret,
    [customFetch]: op.fetch,
  };
}

/** Creates an application with `@auth/express`, and a page that shows its user's id. */
export async function createOldExpress(
  config: OldConfig,
  base = "/auth",
): Promise<unknown> {
  const { ExpressAuth, getSession } = await load("@auth/express");
  const app = express();
  app.set("trust proxy", true);
  app.use(base, ExpressAuth(config));
  app.get("/me", async (req, res) => {
    // It looks for its routes below the configured path.
    const session = await getSession(req, { ...config, basePath: base });
    res.json(session?.user?.id ?? null);
  });
  return app;
}

/** A function that answers requests with the core of Auth.js. */
type OldAuth = (request: Request, config: OldConfig) => Promise<Response>;

/** Creates an application with a version of `@auth/core`. */
export async function createOldCore(
  name: string,
  config: OldConfig,
): Promise<unknown> {
  const { Auth }: { Auth: OldAuth } = await load(name);
  const app = express();
  app.set("trust proxy", true);
  app.use("/auth", express.raw({ type: () => true }), async (req, res) => {
    const response = await Auth(toRequest(req, req.originalUrl), config);
    res.status(response.status);
    for (const [key, value] of response.headers) {
      if (key !== "set-cookie") res.set(key, value);
    }
    res.append("set-cookie", response.headers.getSetCookie());
    res.send(await response.text());
  });
  app.get("/me", async (req, res) => {
    const response = await Auth(toRequest(req, "/auth/session"), config);
    res.json((await response.json())?.user?.id ?? null);
  });
  return app;
}

function toRequest(req: ExpressRequest, path: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    headers.set(name, String(value));
  }
  const { method, body } = req;
  const url = `${req.protocol}://${req.get("host")}${path}`;
  const isPost = method === "POST";
  return new Request(url, { method, headers, ...(isPost ? { body } : {}) });
}

/** The configuration of the moved application, with a secret of its own. */
export function toNewConfig(
  more: Partial<ServerAuthConfig> = {},
): ServerAuthConfig {
  return {
    secret: randomText(32),
    trustHost: true,
    providers: [{ id: "credentials", type: "credentials", ...credentials }],
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    ...more,
    session: {
      accept: [fromAuthJs({ secret: oldSecret })],
      acceptUntil: new Date(Date.now() + 60 * 86_400_000),
      ...more.session,
    },
  };
}

/** Creates the moved application. */
export function createNewExpress(
  config: ServerAuthConfig,
  base = "/auth",
): unknown {
  const auth = ServerAuth(config);
  const app = express();
  app.set("trust proxy", true);
  app.use(base, auth);
  app.get("/me", async (req, res) => {
    const session = await auth.getSession(req);
    res.json(session?.user?.id ?? null);
  });
  return app;
}
