/**
 * For tests only: the example of an MCP server, the demo's provider, and real
 * clients of the Model Context Protocol that sign in there.
 *
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { startProvider } from "../examples/demo/provider.ts";

/** The id of a program on somebody's machine, which cannot keep a secret. */
const clientId = "mcp-client";

/** The example, and its provider. */
export interface RunningMcp {
  readonly resource: string;
  readonly issuer: string;
  close(): Promise<void>;
}

/** Finds a port that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Starts the example as its own process, on a port of this machine.
 *
 * @param redirect where the provider sends users of the client back to
 */
export async function startMcp(
  port: number,
  redirect: string,
): Promise<RunningMcp> {
  const resource = `http://localhost:${port}/mcp`;
  const scope = "notes:read notes:write";
  const provider = await startProvider({
    port: 0,
    clients: [{ clientId, name: "an MCP client", redirectUris: [redirect] }],
    apis: [{ resource, scope }],
  });
  const root = fileURLToPath(new URL("..", import.meta.url));
  const child = spawn(process.execPath, [
    "run",
    "-A",
    "--quiet",
    "--config=deno.json",
    "examples/mcp-server/src/main.ts",
  ], {
    cwd: root,
    env: {
      ...process.env,
      MCP_RESOURCE: resource,
      MCP_ISSUER: provider.issuer,
      PORT: `${port}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await untilSaid(child);
  return {
    resource,
    issuer: provider.issuer,
    close: async () => {
      child.kill();
      await once(child, "exit");
      await provider.close();
    },
  };
}

/** Waits for the first line, which the example prints when it listens. */
async function untilSaid(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error("The example has no output.");
  const ended = once(child, "exit").then(() => {
    throw new Error("The example has ended.");
  });
  await Promise.race([once(child.stdout, "data"), ended]);
}

/** Opens the page where a user signs in, and returns where the browser was sent then. */
export type OpenPage = (url: URL) => Promise<URL>;

/**
 * What the official SDKs ask a client to implement: it keeps tokens in memory.
 * The members have these names in all of their versions.
 */
export function createStorage(
  redirect: string,
  open: OpenPage,
  scope?: string,
) {
  let tokens: unknown;
  let verifier = "";
  let returned = new URLSearchParams();
  /** The scopes that were asked for, one text for each sign-in. */
  const asked: string[] = [];
  return {
    asked,
    /** The parameters with which the last sign-in came back. */
    readReturn: () => returned,
    redirectUrl: redirect,
    // Only the oldest takes the scopes from here, and not from the server.
    clientMetadata: { redirect_uris: [redirect], scope },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => tokens,
    saveTokens: (saved: unknown) => {
      tokens = saved;
    },
    codeVerifier: () => verifier,
    saveCodeVerifier: (saved: string) => {
      verifier = saved;
    },
    redirectToAuthorization: async (url: URL) => {
      asked.push(url.searchParams.get("scope") ?? "");
      returned = (await open(url)).searchParams;
    },
  };
}
