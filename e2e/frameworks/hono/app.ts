/**
 * An application of Hono on Node under the contract of hosts.
 *
 * @module
 */

import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { HonoAuth } from "@latchkey/auth/hono";
import {
  type ContractEnvironment,
  type ContractSession,
  createContractConfig,
  waitAtGate,
} from "@latchkey/auth/testing/host-config";
import type { StartedHost } from "@latchkey/auth/testing/host-contract";
import { type Context, Hono } from "hono";
import { setCookie } from "hono/cookie";
import { streamText } from "hono/streaming";
import { renderActions, renderForms, renderPage } from "../shared/pages.ts";
import { listen } from "../shared/serve_web.ts";

/** Starts the application on a free port. */
export async function startHono(
  env: ContractEnvironment,
): Promise<StartedHost> {
  const { fetch } = createApp(env);
  const server = createAdaptorServer({ fetch });
  // One of HTTP/1.1, since no other is asked for.
  return await listen(server as Server);
}

const createContractAuth = (env: ContractEnvironment) =>
  HonoAuth(createContractConfig(env));
type Auth = ReturnType<typeof createContractAuth>;

function createApp(env: ContractEnvironment): Hono {
  const auth = createContractAuth(env);
  const prefix = env.CONTRACT_PREFIX ?? "";
  // Whether or not a path ends in a slash: `/app/` is the first page.
  const app = new Hono({ strict: false }).basePath(prefix);
  app.use(auth);
  app.onError((_error, c) => c.text("Internal server error", 500));
  addPages(app, auth, env);
  addHandlers(app, auth, env);
  addActions(app, auth, prefix);
  const proxy = auth.proxy({
    provider: "op",
    target: env.CONTRACT_API ?? "",
    prefix: `${prefix}/api/proxy`,
  });
  app.all("/api/proxy/*", proxy);
  return app;
}

const guards = {
  private: {},
  staff: { role: "staff" },
  fresh: { maxAge: 60 },
  strong: { acr: "mfa", amr: "otp" },
} as const;

function addPages(app: Hono, auth: Auth, env: ContractEnvironment): void {
  app.get("/", auth.session, (c) => toPage(c, c.var.session));
  for (const [path, options] of Object.entries(guards)) {
    app.get(`/${path}`, auth.require(options), (c) => {
      return toPage(c, c.var.session);
    });
  }
  app.get("/form", auth.session, async (c) => {
    const { CONTRACT_PREFIX = "" } = env;
    const csrfField = await auth.csrfField(c);
    return toPage(c, c.var.session, renderForms(CONTRACT_PREFIX, csrfField));
  });
  app.get("/stream", auth.session, (c) => {
    const name = c.var.session?.user.name ?? "nobody";
    return streamText(c, async (stream) => {
      await stream.writeln(`first ${name}`);
      await waitAtGate(env, c.req.query("gate") ?? null);
      await stream.writeln(`last ${name}`);
    });
  });
  app.get("/throw", auth.session, (c) => {
    const cause = c.var.session?.user.id;
    throw new Error("thrown by the application", { cause });
  });
}

function addHandlers(app: Hono, auth: Auth, env: ContractEnvironment): void {
  app.get("/api/me", auth.session, (c) => c.json(c.var.session));
  for (const name of ["private", "staff", "fresh"] as const) {
    app.get(`/api/${name}`, auth.require(guards[name]), (c) => {
      return c.json(c.var.session);
    });
  }
  app.get("/api/own", auth.session, (c) => {
    setCookie(c, "own", "1", { path: "/" });
    setCookie(c, "other", "2", { path: "/" });
    return c.json(c.var.session);
  });
  app.get("/api/meet", async (c) => {
    const readId = async () => (await auth.getSession(c))?.user.id ?? null;
    const before = await readId();
    await waitAtGate(env, c.req.query("gate") ?? null);
    return c.json({ before, after: await readId() });
  });
  app.post("/api/update", auth.require(), async (c) => {
    const { note, rotate } = await c.req.parseBody();
    await auth.updateSession(c, { note }, { rotate: rotate === "1" });
    return c.json(await auth.getSession(c));
  });
  app.post("/api/echo", auth.require(), async (c) => {
    const isJson = c.req.header("content-type")?.includes("json");
    return c.json(await (isJson ? c.req.json() : c.req.parseBody()));
  });
}

function addActions(app: Hono, auth: Auth, prefix: string): void {
  app.get("/actions", auth.session, (c) => {
    return toPage(c, c.var.session, renderActions());
  });
  app.post("/actions", auth.session, async (c) => {
    const fields = await c.req.formData();
    if (fields.get("do") === "update") {
      await auth.updateSession(c, { note: fields.get("note") });
      return toPage(c, await auth.getSession(c), renderActions());
    }
    const redirectTo = `${prefix}/private`;
    const { url, error } = fields.get("do") === "sign-out"
      ? await auth.signOut(c, { redirectTo: `${prefix}/` })
      : fields.get("do") === "provider"
      ? await auth.signIn(c, "op", { redirectTo })
      : await auth.signIn(c, "password", { redirectTo, fields });
    if (url !== null) return c.redirect(url, 303);
    return toPage(c, c.var.session, renderActions(error.message));
  });
}

function toPage(
  c: Context,
  session: ContractSession | null,
  content?: string,
): Response {
  return c.html(renderPage(session, content));
}
