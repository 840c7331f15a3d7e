import { spawn } from "node:child_process";
import { Agent, createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import {
  createRefreshApp,
  type RefreshSetting,
  toRequest,
} from "../subjects/refresh.ts";
import {
  beginByForm,
  beginByJson,
  type RelyingParty,
} from "../subjects/sign_in.ts";
import { origin } from "../subjects/subject.ts";
import { toOwnUser } from "../subjects/tokens.ts";
import { signIn } from "./sign_in.ts";

/** Requests of one visitor, at the same time. */
const AT_ONCE = 50;

/**
 * Counts what happens if an access token has expired and a visitor sends fifty
 * requests at once: refreshes at the provider, and requests without a new token.
 */
export async function refreshCase(
  name: string,
  processes: number,
  command: readonly string[],
): Promise<Record<string, number>> {
  const { op, close } = await startProvider();
  const { issuer, clientId, clientSecret } = op;
  const setting = { issuer, clientId, clientSecret, isShared: processes > 1 };
  const apps: App[] = [];
  try {
    // One after the other, because the first one creates the tables.
    while (apps.length < processes) {
      apps.push(await startApp([...command, name, JSON.stringify(setting)]));
    }
    return await expireAndAsk(op, toParty(name, apps), apps);
  } finally {
    for (const { stop } of apps) stop();
    close();
  }
}

async function expireAndAsk(
  op: FaultProvider,
  party: RelyingParty,
  apps: readonly App[],
): Promise<Record<string, number>> {
  let expired: unknown = null;
  const body = (json: Readonly<Record<string, unknown>>) => {
    expired = json.access_token;
    return { ...json, expires_in: 1 };
  };
  op.user = toOwnUser(0);
  op.faults = { token: { body } };
  const cookie = await signIn(party, op);
  op.faults = {};
  // The token ends by the clock of processes that have no other one.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  op.clearRequests();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      const asked = new Request(`${origin}/token`, { headers: { cookie } });
      const answer = await apps[i % apps.length]?.ask(asked);
      return answer?.ok ? (await answer.json()).token as string : null;
    }),
  );
  const refreshes = op.count("token");
  const fresh = await Promise.all(
    answers.map((token) => token !== expired && isKnown(op, token)),
  );
  const failures = fresh.filter((one) => !one).length;
  return { refreshes, failures };
}

/** Whether a token opens the provider's API. */
async function isKnown(
  op: FaultProvider,
  token: string | null,
): Promise<boolean> {
  if (!token) return false;
  const headers = { authorization: `Bearer ${token}` };
  return (await op.fetch(`${op.issuer}/userinfo`, { headers })).ok;
}

function toParty(name: string, [app]: readonly App[]): RelyingParty {
  if (app === undefined) throw new Error("no application");
  const { ask: handler } = app;
  const parties: Readonly<Record<string, Omit<RelyingParty, "handler">>> = {
    "Latchkey": {
      begin: beginByForm,
      sessionCookie: "__Host-latchkey.session",
    },
    "Auth.js": {
      begin: beginByForm,
      sessionCookie: "__Secure-authjs.session-token",
    },
    "Better Auth": {
      begin: beginByJson,
      sessionCookie: "__Secure-better-auth.session_token",
    },
    "express-openid-connect": {
      begin: async (ask) =>
        (await ask(new Request(`${origin}/login`))).headers.get("location") ??
          "",
      sessionCookie: "appSession",
    },
  };
  const party = parties[name];
  if (party === undefined) throw new TypeError(`no application ${name}`);
  return { handler, ...party };
}

/** An application in a process of its own. */
interface App {
  /** Sends a request to the site by way of this process. */
  ask(request: Request): Promise<Response>;
  stop(): void;
}

async function startApp(args: readonly string[]): Promise<App> {
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on("data", (text) => {
      const [, port] = /"port":(\d+)/.exec(String(text)) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    child.once("exit", () => reject(new Error("it did not start")));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  return {
    ask: (request) => askAt(port, agent, request),
    stop: () => {
      agent.destroy();
      child.kill();
    },
  };
}

/** Sends a request to a port as if it had come to the site. */
async function askAt(
  port: number,
  agent: Agent,
  asked: Request,
): Promise<Response> {
  const { pathname, search, host } = new URL(asked.url);
  const body = new Uint8Array(await asked.arrayBuffer());
  return await new Promise((resolve, reject) => {
    const headers = {
      ...Object.fromEntries(asked.headers),
      host,
      "x-forwarded-proto": "https",
      "content-length": body.length,
    };
    const path = pathname + search;
    const options = { port, host: "127.0.0.1", path, headers, agent };
    const onward = send({ ...options, method: asked.method }, (incoming) => {
      const chunks: Uint8Array[] = [];
      incoming.on("data", (chunk) => chunks.push(chunk));
      incoming.on("end", () => {
        const found = new Headers();
        for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
          found.append(
            incoming.rawHeaders[i] ?? "",
            incoming.rawHeaders[i + 1] ?? "",
          );
        }
        const status = incoming.statusCode ?? 500;
        const text = chunks.map((one) => new TextDecoder().decode(one)).join(
          "",
        );
        resolve(
          new Response(status === 204 ? null : text, {
            status,
            headers: found,
          }),
        );
      });
    });
    onward.on("error", reject).end(body);
  });
}

/** The process of one application; it prints its port, and ends with its parent. */
export async function refreshAppCase(
  name: string,
  setting: RefreshSetting,
): Promise<void> {
  const server = createServer(await createRefreshApp(name, setting));
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ port })}\n`);
  });
  process.stdin.on("end", () => process.exit(0));
  process.stdin.resume();
}

async function startProvider(): Promise<
  { readonly op: FaultProvider; close(): void }
> {
  let op: FaultProvider | null = null;
  const server = createServer(async (incoming, outgoing) => {
    const answer = await op?.handler(await toRequest(incoming)) ??
      Response.error();
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(new Uint8Array(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  op = await createFaultProvider({ issuer: `http://127.0.0.1:${port}` });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { op, close };
}
