// deno-lint-ignore-file no-console -- a program that a test reads
/**
 * A client of the Model Context Protocol as it runs on somebody's machine: with
 * the official SDK, and a page of its own that the provider leads back to. It
 * starts the example server and its provider, prints the page to open, and after
 * the sign-in what the tools said.
 *
 *   deno run -A e2e/servers/mcp_client.ts
 */
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { createServer } from "node:http";
import process from "node:process";
import { createStorage, findFreePort, startMcp } from "../mcp_testkit.ts";
import { endWithStarter } from "../starter.ts";

endWithStarter();
const redirect = `http://127.0.0.1:${await findFreePort()}/callback`;
const running = await startMcp(await findFreePort(), redirect);

/** Serves the page that the provider leads back to, once. */
const storage = createStorage(redirect, async (page) => {
  const { promise, resolve } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    const head = '<title>Signed in</title><link rel="icon" href="data:,">';
    response.end(`${head}You can close this page.`);
    resolve(new URL(request.url ?? "/", redirect));
  });
  server.listen(Number(new URL(redirect).port), "127.0.0.1");
  console.log(page.href);
  const back = await promise;
  server.close();
  return back;
});

const make = () =>
  new StreamableHTTPClientTransport(new URL(running.resource), {
    // The SDK's types name more members than it needs.
    authProvider: storage as never,
  });
const about = { name: "test", version: "1" };
const first = make();
await new Client(about).connect(first).catch(() => {});
await first.finishAuth(storage.readReturn());
const client = new Client(about);
await client.connect(make());
const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(" "));
const call = async (name: string, args: Record<string, unknown> = {}) => {
  const { content } = await client.callTool({ name, arguments: args });
  console.log(JSON.stringify(content));
};
await call("add_note", { text: "Notes need scopes." });
await call("list_notes");
await client.close();
await running.close();
process.exit(0);
