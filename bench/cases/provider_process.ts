import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { toRequest } from "../subjects/refresh.ts";

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
