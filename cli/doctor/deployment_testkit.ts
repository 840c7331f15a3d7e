/**
 * Deployments on this machine: an application, a proxy with TLS in front of it,
 * and a provider. Each can be broken in many ways.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { buffer, text } from "node:stream/consumers";
import { type AuthConfig, createAuth, createMemoryStore } from "@latchkey/auth";
import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { listen } from "../probe/listen.ts";
import {
  makeCertificate,
  type TestCertificate,
} from "./certificate_testkit.ts";

/** The public host of the deployments. */
export const HOST = "app.example";

const certificate = makeCertificate(HOST, Date.now() + 90 * 86_400_000);
const ending = makeCertificate(HOST, Date.now() + 5 * 86_400_000);
const foreign = makeCertificate("www.example", Date.now() + 90 * 86_400_000);

/** The certificates that a deployment can have. */
export const certificates = { certificate, ending, foreign };

/** A request on its way to the application, which a proxy may change. */
export interface Passing {
  path: string;
  headers: IncomingHttpHeaders;
}

/** What is special about a deployment. */
export interface DeploymentOptions {
  /** Changes the configuration of the application. */
  readonly config?: (config: AuthConfig, op: FaultProvider) => AuthConfig;
  /** The processes of the application. Default: one. */
  readonly processes?: readonly ((config: AuthConfig) => AuthConfig)[];
  /** Uses the body before the library can. */
  readonly readsBody?: boolean;
  /** Changes a request. */
  readonly toApp?: (passing: Passing) => void;
  /** Changes the headers of an answer. */
  readonly toBrowser?: (headers: OutgoingHttpHeaders, path: string) => void;
  /** The status that the proxy answers. Default: the application's. */
  readonly status?: number;
  /** Whether the proxy keeps answers, and shows them to others. */
  readonly caches?: boolean;
  readonly tls?: TestCertificate;
  /** Whether the doctor does not know who signed the certificate. */
  readonly isUnknown?: boolean;
  /** The protocols that the proxy offers. */
  readonly protocols?: readonly string[];
  /** The answer over http. Default: it leads to https. */
  readonly plain?: (response: ServerResponse) => void;
  /** The redirect URIs that are registered. Default: the right one. */
  readonly registered?: readonly string[];
  /** What the provider calls the client. Default: as the application. */
  readonly client?: string;
  /** The path under which the application is public. */
  readonly path?: string;
}

/** A running deployment. */
export interface Deployment {
  readonly url: string;
  /** The arguments of `doctor` for it, without the URL. */
  readonly args: readonly string[];
  readonly ca: string;
  close(): Promise<void>;
}

let count = 0;

/** Starts a deployment. */
export async function startDeployment(
  options: DeploymentOptions,
): Promise<Deployment> {
  const closing: (() => Promise<void>)[] = [];
  const start = async (server: Parameters<typeof listen>[0]) => {
    const running = await listen(server, 0);
    closing.push(running.close);
    return running.port;
  };
  const { op, close } = await startProvider(options);
  closing.push(close);
  const apps = await Promise.all(
    createConfigs(options, op).map((config) =>
      start(createServer(createApp(config, options)))
    ),
  );
  const { cert, key } = options.tls ?? certificate;
  const proxy = createProxy(apps, options);
  const ALPNProtocols = [...options.protocols ?? ["h2", "http/1.1"]];
  const secure = await start(
    createTlsServer({ cert, key, ALPNProtocols }, proxy),
  );
  const plain = await start(createServer((_request, response) => {
    if (options.plain !== undefined) return options.plain(response);
    response.writeHead(301, { location: `https://${HOST}/` }).end();
  }));
  return {
    url: `https://${HOST}${options.path ?? ""}`,
    args: [
      ...["--connect", `127.0.0.1:${secure}`],
      ...["--connect-http", `127.0.0.1:${plain}`],
    ],
    ca: options.isUnknown ? foreign.cert : cert,
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
}

/** Starts an application as a developer does: without a proxy, and over http. */
export async function startLocal(): Promise<
  { readonly url: string; close(): Promise<void> }
> {
  const server = createServer();
  const { port, close } = await listen(server, 0);
  const origin = `http://127.0.0.1:${port}`;
  const registered = [`${origin}/auth/callback/work`];
  const provider = await startProvider({ registered });
  const config = { ...createConfig(provider.op), origin };
  server.on("request", createApp(config, {}));
  return {
    url: origin,
    close: async () => {
      await Promise.all([close(), provider.close()]);
    },
  };
}

/** Starts a provider, with a page that asks for a password. */
export async function startProvider(
  options: DeploymentOptions,
): Promise<{ readonly op: FaultProvider; close(): Promise<void> }> {
  const server = createServer();
  const { port, close } = await listen(server, 0);
  const issuer = `http://127.0.0.1:${port}/${++count}`;
  const op = await createFaultProvider({ issuer, alg: "EdDSA" });
  server.on(
    "request",
    toListener((request) => answerProvider(op, request, options)),
  );
  return { op, close };
}

/** The configuration of a healthy application. */
export function createConfig(op: FaultProvider): AuthConfig {
  return {
    secret: "Qm9yZWFzIGJsb3dzIG92ZXIgdGhlIG5vcnRoZXJu-37",
    origin: `https://${HOST}`,
    store: createMemoryStore(),
    clientAddress: () => "192.0.2.1",
    providers: [op.provider({ id: "work", name: "Work" })],
    logger: { error: () => {}, warn: () => {} },
  };
}

function createConfigs(
  { config = (one) => one, processes = [(one) => one] }: DeploymentOptions,
  op: FaultProvider,
): AuthConfig[] {
  return processes.map((change) => change(config(createConfig(op), op)));
}

function createApp(config: AuthConfig, { readsBody }: DeploymentOptions) {
  const auth = createAuth(config);
  return toListener(async (request) => {
    if (!new URL(request.url).pathname.includes("/auth")) {
      return new Response("Not found", { status: 404 });
    }
    if (readsBody) await request.text();
    return await auth.handler(request);
  });
}

async function answerProvider(
  op: FaultProvider,
  request: Request,
  { registered, path = "", client = op.clientId }: DeploymentOptions,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.endsWith("/authorize")) return await op.handler(request);
  const uris = registered ?? [`https://${HOST}${path}/auth/callback/work`];
  const refuse = (text: string) =>
    new Response(`<h1>Error</h1><p>${text}</p>`, { status: 400 });
  if (searchParams.get("client_id") !== client) {
    return refuse("Client not found.");
  }
  return uris.includes(searchParams.get("redirect_uri") ?? "")
    ? new Response("<form method=post><input name=password></form>")
    : refuse("Invalid parameter: redirect_uri");
}

function createProxy(apps: readonly number[], options: DeploymentOptions) {
  const { toApp = () => {}, toBrowser = () => {}, caches } = options;
  const kept = new Map<string, [number, OutgoingHttpHeaders, Buffer]>();
  let turn = 0;
  return (request: IncomingMessage, response: ServerResponse) => {
    const passing = {
      path: request.url ?? "/",
      headers: { ...request.headers },
    };
    const { method = "GET" } = request;
    const known = kept.get(`${method} ${passing.path}`);
    if (known !== undefined) {
      const [status, headers, body] = known;
      return response.writeHead(status, headers).end(body);
    }
    toApp(passing);
    const port = apps[turn++ % apps.length] ?? 0;
    const { path, headers } = passing;
    const outgoing = httpRequest(
      { host: "127.0.0.1", port, method, path, headers },
      async (answer) => {
        const body = await buffer(answer);
        const { statusCode = 502 } = answer;
        const own: OutgoingHttpHeaders = {
          ...answer.headers,
          "strict-transport-security": "max-age=31536000",
        };
        toBrowser(own, request.url ?? "/");
        if (caches && method === "GET") {
          kept.set(`${method} ${request.url}`, [statusCode, own, body]);
        }
        response.writeHead(options.status ?? statusCode, own).end(body);
      },
    );
    outgoing.once("error", () => response.writeHead(502).end());
    request.pipe(outgoing);
  };
}

function toListener(handler: (request: Request) => Promise<Response>) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", url = "/", rawHeaders } = request;
    const headers = new Headers();
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
      headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
    }
    const body = await text(request);
    const { host, "x-forwarded-proto": scheme = "http" } = request.headers;
    const target = new URL(url, `${scheme}://${host}`);
    const init = body.length > 0
      ? { method, headers, body }
      : { method, headers };
    const answer = await handler(new Request(target, init));
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) response.setHeader("set-cookie", cookies);
    response.writeHead(answer.status).end(
      Buffer.from(await answer.arrayBuffer()),
    );
  };
}
