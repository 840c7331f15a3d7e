/**
 * An application of `Request` and `Response` under the contract of hosts.
 *
 * @module
 */

import { createAuth } from "@latchkey/auth";
import {
  type ContractEnvironment,
  type ContractSession,
  createContractConfig,
  waitAtGate,
} from "@latchkey/auth/testing/host-config";
import type { StartedHost } from "@latchkey/auth/testing/host-contract";
import { renderActions, renderForms, renderPage } from "../shared/pages.ts";
import { serveWeb } from "../shared/serve_web.ts";

/** Starts the application on a free port. */
export async function startWeb(env: ContractEnvironment): Promise<StartedHost> {
  const app = createApp(env);
  return await serveWeb(async (request) => {
    try {
      return await app(request);
    } catch {
      return new Response("Internal server error", { status: 500 });
    }
  });
}

/** The session of a request, and the headers of its answer. */
interface Known {
  readonly session: ContractSession | null;
  readonly headers: Headers;
}

type Route = (request: Request, known: Known) => Response | Promise<Response>;

const createContractAuth = (env: ContractEnvironment) =>
  createAuth(createContractConfig(env));
type Auth = ReturnType<typeof createContractAuth>;

function createApp(env: ContractEnvironment) {
  const prefix = env.CONTRACT_PREFIX ?? "";
  const auth = createContractAuth(env);
  const proxy = auth.proxy({
    provider: "op",
    target: env.CONTRACT_API ?? "",
    prefix: `${prefix}/api/proxy`,
  });
  const routes: Readonly<Record<string, Route>> = {
    ...createPages(auth, env),
    ...createHandlers(auth, env),
    "GET /actions": (_, known) => toPage(known, renderActions()),
    "POST /actions": (request, known) => act(auth, request, { known, prefix }),
  };
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const path = pathname.startsWith(`${prefix}/`)
      ? pathname.slice(prefix.length)
      : "";
    if (path.startsWith("/auth/")) return await auth.handler(request);
    if (path.startsWith("/api/proxy/")) return await proxy(request);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const route = routes[`${method} ${path}`];
    const answer = await route?.(request, await auth.session(request));
    return answer ?? new Response("Not found", { status: 404 });
  };
}

const guards = {
  private: {},
  staff: { role: "staff" },
  fresh: { maxAge: 60 },
  strong: { acr: "mfa", amr: "otp" },
} as const;

function createPages(
  auth: Auth,
  env: ContractEnvironment,
): Readonly<Record<string, Route>> {
  const { CONTRACT_PREFIX = "" } = env;
  return {
    "GET /": (_, known) => toPage(known),
    "GET /private": guard(auth, guards.private, toPage),
    "GET /staff": guard(auth, guards.staff, toPage),
    "GET /fresh": guard(auth, guards.fresh, toPage),
    "GET /strong": guard(auth, guards.strong, toPage),
    "GET /form": async (request, known) => {
      const { csrfField, headers } = await auth.csrfField(request);
      const answer = toPage(known, renderForms(CONTRACT_PREFIX, csrfField));
      return withHeaders(answer, headers);
    },
    "GET /stream": (request, { session, headers }) => {
      const name = session?.user.name ?? "nobody";
      const gate = new URL(request.url).searchParams.get("gate");
      const body = toStream(env, gate, [`first ${name}\n`, `last ${name}\n`]);
      const type = { "content-type": "text/plain; charset=utf-8" };
      return withHeaders(new Response(body, { headers: type }), headers);
    },
    "GET /throw": (_, { session }) => {
      throw new Error("thrown by the application", { cause: session });
    },
  };
}

async function act(
  auth: Auth,
  request: Request,
  { known, prefix }: { readonly known: Known; readonly prefix: string },
): Promise<Response> {
  const fields = await request.formData();
  const asked = fields.get("do");
  fields.delete("do");
  if (asked === "update") {
    const data = { note: fields.get("note") };
    return toPage(await auth.updateSession(request, data), renderActions());
  }
  const redirectTo = `${prefix}/private`;
  const { url, error, headers } = asked === "sign-out"
    ? await auth.signOut(request, { redirectTo: `${prefix}/` })
    : asked === "password"
    ? await auth.signIn(request, "password", { redirectTo, fields })
    : await auth.signIn(request, "op", { redirectTo });
  if (error !== null) return toPage(known, renderActions(error.message));
  const answer = new Response(null, { status: 303, headers });
  answer.headers.set("location", url);
  return answer;
}

function createHandlers(
  auth: Auth,
  env: ContractEnvironment,
): Readonly<Record<string, Route>> {
  const readId = async (request: Request) =>
    (await auth.session(request)).session?.user.id ?? null;
  return {
    "GET /api/me": (_, known) => toJson(known),
    "GET /api/private": guard(auth, guards.private, toJson),
    "GET /api/staff": guard(auth, guards.staff, toJson),
    "GET /api/fresh": guard(auth, guards.fresh, toJson),
    "GET /api/own": (_, known) => {
      const answer = toJson(known);
      answer.headers.append("set-cookie", "own=1; Path=/");
      answer.headers.append("set-cookie", "other=2; Path=/");
      return answer;
    },
    "GET /api/meet": async (request, { headers }) => {
      const before = await readId(request);
      await waitAtGate(env, new URL(request.url).searchParams.get("gate"));
      const after = await readId(request);
      return Response.json({ before, after }, { headers });
    },
    "POST /api/update": async (request) => {
      const passed = await auth.require(request);
      if (passed instanceof Response) return passed;
      const form = await request.formData();
      const data = { note: form.get("note") };
      const rotate = form.get("rotate") === "1";
      const { headers } = await auth.updateSession(request, data, { rotate });
      const { session } = await auth.session(request);
      return toJson({ session, headers });
    },
    "POST /api/echo": async (request) => {
      const passed = await auth.require(request);
      if (passed instanceof Response) return passed;
      const type = request.headers.get("content-type") ?? "";
      const fields = type.includes("json")
        ? await request.json()
        : Object.fromEntries(await request.formData());
      return Response.json(fields, { headers: passed.headers });
    },
  };
}

function guard(
  auth: Auth,
  options: Parameters<Auth["require"]>[1],
  answer: (known: Known) => Response,
): Route {
  return async (request) => {
    const passed = await auth.require(request, options);
    return passed instanceof Response ? passed : answer(passed);
  };
}

function toPage({ session, headers }: Known, content?: string): Response {
  const type = { "content-type": "text/html; charset=utf-8" };
  const answer = new Response(renderPage(session, content), { headers: type });
  return withHeaders(answer, headers);
}

function toJson({ session, headers }: Known): Response {
  return withHeaders(Response.json(session), headers);
}

function withHeaders(answer: Response, headers: Headers): Response {
  for (const [name, value] of headers) {
    if (name === "set-cookie") answer.headers.append(name, value);
    else answer.headers.set(name, value);
  }
  return answer;
}

/** Sends the first part, waits at the gate, and sends the rest. */
function toStream(
  env: ContractEnvironment,
  gate: string | null,
  [first = "", last = ""]: readonly string[],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(encoder.encode(first));
      await waitAtGate(env, gate);
      controller.enqueue(encoder.encode(last));
      controller.close();
    },
  });
}
