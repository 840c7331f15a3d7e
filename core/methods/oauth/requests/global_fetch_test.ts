import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { customFetch } from "@latchkey/auth";
import {
  type App,
  approach,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

const own = fetch;
const servers: Server[] = [];

afterEach(async () => {
  globalThis.fetch = own;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await endTest();
});

/** A site whose provider has a server. */
interface Served {
  readonly flow: App;
  /** The paths that the provider was asked for over HTTP. */
  readonly asked: string[];
  /** Answers token requests in the place of the provider. */
  tokenServer: RequestListener | null;
}

/**
 * Makes a site whose provider has a server.
 *
 * @param entry more options of its entry in the configuration
 */
async function createServed(entry: object = {}): Promise<Served> {
  const asked: string[] = [];
  let answer = (_: Request) => Promise.resolve(new Response());
  let served: Served | null = null;
  const server = createServer(async (req, res) => {
    const { method = "", url = "", headers } = req;
    asked.push(url);
    if (served?.tokenServer && url.endsWith("/token")) {
      return served.tokenServer(req, res);
    }
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
  const flow = await createApp({
    op: { issuer: `http://127.0.0.1:${port}` },
    entry: { idToken: false },
    toEntry: (op) => ({
      ...op.provider({ idToken: false }),
      [customFetch]: undefined,
      ...entry,
    }),
  });
  answer = flow.op.handler;
  served = { flow, asked, tokenServer: null };
  return served;
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
  await assertCallbackRefused(flow, browser, await approach(browser), {
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

  it("go through the global fetch, if nothing else is set up", async () => {
    const { flow, asked } = await createServed();
    await assertSignedIn(flow);
    assert.equal(asked.length, REQUESTS);
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
    await assertCallbackRefused(flow, browser, await approach(browser), {
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
    await assertCallbackRefused(flow, browser, url, {
      error: "ProviderUnavailable",
      log: /over 1048576 bytes/,
    });
    await assertSignedIn(flow, browser);
  });

  const broken: Readonly<Record<string, [RequestListener, RegExp]>> = {
    "an answer is over the limit once it is decoded": [
      (_req, res) =>
        void res.writeHead(200, { "content-encoding": "gzip" })
          .end(gzipSync(long)),
      /over 1048576 bytes/,
    ],
    "an answer ends before its end": [
      (_req, res) => {
        res.writeHead(200, { "content-length": "10" }).write("half");
        setImmediate(() => res.destroy());
      },
      /token of provider/,
    ],
    "an answer that is not HTTP comes": [
      (_req, res) => void res.socket?.end("SSH-2.0-OpenSSH_9.2\r\n"),
      /token of provider/,
    ],
    "no answer comes": [
      (req) => void req.socket.destroy(),
      /token of provider/,
    ],
  };
  for (const [what, [server, log]] of Object.entries(broken)) {
    it(`fail if ${what}`, async () => {
      const served = await createServed();
      served.tokenServer = server;
      const browser = served.flow.createBrowser();
      await assertCallbackRefused(
        served.flow,
        browser,
        await approach(browser),
        {
          error: "ProviderUnavailable",
          log,
        },
      );
    });
  }

  it("end the connection of an answer that never ends", async () => {
    let whenClosed: (value: unknown) => void = () => {};
    const isClosed = new Promise((resolve) => whenClosed = resolve);
    const served = await createServed();
    served.tokenServer = (_req, res) => {
      const more = () => void res.write("x".repeat(65_536));
      res.on("drain", more).on("close", whenClosed);
      more();
    };
    const browser = served.flow.createBrowser();
    await assertCallbackRefused(served.flow, browser, await approach(browser), {
      error: "ProviderUnavailable",
      log: /over 1048576 bytes/,
    });
    await isClosed;
  });
});
