/**
 * An application of Koa under the contract of hosts.
 *
 * @module
 */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import Router from "@koa/router";
import { KoaAuth } from "@latchkey/auth/koa";
import {
  type ContractEnvironment,
  createContractConfig,
  waitAtGate,
} from "@latchkey/auth/testing/host-config";
import type { StartedHost } from "@latchkey/auth/testing/host-contract";
import Koa, { type Context } from "koa";
import bodyParser from "koa-bodyparser";
import { renderActions, renderForms, renderPage } from "../shared/pages.ts";

/** Starts the application on a free port. */
export async function startKoa(env: ContractEnvironment): Promise<StartedHost> {
  const app = new Koa({ proxy: true });
  // Koa would print them.
  app.silent = true;
  addRoutes(app, env);
  const server = await new Promise<Server>((resolve) => {
    const server = app.listen(0, "localhost", () => resolve(server));
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const createContractAuth = (env: ContractEnvironment) =>
  KoaAuth(createContractConfig(env));
type Auth = ReturnType<typeof createContractAuth>;

function addRoutes(app: Koa, env: ContractEnvironment): void {
  const { CONTRACT_PREFIX: prefix = "" } = env;
  const auth = createContractAuth(env);
  const router = new Router({ prefix });
  // A proxy streams bodies, so it is in front of the parsers.
  const proxy = new Router({ prefix });
  proxy.all(
    "/api/proxy/*path",
    auth.proxy({
      provider: "op",
      target: env.CONTRACT_API ?? "",
      prefix: `${prefix}/api/proxy`,
    }),
  );
  app.use(proxy.routes()).use(bodyParser({ onerror: readOff })).use(auth);
  addPages(router, auth, env);
  addActions(router, auth, env);
  addHandlers(router, auth, env);
  app.use(router.routes());
}

/** The parser stops reading a body that it refuses, and the connection would wait for the rest. */
function readOff(error: Error, ctx: Context): void {
  ctx.req.resume();
  throw error;
}

const guards = {
  private: {},
  staff: { role: "staff" },
  fresh: { maxAge: 60 },
  strong: { acr: "mfa", amr: "otp" },
} as const;

function addPages(router: Router, auth: Auth, env: ContractEnvironment): void {
  router.get("/", (ctx) => show(ctx));
  for (const [path, options] of Object.entries(guards)) {
    router.get(`/${path}`, auth.require(options), (ctx) => show(ctx));
  }
  router.get("/form", async (ctx) => {
    const csrfField = await auth.csrfField(ctx);
    show(ctx, renderForms(env.CONTRACT_PREFIX ?? "", csrfField));
  });
  router.get("/stream", (ctx) => {
    const name = ctx.state.session?.user.name ?? "nobody";
    ctx.type = "text/plain; charset=utf-8";
    ctx.body = Readable.from(write(env, String(ctx.query["gate"]), name));
  });
  router.get("/throw", (ctx) => {
    const { user } = ctx.state.session ?? {};
    throw new Error("thrown by the application", { cause: user?.id });
  });
}

async function* write(env: ContractEnvironment, gate: string, name: string) {
  yield `first ${name}\n`;
  await waitAtGate(env, gate);
  yield `last ${name}\n`;
}

function addActions(
  router: Router,
  auth: Auth,
  { CONTRACT_PREFIX = "" }: ContractEnvironment,
): void {
  router.get("/actions", (ctx) => show(ctx, renderActions()));
  router.post("/actions", async (ctx) => {
    const fields = toFields(ctx);
    if (fields["do"] === "update") {
      await auth.updateSession(ctx, { note: fields["note"] });
      return show(ctx, renderActions());
    }
    const redirectTo = `${CONTRACT_PREFIX}/private`;
    const result = fields["do"] === "sign-out"
      ? await auth.signOut(ctx, { redirectTo: `${CONTRACT_PREFIX}/` })
      : fields["do"] === "password"
      ? await auth.signIn(ctx, "password", { redirectTo, fields })
      : await auth.signIn(ctx, "op", { redirectTo });
    if (result.error === null) {
      ctx.redirect(result.url);
      ctx.status = 303;
    } else {
      ctx.status = result.error.status;
      show(ctx, renderActions(result.error.message));
    }
  });
}

function addHandlers(
  router: Router,
  auth: Auth,
  env: ContractEnvironment,
): void {
  const answer = async (ctx: Context) => {
    ctx.type = "application/json";
    ctx.body = JSON.stringify(await auth.getSession(ctx));
  };
  router.get("/api/me", answer);
  router.get("/api/private", auth.require(guards.private), answer);
  router.get("/api/staff", auth.require(guards.staff), answer);
  router.get("/api/fresh", auth.require(guards.fresh), answer);
  router.get("/api/own", async (ctx) => {
    ctx.cookies.set("own", "1");
    ctx.cookies.set("other", "2");
    await answer(ctx);
  });
  router.get("/api/meet", async (ctx) => {
    const readId = async () => (await auth.getSession(ctx))?.user.id ?? null;
    const before = await readId();
    await waitAtGate(env, String(ctx.query["gate"]));
    ctx.body = { before, after: await readId() };
  });
  router.post("/api/update", auth.require(), async (ctx) => {
    const { note, rotate } = toFields(ctx);
    await auth.updateSession(ctx, { note }, { rotate: rotate === "1" });
    await answer(ctx);
  });
  router.post("/api/echo", auth.require(), (ctx) => {
    ctx.body = toFields(ctx);
  });
}

/** Returns what `koa-bodyparser` made of the body. */
function toFields(ctx: Context): Readonly<Record<string, string>> {
  const { body } = ctx.request as { body?: unknown };
  return body as Readonly<Record<string, string>>;
}

function show(ctx: Context, content?: string): void {
  ctx.type = "html";
  ctx.body = renderPage(ctx.state.session, content);
}
