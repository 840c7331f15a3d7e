import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { toRequest } from "../subjects/refresh.ts";
import type { Registration } from "../subjects/sketch.ts";

/** A provider in a process of its own, so that its CPU time does not count. */
export interface OtherProvider extends Registration {
  /** Follows the URL of an authorization request; returns the callback's. */
  authorize(urls: readonly string[]): Promise<readonly string[]>;
  stop(): void;
}

/** Starts a provider in its own process. */
export async function startProvider(
  command: readonly string[],
): Promise<OtherProvider> {
  const child = spawn(process.execPath, command, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const own = await new Promise<Registration>((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(JSON.parse(String(line))));
    child.once("exit", () => reject(new Error("the provider did not start")));
  });
  const authorize = async (urls: readonly string[]) => {
    const body = JSON.stringify(urls);
    const answer = await fetch(`${own.issuer}/-/all`, { method: "POST", body });
    return await answer.json();
  };
  return { ...own, authorize, stop: () => child.stdin.end() };
}

/** The process of the provider; it prints its registration, and ends with its parent. */
export async function providerProcess(): Promise<void> {
  let op: FaultProvider | null = null;
  const server = createServer(async (incoming, outgoing) => {
    if (op === null) return void outgoing.writeHead(500).end();
    const asked = await toRequest(incoming);
    if (incoming.url === "/-/all") {
      outgoing.end(JSON.stringify(await followAll(op, await asked.json())));
      op.clearRequests();
      return;
    }
    const answer = await op.handler(asked);
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(new Uint8Array(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  op = await createFaultProvider({ issuer: `http://127.0.0.1:${port}` });
  const { issuer, clientId, clientSecret } = op;
  process.stdout.write(JSON.stringify({ issuer, clientId, clientSecret }));
  process.stdin.on("end", () => process.exit(0));
  process.stdin.resume();
}

async function followAll(
  op: FaultProvider,
  urls: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const url of urls) {
    const answer = await op.handler(new Request(url));
    found.push(answer.headers.get("location") ?? "");
  }
  return found;
}
