/**
 * What the suite serves on this machine for the application under test: the
 * provider with its API, the outbox, and the gates.
 *
 * @module
 */

import type { AddressInfo } from "node:net";
import type { Mail } from "../../types.ts";
import { serveOnLoopback } from "../loopback.ts";
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
  const routes: Routes = new Map();
  // The provider's site is another one than the application's `localhost`.
  const place = { hostname: "127.0.0.1", port: "0" };
  const server = await serveOnLoopback(async (request) => {
    const route = routes.get(new URL(request.url).pathname.split("/")[1] ?? "");
    return await route?.(request) ?? new Response(null, { status: 404 });
  }, place);
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
