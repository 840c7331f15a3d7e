import assert from "node:assert/strict";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, it } from "node:test";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
} from "node:zlib";
import { type OrdinaryRequest, sendByNode } from "./node_http.ts";
import { certificate, key } from "./node_http_testkit.ts";

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts a server, and returns its origin. */
async function serve(
  listener: RequestListener,
  server: Server = createServer(listener),
): Promise<string> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const onNode = {
  skip: "Deno" in globalThis ? "its fetch takes no dispatcher" : false,
};
const LIMIT = 1000;
const never = new AbortController().signal;

function send(host: string, init: Partial<OrdinaryRequest> = {}) {
  const request = {
    method: "GET",
    headers: {},
    signal: never,
    ...init,
  } as const;
  return sendByNode(`http://${host}/a?b=c`, request, LIMIT);
}

async function readText(req: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of req) text += chunk;
  return text;
}

describe("a request with Node's client", () => {
  const bodies: Readonly<Record<string, string | URLSearchParams | null>> = {
    "no body": null,
    "a form": new URLSearchParams({ code: "é&=" }),
    "a text": '{"code":"é"}',
  };
  for (const [name, body] of Object.entries(bodies)) {
    it(`arrives like that of fetch with ${name}`, async () => {
      const asked: unknown[] = [];
      const host = await serve(async (req, res) => {
        const {
          "content-type": type,
          "content-length": length,
          accept,
          ...rest
        } = req.headers;
        const { method, url } = req;
        const { host: at, authorization } = rest;
        const text = await readText(req);
        const head = { method, url, type, accept, at, authorization };
        asked.push({ ...head, text, length: Number(length ?? 0) });
        res.end();
      });
      const method = body === null ? "GET" : "POST";
      const headers = { authorization: "Bearer a-token" };
      await send(host, { method, headers, body });
      await (await fetch(`http://${host}/a?b=c`, { method, headers, body }))
        .text();
      const [own, theirs] = asked;
      assert.deepEqual(own, theirs);
    });
  }

  it("the headers that are given replace the defaults", async () => {
    let seen: IncomingMessage["headers"] = {};
    const host = await serve((req, res) => {
      seen = req.headers;
      res.end();
    });
    const headers = {
      accept: "application/json",
      "content-type": "application/json",
    };
    await send(host, { method: "POST", body: "{}", headers });
    assert.equal(seen.accept, headers.accept);
    assert.equal(seen["content-type"], headers["content-type"]);
  });

  it("a second request reuses the connection of the first", async () => {
    const ports = new Set<unknown>();
    const host = await serve((req, res) => {
      ports.add(req.socket.remotePort);
      res.end("whole");
    });
    await send(host);
    await send(host);
    assert.equal(ports.size, 1);
  });

  for (const method of ["GET", "POST"] as const) {
    it(`a server that closes its connections without saying so gets another one (${method})`, async () => {
      let count = 0;
      const host = await serve((req, res) => {
        req.resume();
        req.on("end", () => {
          count++;
          res.socket?.end(
            "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
          );
        });
      });
      const body = method === "POST" ? "x" : null;
      for (let i = 0; i < 20; i++) await send(host, { method, body });
      assert.equal(count, 20);
    });
  }

  it("a request that is given up ends its connection", async () => {
    const abort = new AbortController();
    let whenClosed: (value: unknown) => void = () => {};
    const isClosed = new Promise((resolve) => whenClosed = resolve);
    const host = await serve((req) => {
      req.socket.on("close", whenClosed);
      abort.abort(new Error("given up"));
    });
    await assert.rejects(send(host, { signal: abort.signal }), /given up/);
    await isClosed;
  });

  it("a request that was given up before is not sent", async () => {
    let count = 0;
    const host = await serve((_req, res) => {
      count++;
      res.end();
    });
    const signal = AbortSignal.abort(new Error("given up"));
    await assert.rejects(send(host, { signal }), /given up/);
    await send(host);
    assert.equal(count, 1);
  });

  const refused = {
    "ftp://127.0.0.1/": /ftp:/,
    "http://user@127.0.0.1/": /password/,
    "http://:secret@127.0.0.1/": /password/,
    "http://127.0.0.1:25/": /port 25/,
    "https://127.0.0.1:10080/": /port 10080/,
  };
  for (const [url, message] of Object.entries(refused)) {
    it(`${url} is refused as by fetch, and the error does not name the password`, async () => {
      const request = { method: "GET", headers: {}, signal: never } as const;
      await assert.rejects(sendByNode(url, request, LIMIT), (error) => {
        assert.ok(error instanceof TypeError);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
      await assert.rejects(fetch(url), TypeError);
    });
  }

  it("the same ports are refused as by fetch", onNode, async () => {
    // Answers the requests that `fetch` does not refuse, without a connection.
    const dispatcher = {
      dispatch(_options: unknown, handler: { onError(error: Error): void }) {
        handler.onError(new Error("it was asked"));
        return true;
      },
    };
    const request = {
      method: "GET",
      headers: {},
      signal: AbortSignal.abort(new Error("it would be asked")),
    } as const;
    let count = 0;
    for (let port = 1; port <= 11_000; port++) {
      const url = `http://127.0.0.1:${port}/`;
      const byFetch = await fetch(url, { dispatcher } as RequestInit)
        .catch(({ cause }) => cause.message === "bad port");
      const byUs = await sendByNode(url, request, LIMIT)
        .catch((error) => error instanceof TypeError);
      assert.equal(byUs, byFetch, url);
      if (byUs) count++;
    }
    assert.ok(count > 80);
  });

  it("a server with an untrusted certificate gets no request", async () => {
    let count = 0;
    const listener: RequestListener = (_req, res) => {
      count++;
      res.end();
    };
    const server = createTlsServer({ key, cert: certificate }, listener);
    const host = await serve(listener, server);
    const url = `https://${host.replace("127.0.0.1", "localhost")}/`;
    const request = { method: "GET", headers: {}, signal: never } as const;
    await assert.rejects(sendByNode(url, request, LIMIT), /cert|issuer/i);
    assert.equal(count, 0);
  });
});

describe("an answer to Node's client", () => {
  it("comes with its status, all its headers and its bytes", async () => {
    const host = await serve((_req, res) => {
      res.writeHead(418, [
        ...["set-cookie", "a=1", "set-cookie", "b=2"],
        ...["x-name", "é", "content-type", "application/json"],
      ]);
      res.write("{");
      setImmediate(() => res.end("}"));
    });
    const { status, headers, body } = await send(host);
    assert.equal(status, 418);
    assert.deepEqual(headers.getSetCookie(), ["a=1", "b=2"]);
    assert.equal(headers.get("content-type"), "application/json");
    assert.equal(new TextDecoder().decode(body ?? undefined), "{}");
  });

  it("a redirect is not followed", async () => {
    const paths: unknown[] = [];
    const host = await serve((req, res) => {
      paths.push(req.url);
      res.writeHead(307, { location: "/elsewhere" }).end();
    });
    const { status, headers } = await send(host, { method: "POST", body: "x" });
    assert.equal(status, 307);
    assert.equal(headers.get("location"), "/elsewhere");
    assert.deepEqual(paths, ["/a?b=c"]);
  });

  const text = "a compressed body ".repeat(20);
  const cut = (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 8);
  const codings: Readonly<Record<string, [string, string | Uint8Array]>> = {
    "gzip": ["gzip", gzipSync(text)],
    "gzip by an old name": ["X-GZip", gzipSync(text)],
    "gzip without its last bytes": ["gzip", cut(gzipSync(text))],
    "deflate": ["deflate", deflateSync(text)],
    "deflate without a header": ["deflate", deflateRawSync(text)],
    "br": ["br", brotliCompressSync(text)],
    "two codings": ["gzip, br", brotliCompressSync(gzipSync(text))],
    "identity": ["identity", text],
    "a character set": ["utf-8", text],
    "the name of a property": ["constructor", text],
    "one unknown coding of two": ["gzip, zip", text],
    "an empty header": ["", text],
  };
  for (const [name, [coding, bytes]] of Object.entries(codings)) {
    it(`is decoded as by fetch with ${name}`, async () => {
      const host = await serve((_req, res) => {
        res.writeHead(200, { "content-encoding": coding }).end(bytes);
      });
      const { headers, body } = await send(host);
      assert.equal(new TextDecoder().decode(body ?? undefined), text);
      assert.equal(headers.get("content-length"), null);
      // Deno's fetch decodes less.
      if (!("Deno" in globalThis)) {
        assert.equal(await (await fetch(`http://${host}/`)).text(), text);
      }
    });
  }

  it("an empty body is not decoded", async () => {
    const host = await serve((_req, res) => {
      res.writeHead(204, { "content-encoding": "gzip" }).end();
    });
    assert.equal((await send(host)).body?.length, 0);
  });

  const long = "x".repeat(LIMIT + 1);
  const bodies = {
    "as it is": [long, "identity"],
    "once it is decoded (gzip)": [gzipSync(long), "gzip"],
    "once it is decoded (br)": [brotliCompressSync(long), "br"],
  } as const;
  for (const [when, [bytes, coding]] of Object.entries(bodies)) {
    it(`a body over the limit ${when} is null`, async () => {
      const host = await serve((_req, res) => {
        res.writeHead(200, { "content-encoding": coding }).end(bytes);
      });
      assert.equal((await send(host)).body, null);
    });
  }

  it("a body of just the limit is whole", async () => {
    const host = await serve((_req, res) => void res.end("x".repeat(LIMIT)));
    assert.equal((await send(host)).body?.length, LIMIT);
  });

  it("a body that never ends is read up to the limit only", async () => {
    let whenClosed: (value: unknown) => void = () => {};
    const isClosed = new Promise((resolve) => whenClosed = resolve);
    const host = await serve((_req, res) => {
      const more = () => void res.write("x".repeat(LIMIT / 2), more);
      more();
      res.on("close", whenClosed);
    });
    assert.equal((await send(host)).body, null);
    await isClosed;
  });

  it("a body that ends with its connection is whole", async () => {
    const host = await serve((_req, res) => {
      res.socket?.end("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nto the end");
    });
    const { body } = await send(host);
    assert.equal(new TextDecoder().decode(body ?? undefined), "to the end");
  });

  const surplus: Readonly<Record<string, [string, number, string]>> = {
    "a body of a 204": ["HTTP/1.1 204 No Content\r\n\r\nsurplus", 204, ""],
    "more than its length": [
      "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok surplus",
      ...[200, "ok"] as const,
    ],
  };
  for (const [what, [bytes, ...expected]] of Object.entries(surplus)) {
    it(`${what} is dropped, and the next request gets its own answer`, async () => {
      let count = 0;
      const host = await serve((_req, res) => {
        if (++count === 1) res.socket?.write(bytes);
        else res.end("the next");
      });
      const { status, body } = await send(host);
      const first = new TextDecoder().decode(body ?? undefined);
      assert.deepEqual([status, first], expected);
      const next = (await send(host)).body ?? undefined;
      assert.equal(new TextDecoder().decode(next), "the next");
    });
  }

  const broken: Readonly<Record<string, [RequestListener, RegExp]>> = {
    "a body in six codings": [
      (_req, res) => {
        const all = Array(6).fill("gzip").join();
        res.writeHead(200, { "content-encoding": all }).end("x");
      },
      /over 5 content codings/,
    ],
    "bytes that are no gzip": [
      (_req, res) =>
        void res.writeHead(200, { "content-encoding": "gzip" }).end("no gzip"),
      /header/,
    ],
    "half of a body": [
      (_req, res) => {
        res.writeHead(200, { "content-length": "10" }).write("half");
        setImmediate(() => res.destroy());
      },
      /aborted|closed|reset|hang up/i,
    ],
    "no answer at all": [
      (req) => void req.socket.destroy(),
      /hang up|closed|reset/i,
    ],
    "a change of the protocol": [
      (_req, res) =>
        void res.socket?.end(
          "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
        ),
      /closed|hang up|reset/i,
    ],
    "an answer that is not HTTP": [
      (_req, res) => void res.socket?.end("SSH-2.0-OpenSSH_9.2\r\n"),
      /parse|invalid|closed|HTTP/i,
    ],
  };
  for (const [what, [listener, message]] of Object.entries(broken)) {
    it(`${what} is an error`, async () => {
      await assert.rejects(send(await serve(listener)), message);
    });
  }
});
