/**
 * What the suite serves on this machine for the application under test: the
 * provider with its API, the outbox, and the gates.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Mail } from "../../types.ts";
import { createFaultProvider } from "../provider.ts";
import type { FaultProvider } from "../provider_types.ts";
import { randomHex } from "../provider_keys.ts";
import type { ContractEnvironment } from "./config.ts";
import { createGates, type Gates } from "./gates.ts";

/** What the suite serves, and the environment that says where it is. */
export interface Backstage {
  readonly op: FaultProvider;
  readonly gates: Gates;
  /** Every mail so far, oldest first. */
  readonly mails: readonly Mail[];
  /** Every request to the provider's API so far, oldest first. */
  readonly calls: readonly Request[];
  readonly env: ContractEnvironment;
  /** Texts of the configuration that no client may see. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

/** Answers the requests below one path, by the first part of it. */
type Routes = Map<string, (request: Request) => Promise<Response>>;

/** Starts the server of the suite on a free port. */
export async function openBackstage(): Promise<Backstage> {
  const { createServer } = await import("node:http");
  const routes: Routes = new Map();
  const server = createServer((req, res) => {
    answer(routes, req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    // The provider's site is another one than the application's `localhost`.
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  const op = await createFaultProvider({ issuer: `${base}/op`, alg: "EdDSA" });
  routes.set("op", op.handler);
  const gates = createGates();
  return {
    op,
    gates,
    ...serveRest(routes, gates),
    ...createEnvironment(base, op),
    close: () =>
      new Promise((resolve) => {
        gates.openAll();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves the outbox, the gates and the provider's API. */
function serveRest(
  routes: Routes,
  gates: Gates,
): Pick<Backstage, "mails" | "calls"> {
  const mails: Mail[] = [];
  const calls: Request[] = [];
  routes.set("outbox", async (request) => {
    mails.push(await request.json());
    return new Response(null, { status: 204 });
  });
  routes.set("gate", async ({ url }) => {
    await gates.wait(new URL(url).searchParams.get("name") ?? "");
    return new Response("open");
  });
  routes.set("api", async (request) => {
    calls.push(request.clone());
    const { pathname: path } = new URL(request.url);
    const headers = { "set-cookie": "of-the-api=1" };
    return Response.json({ path, body: await request.text() }, { headers });
  });
  return { mails, calls };
}

function createEnvironment(
  base: string,
  { clientId, clientSecret, issuer }: FaultProvider,
): Pick<Backstage, "env" | "secrets"> {
  const secret = `contract-secret-${randomHex(24)}`;
  const former = `former-secret-${randomHex(24)}`;
  const marker = `marker-${randomHex(16)}`;
  return {
    env: {
      CONTRACT_SECRET: secret,
      CONTRACT_FORMER_SECRET: former,
      CONTRACT_ISSUER: issuer,
      CONTRACT_CLIENT_ID: clientId,
      CONTRACT_CLIENT_SECRET: clientSecret,
      CONTRACT_MARKER: marker,
      CONTRACT_OUTBOX: `${base}/outbox`,
      CONTRACT_GATE: `${base}/gate`,
      CONTRACT_API: `${base}/api`,
    },
    secrets: [secret, former, marker, clientSecret],
  };
}

async function answer(
  routes: Routes,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const url = new URL(req.url ?? "/", `http://${req.headers.host}`);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of req) chunks.push(new Uint8Array(chunk));
  const { method = "GET" } = req;
  const isBare = method === "GET" || method === "HEAD";
  const request = new Request(url, {
    method,
    headers: toHeaders(req),
    body: isBare ? null : new Blob(chunks),
  });
  const route = routes.get(url.pathname.split("/")[1] ?? "");
  const response = await route?.(request) ??
    new Response(null, { status: 404 });
  res.writeHead(response.status, Object.fromEntries(response.headers));
  res.end(new Uint8Array(await response.arrayBuffer()));
}

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  }
  return headers;
}
