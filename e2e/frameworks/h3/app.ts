/**
 * An application of h3 2 under the contract of hosts.
 *
 * @module
 */

import { H3Auth } from "@latchkey/auth/h3";
import {
  type ContractEnvironment,
  type ContractSession,
  createContractConfig,
  waitAtGate,
} from "@latchkey/auth/testing/host-config";
import type { StartedHost } from "@latchkey/auth/testing/host-contract";
import { getQuery, H3, type H3Event, readBody, redirect, setCookie } from "h3";
import { renderActions, renderForms, renderPage } from "../shared/pages.ts";
import { serveWeb } from "../shared/serve_web.ts";

/** Starts the application on a free port. */
export async function startH3(env: ContractEnvironment): Promise<StartedHost> {
  const app = createApp(env);
  return await serveWeb(async (request) => await app.fetch(request));
}

const createContractAuth = (env: ContractEnvironment) =>
  H3Auth(createContractConfig(env));
type Auth = ReturnType<typeof createContractAuth>;

function createApp(env: ContractEnvironment): H3 {
  const auth = createContractAuth(env);
  const prefix = env.CONTRACT_PREFIX ?? "";
  const app = new H3({ silent: true });
  app.use(auth);
  addPages(app, auth, env);
  addHandlers(app, auth, env);
  addActions(app, auth, prefix);
  const proxy = auth.proxy({
    provider: "op",
    target: env.CONTRACT_API ?? "",
    prefix: `${prefix}/api/proxy`,
  });
  app.all(`${prefix}/api/proxy/**`, (event) => proxy(event));
  return app;
}

const guards = {
  private: {},
  staff: { role: "staff" },
  fresh: { maxAge: 60 },
  strong: { acr: "mfa", amr: "otp" },
} as const;

function addPages(app: H3, auth: Auth, env: ContractEnvironment): void {
  const prefix = env.CONTRACT_PREFIX ?? "";
  app.get(`${prefix}/`, (event) => toPage(event));
  for (const [path, options] of Object.entries(guards)) {
    const middleware = [auth.require(options)];
    app.get(`${prefix}/${path}`, (event) => toPage(event), { middleware });
  }
  app.get(`${prefix}/form`, async (event) => {
    const csrfField = await auth.csrfField(event);
    return toPage(event, renderForms(prefix, csrfField));
  });
  app.get(`${prefix}/stream`, (event) => {
    const name = toSession(event)?.user.name ?? "nobody";
    const gate = String(getQuery(event)["gate"]);
    event.res.headers.set("content-type", "text/plain; charset=utf-8");
    return ReadableStream.from((async function* () {
      yield new TextEncoder().encode(`first ${name}\n`);
      await waitAtGate(env, gate);
      yield new TextEncoder().encode(`last ${name}\n`);
    })());
  });
  app.get(`${prefix}/throw`, (event) => {
    const cause = toSession(event)?.user.id;
    throw new Error("thrown by the application", { cause });
  });
}

function addHandlers(app: H3, auth: Auth, env: ContractEnvironment): void {
  const prefix = `${env.CONTRACT_PREFIX ?? ""}/api`;
  const read = async (event: H3Event) =>
    Response.json(await auth.getSession(event));
  app.get(`${prefix}/me`, read);
  for (const name of ["private", "staff", "fresh"] as const) {
    app.get(`${prefix}/${name}`, async (event) => ({
      ...await auth.requireSession(event, guards[name]),
    }));
  }
  app.get(`${prefix}/own`, async (event) => {
    setCookie(event, "own", "1", { path: "/" });
    setCookie(event, "other", "2", { path: "/" });
    return await read(event);
  });
  app.get(`${prefix}/meet`, async (event) => {
    const readId = async () => (await auth.getSession(event))?.user.id ?? null;
    const before = await readId();
    await waitAtGate(env, String(getQuery(event)["gate"]));
    return { before, after: await readId() };
  });
  app.post(`${prefix}/update`, async (event) => {
    await auth.requireSession(event);
    const fields = await event.req.formData();
    const rotate = fields.get("rotate") === "1";
    await auth.updateSession(event, { note: fields.get("note") }, { rotate });
    return await read(event);
  });
  app.post(`${prefix}/echo`, async (event) => {
    await auth.requireSession(event);
    return await readBody(event);
  });
}

function addActions(app: H3, auth: Auth, prefix: string): void {
  app.get(`${prefix}/actions`, (event) => toPage(event, renderActions()));
  app.post(`${prefix}/actions`, async (event) => {
    const fields = await event.req.formData();
    if (fields.get("do") === "update") {
      await auth.updateSession(event, { note: fields.get("note") });
      return toPage(event, renderActions());
    }
    const redirectTo = `${prefix}/private`;
    const { url, error } = fields.get("do") === "sign-out"
      ? await auth.signOut(event, { redirectTo: `${prefix}/` })
      : fields.get("do") === "provider"
      ? await auth.signIn(event, "op", { redirectTo })
      : await auth.signIn(event, "password", { redirectTo, fields });
    if (url !== null) return redirect(url, 303);
    event.res.status = error.status;
    return toPage(event, renderActions(error.message));
  });
}

function toSession({ context }: H3Event): ContractSession | null {
  return context["session"] as ContractSession | null;
}

function toPage(event: H3Event, content?: string): string {
  event.res.headers.set("content-type", "text/html; charset=utf-8");
  return renderPage(toSession(event), content);
}
