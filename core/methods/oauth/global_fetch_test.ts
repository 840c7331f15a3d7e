import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, it } from "node:test";
import { customFetch } from "@latchkey/auth";
import {
  approach,
  assertRefused,
  assertSignedIn,
  createFlow,
  endTest,
  type Flow,
} from "../../pipeline/flow_testkit.ts";
import { isPlainNodeFetch } from "../../runtime/node_fetch.ts";

const own = fetch;
const isNode = !("Deno" in globalThis);
const servers: Server[] = [];

afterEach(async () => {
  globalThis.fetch = own;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await endTest();
});

/** A site, and the headers of what its provider was asked for over HTTP. */
interface Served {
  readonly flow: Flow;
  readonly asked: IncomingMessage["headers"][];
}

/**
 * Makes a site whose provider has a server.
 *
 * @param entry more options of its entry in the configuration
 */
async function createServed(entry: object = {}): Promise<Served> {
  const asked: IncomingMessage["headers"][] = [];
  let answer = (_: Request) => Promise.resolve(new Response());
  const server = createServer(async (req, res) => {
    asked.push(req.headers);
    const { method = "", url, headers } = req;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const found = await answer(
      new Request(`http://${headers.host}${url}`, {
        method,
        headers: Object.entries(headers)
          .map(([name, value]): [string, string] => [name, String(value)]),
        body: method === "POST" ? new Blob(chunks) : null,
      }),
    );
    res.writeHead(found.status, [...found.headers].flat());
    res.end(await found.bytes());
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const flow = await createFlow({
    op: { issuer: `http://127.0.0.1:${port}` },
    entry: { idToken: false },
    toEntry: (op) => ({
      ...op.provider({ idToken: false }),
      [customFetch]: undefined,
      ...entry,
    }),
  });
  answer = flow.op.handler;
  return { flow, asked };
}

/** A fetch that counts its requests. */
function createCounter(): { fetch: typeof fetch; count: number } {
  const counter = {
    count: 0,
    fetch: (...args: Parameters<typeof fetch>) => {
      counter.count++;
      return own(...args);
    },
  };
  return counter;
}

/** Asserts that a token response over the limit is refused. */
async function refuseLong(response: Response): Promise<void> {
  const { flow } = await createServed({
    [customFetch]: async (...args: Parameters<typeof fetch>) =>
      String(args[0]).endsWith("/token") ? response : await own(...args),
  });
  const browser = flow.createBrowser();
  await assertRefused(flow, browser, await approach(browser), {
    error: "ProviderUnavailable",
    log: /over 1048576 bytes/,
  });
}

/** Metadata, tokens, keys and userinfo. */
const REQUESTS = 4;

describe("all requests to a provider", () => {
  it("go through its own fetch, if it has one", async () => {
    const counter = createCounter();
    const { flow, asked } = await createServed({
      [customFetch]: counter.fetch,
    });
    await assertSignedIn(flow);
    assert.deepEqual([asked.length, counter.count], [REQUESTS, REQUESTS]);
  });

  it("go through what replaces the global fetch, as in tests", async () => {
    const counter = createCounter();
    globalThis.fetch = counter.fetch;
    const { flow, asked } = await createServed();
    await assertSignedIn(flow);
    assert.deepEqual([asked.length, counter.count], [REQUESTS, REQUESTS]);
  });

  it("go through Node's client instead of Node's own fetch", async () => {
    const { flow, asked } = await createServed();
    const isPlain = isPlainNodeFetch();
    await assertSignedIn(flow);
    assert.equal(asked.length, REQUESTS);
    for (const headers of asked) {
      // Node's fetch sends it always, and Deno's never.
      assert.equal(headers["sec-fetch-mode"], undefined);
    }
    assert.equal(isPlain, isNode);
  });

  it("go through fetch if custom code sets what describes the connection", async () => {
    const { flow, asked } = await createServed({
      userinfo: {
        request: async (
          { tokens, fetch }: {
            tokens: { access_token?: string };
            fetch: (url: string, init: RequestInit) => Promise<Response>;
          },
        ) => {
          const authorization = `Bearer ${tokens.access_token}`;
          const headers = { authorization, te: "trailers" };
          const url = `${flow.op.issuer}/userinfo`;
          return await (await fetch(url, { headers })).json();
        },
      },
    });
    await assertSignedIn(flow);
    assert.deepEqual(
      asked.map((headers) => headers["sec-fetch-mode"]),
      [undefined, undefined, undefined, isNode ? "cors" : undefined],
    );
  });

  it("fail if the status of an answer is impossible", async () => {
    const { flow } = await createServed({
      [customFetch]: async (...args: Parameters<typeof fetch>) => {
        const { headers, body } = await own(...args);
        const isToken = String(args[0]).endsWith("/token");
        return { status: isToken ? 999 : 200, headers, body };
      },
    });
    const browser = flow.createBrowser();
    await assertRefused(flow, browser, await approach(browser), {
      error: "ProviderUnavailable",
      log: /impossible status 999/,
    });
  });

  const long = JSON.stringify({ pad: "x".repeat(1_048_576) });
  const lengths: Readonly<Record<string, Record<string, string>>> = {
    "says that it is": { "content-length": String(long.length) },
    "does not say how long it is": {},
    "has a wrong length": { "content-length": "9" },
  };
  for (const [what, headers] of Object.entries(lengths)) {
    it(`fail if an answer is over the limit and ${what}`, async () => {
      await refuseLong(new Response(long, { headers }));
    });
  }

  it("read a decoded answer up to the limit only, whatever its length was before", async () => {
    let isCancelled = false;
    let left = 64;
    const decoded = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(65_536));
        if (--left === 0) controller.close();
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const headers = { "content-encoding": "gzip", "content-length": "9" };
    await refuseLong(new Response(decoded, { headers }));
    assert.ok(isCancelled);
  });

  it("fail if an answer is over the limit, and the next sign-in works", async () => {
    const { flow } = await createServed();
    flow.op.faults.token = [
      { body: `{"pad":"${"x".repeat(1_048_576)}"}` },
      "ok",
    ];
    const browser = flow.createBrowser();
    const url = await approach(browser);
    await assertRefused(flow, browser, url, {
      error: "ProviderUnavailable",
      log: /over 1048576 bytes/,
    });
    await assertSignedIn(flow, browser);
  });
});
