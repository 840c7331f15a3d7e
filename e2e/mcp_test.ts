/**
 * The example of an MCP server, with the official clients: the newest, the first
 * major version, and the oldest that finds a server's metadata.
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as Client1 } from "mcp-sdk-1/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "mcp-sdk-1/client/streamableHttp.js";
import { Client as Client113 } from "mcp-sdk-1.13/client/index.js";
import { StreamableHTTPClientTransport as Transport113 } from "mcp-sdk-1.13/client/streamableHttp.js";
import { createBrowser } from "@latchkey/auth/testing";
import { demoAccounts } from "../examples/demo/provider.ts";
import { sendRaw } from "../server/express_testkit.ts";
import {
  createStorage,
  findFreePort,
  type OpenPage,
  type RunningMcp,
  startMcp,
} from "./mcp_testkit.ts";

/** What the versions of the client have in common. */
interface AnyClient {
  connect(transport: AnyTransport): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: {
    name: string;
    arguments: Record<string, unknown>;
  }): Promise<{ content: unknown }>;
  close(): Promise<void>;
}
interface AnyTransport {
  finishAuth(code: string, iss: string): Promise<void>;
}
type Make<T> = new (...args: never[]) => T;

const libraries: Readonly<
  Record<string, readonly [Make<unknown>, Make<unknown>]>
> = {
  "the newest client": [Client, StreamableHTTPClientTransport],
  "the newest client of version 1": [Client1, Transport1],
  "the client of version 1.13": [Client113, Transport113],
};

const redirect = "http://127.0.0.1:6274/callback";

/** Signs in at the provider as a person does, without a real browser. */
const signIn: OpenPage = async (url) => {
  const browser = createBrowser(async (request) => {
    const { href, host } = new URL(request.url);
    if (href.startsWith(redirect)) return new Response("You can close this.");
    const body = new Uint8Array(await request.arrayBuffer());
    return await sendRaw(
      href.replace("//localhost:", "//127.0.0.1:"),
      request.method,
      { ...Object.fromEntries(request.headers), host },
      body,
    );
  });
  const login = await browser.goto(url.href);
  const { username = "", password = "" } = demoAccounts[0] ?? {};
  const back = await browser.submit(login, {
    button: "Sign in",
    fields: { username, password },
  });
  return new URL(back.url);
};

describe("examples/mcp-server", () => {
  let running: RunningMcp;
  before(async () =>
    void (running = await startMcp(await findFreePort(), redirect))
  );
  after(() => running.close());

  for (
    const [name, [ClientClass, TransportClass]] of Object.entries(libraries)
  ) {
    it(`${name} signs in by itself, lists the tools and calls them [API-17]`, async () => {
      const isOldest = ClientClass === Client113;
      const scope = isOldest ? "notes:read notes:write" : undefined;
      const storage = createStorage(redirect, signIn, scope);
      const make = () => {
        const options = { authProvider: storage };
        const args = [new URL(running.resource), options];
        return new TransportClass(...args as never[]) as AnyTransport;
      };
      const about = { name: "test", version: "1" };
      const create = () => new ClientClass(...[about] as never[]) as AnyClient;
      const first = make();
      // It asks for a sign-in, and ends: a program cannot wait for a person.
      await assert.rejects(create().connect(first), /Unauthorized/);
      const back = storage.readReturn();
      const [code, iss] = ["code", "iss"].map((one) => back.get(one) ?? "");
      await first.finishAuth(code ?? "", iss ?? "");
      const mcp = create();
      await mcp.connect(make());
      const { tools } = await mcp.listTools();
      assert.deepEqual(tools.map((one) => one.name), [
        "list_notes",
        "add_note",
      ]);
      const text = `a note of ${name}`;
      await mcp.callTool({ name: "add_note", arguments: { text } });
      const listed = await mcp.callTool({ name: "list_notes", arguments: {} });
      assert.match(JSON.stringify(listed.content), new RegExp(text));
      await mcp.close();
      assert.deepEqual(storage.asked, ["notes:read notes:write"]);
    });
  }
});
