import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { describe, it, mock } from "node:test";
import { createClient, type Exchange, type Sent } from "./http.ts";
import { listen } from "./listen.ts";

const plain: Sent = {
  method: "GET",
  path: "/",
  headers: {},
  secrets: [],
  note: "",
};

/** Sends requests to a server, and returns the answers. */
async function send(
  listener: RequestListener,
  ...requests: Partial<Sent>[]
): Promise<Exchange[]> {
  const { port, close } = await listen(createServer(listener), 0);
  const client = createClient(new URL(`http://127.0.0.1:${port}`), 10_000);
  try {
    return await Promise.all(
      requests.map((one) => client.send({ ...plain, ...one })),
    );
  } finally {
    client.close();
    await close();
  }
}

describe("the client of the probe", () => {
  it("a header may be there twice, and a path is not tidied", async () => {
    const [exchange] = await send((request, response) => {
      const values = request.rawHeaders.filter((one) => one.startsWith("B "));
      response.end(JSON.stringify([request.url, values]));
    }, { path: "//a/../b%2f", headers: { Authorization: ["B 1", "B 2"] } });
    const expected = ["//a/../b%2f", ["B 1", "B 2"]];
    assert.deepEqual(JSON.parse(exchange?.body ?? ""), expected);
  });

  it("a redirect is not followed", async () => {
    let count = 0;
    const [exchange] = await send((_request, response) => {
      count++;
      response.writeHead(302, { Location: "/elsewhere" }).end();
    }, {});
    assert.equal(exchange?.status, 302);
    assert.equal(count, 1);
  });

  it("four requests at most are under way", async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const exchanges = await send((_request, response) => {
      waiting.push(() => response.end());
      most = Math.max(most, waiting.length);
      if (waiting.length === 4) { for (const end of waiting.splice(0)) end(); }
    }, ...Array.from({ length: 12 }, () => ({})));
    assert.equal(most, 4);
    assert.ok(exchanges.every(({ status }) => status === 200));
  });

  it("a request that takes too long ends, and says so", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const [exchange] = await send(() => mock.timers.tick(10_000), {});
      assert.equal(exchange?.status, 0);
      assert.equal(exchange?.failure, "no answer in time");
    } finally {
      mock.timers.reset();
    }
  });

  it("a body is sent, and one that only looks like a stream is read to its end", async () => {
    const body = "é\n\ndata: {}\n\nthe end";
    const [exchange] = await send((request, response) => {
      response.setHeader(
        "Content-Length",
        `${request.headers["content-length"]}`,
      );
      request.pipe(response);
    }, { method: "POST", body });
    assert.equal(exchange?.body, body);
  });

  it("a connection that is closed is no answer", async () => {
    const [none] = await send((_, response) => response.destroy(), {});
    assert.equal(none?.status, 0);
    assert.match(none?.failure ?? "", /^E[A-Z]+$/);
    const [half] = await send((_, response) => {
      response.writeHead(200, { "Content-Length": 100 });
      response.write("half", () => response.destroy());
    }, {});
    assert.equal(half?.status, 0);
    assert.notEqual(half?.failure, "");
  });

  it("a stream that breaks off is an answer", async () => {
    const [exchange] = await send((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(":\n\n", () => response.destroy());
    }, {});
    assert.equal(exchange?.status, 200);
    assert.equal(exchange?.body, ":\n\n");
  });

  it("nothing is sent in the clear if the URL has https", async () => {
    let count = 0;
    const server = createServer(() => void count++);
    const { port, close } = await listen(server, 0);
    const client = createClient(new URL(`https://127.0.0.1:${port}`), 10_000);
    try {
      const { status, failure } = await client.send(plain);
      assert.equal(status, 0);
      assert.notEqual(failure, "");
      assert.equal(count, 0);
    } finally {
      client.close();
      await close();
    }
  });

  it("an endless stream ends with its first event", async () => {
    const [exchange, other] = await send(
      (_request, response) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.write(":\n\ndata: {}\n\n");
      },
      {},
      { headersOnly: true },
    );
    assert.equal(exchange?.body, ":\n\ndata: {}\n\n");
    assert.equal(other?.status, 200);
    assert.equal(other?.body, "");
  });

  it("a large body is not read to its end", async () => {
    const [exchange] = await send((_request, response) => {
      const part = "x".repeat(65_536);
      const write = () => {
        while (response.write(part));
        response.once("drain", write);
      };
      write();
    }, {});
    assert.equal(exchange?.status, 200);
    assert.ok((exchange?.body.length ?? 0) < 1_000_000);
  });
});
