/**
 * An application of Fastify under the contract of hosts.
 *
 * @module
 */

import { Readable } from "node:stream";
import cookies from "@fastify/cookie";
import forms from "@fastify/formbody";
import { FastifyAuth } from "@latchkey/auth/fastify";
import {
  type ContractEnvironment,
  type ContractSession,
  createContractConfig,
  waitAtGate,
} from "@latchkey/auth/testing/host-config";
import type { StartedHost } from "@latchkey/auth/testing/host-contract";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { renderActions, renderForms, renderPage } from "../shared/pages.ts";

declare module "fastify" {
  interface FastifyRequest {
    session: ContractSession | null;
  }
}

/** Starts the application on a free port. */
export async function startFastify(
  env: ContractEnvironment,
): Promise<StartedHost> {
  const app = Fastify({ trustProxy: "loopback", forceCloseConnections: true });
  app.register(cookies);
  app.register(forms);
  // deno-lint-ignore require-await -- Fastify awaits its plugins
  app.register(async (app) => addRoutes(app, env), {
    prefix: env.CONTRACT_PREFIX ?? "",
  });
  const origin = await app.listen({ port: 0, host: "localhost" });
  return {
    origin: origin.replace(/\/\/[^/]+(?=:\d+$)/, "//localhost"),
    stop: () => app.close(),
  };
}

const createContractAuth = (env: ContractEnvironment) =>
  FastifyAuth(createContractConfig(env));
type Auth = ReturnType<typeof createContractAuth>;

function addRoutes(app: FastifyInstance, env: ContractEnvironment): void {
  const auth = createContractAuth(env);
  app.register(auth);
  const proxy = auth.proxy({ provider: "op", target: env.CONTRACT_API ?? "" });
  app.register(proxy, { prefix: "/api/proxy" });
  addPages(app, auth, env);
  addHandlers(app, auth, env);
  addActions(app, auth, env);
}

const guards = {
  private: {},
  staff: { role: "staff" },
  fresh: { maxAge: 60 },
  strong: { acr: "mfa", amr: "otp" },
} as const;

function addPages(
  app: FastifyInstance,
  auth: Auth,
  env: ContractEnvironment,
): void {
  app.get("/", ({ session }, reply) => sendPage(reply, session));
  for (const [path, options] of Object.entries(guards)) {
    const preHandler = auth.require(options);
    app.get(
      `/${path}`,
      { preHandler },
      ({ session }, reply) => sendPage(reply, session),
    );
  }
  app.get("/form", async (request, reply) => {
    const forms = renderForms(
      env.CONTRACT_PREFIX ?? "",
      await auth.csrfField(request),
    );
    return sendPage(reply, request.session, forms);
  });
  app.get<Gated>("/stream", ({ session, query }, reply) => {
    const name = session?.user.name ?? "nobody";
    reply.type("text/plain; charset=utf-8");
    return reply.send(Readable.from(write(env, query.gate, name)));
  });
  app.get("/throw", ({ session }) => {
    throw new Error("thrown by the application", { cause: session?.user.id });
  });
}

/** A request that waits at a gate. */
interface Gated {
  Querystring: { readonly gate: string };
}

async function* write(env: ContractEnvironment, gate: string, name: string) {
  yield `first ${name}\n`;
  await waitAtGate(env, gate);
  yield `last ${name}\n`;
}

/** The fields of a form, by `@fastify/formbody`. */
interface Posted {
  Body: Readonly<Record<string, string>>;
}

function addActions(
  app: FastifyInstance,
  auth: Auth,
  { CONTRACT_PREFIX = "" }: ContractEnvironment,
): void {
  app.get(
    "/actions",
    ({ session }, reply) => sendPage(reply, session, renderActions()),
  );
  app.post<Posted>("/actions", async (request, reply) => {
    const { body: fields } = request;
    if (fields["do"] === "update") {
      await auth.updateSession(request, { note: fields["note"] });
      return sendPage(reply, request.session, renderActions());
    }
    const redirectTo = `${CONTRACT_PREFIX}/private`;
    const result = fields["do"] === "sign-out"
      ? await auth.signOut(request, { redirectTo: `${CONTRACT_PREFIX}/` })
      : fields["do"] === "password"
      ? await auth.signIn(request, "password", { redirectTo, fields })
      : await auth.signIn(request, "op", { redirectTo });
    if (result.error === null) return reply.redirect(result.url, 303);
    const { status, message } = result.error;
    reply.code(status);
    return sendPage(reply, request.session, renderActions(message));
  });
}

function addHandlers(
  app: FastifyInstance,
  auth: Auth,
  env: ContractEnvironment,
): void {
  const toGuard = (name: keyof typeof guards) => ({
    preHandler: auth.require(guards[name]),
  });
  // JSON of null is no body for Fastify.
  const answer = async (request: FastifyRequest, reply: FastifyReply) =>
    reply.type("application/json")
      .send(JSON.stringify(await auth.getSession(request)));
  app.get("/api/me", answer);
  app.get("/api/private", toGuard("private"), answer);
  app.get("/api/staff", toGuard("staff"), answer);
  app.get("/api/fresh", toGuard("fresh"), answer);
  app.get("/api/own", async (request, reply) => {
    reply.setCookie("own", "1", { path: "/" })
      .setCookie("other", "2", { path: "/" });
    return await answer(request, reply);
  });
  app.get<Gated>("/api/meet", async (request) => {
    const readId = async () =>
      (await auth.getSession(request))?.user.id ?? null;
    const before = await readId();
    await waitAtGate(env, request.query.gate);
    return { before, after: await readId() };
  });
  app.post<Posted>(
    "/api/update",
    toGuard("private"),
    async (request, reply) => {
      const { note, rotate } = request.body;
      await auth.updateSession(request, { note }, { rotate: rotate === "1" });
      return await answer(request, reply);
    },
  );
  app.post("/api/echo", toGuard("private"), ({ body }) => body);
}

function sendPage(
  reply: FastifyReply,
  session: ContractSession | null,
  content?: string,
): FastifyReply {
  return reply.type("text/html; charset=utf-8")
    .send(renderPage(session, content));
}
