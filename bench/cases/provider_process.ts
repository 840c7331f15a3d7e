import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";

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

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const body = chunks.length === 0
    ? null
    : await new Blob(chunks as BlobPart[]).bytes();
  const base = `http://${headers.get("host")}`;
  return new Request(base + url, { method, headers, body });
}
