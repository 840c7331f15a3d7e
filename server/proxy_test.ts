import assert from "node:assert/strict";
import { once } from "node:events";
import {
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from "node:http";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { ServerAuth } from "@latchkey/auth/server";
import type { ProxyOptions } from "@latchkey/auth/types";
import {
  assertRefusal,
  fromPage,
  json,
  type ProxySite,
  withSite,
} from "../core/pipeline/proxy/proxy_testkit.ts";
import { assertNoToken, until } from "../testing/checks_testkit.ts";
import type { ErrorRequestHandler } from "express";
import { type Express, serve, versions } from "./express_testkit.ts";

/** A site with the proxy, on a real server. */
interface Served extends ProxySite {
  readonly origin: string;
  readonly port: number;
  readonly cookie: string;
  /** Sends a request of a page. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** The errors that reached the application's error handler. */
  readonly thrown: unknown[];
}

type Site = ReturnType<Express>;

interface Setup {
  readonly more?: Partial<ProxyOptions>;
  /** Mounts the proxy; default: at /api. */
  readonly mount?: (
    app: Site,
    proxy: ReturnType<ReturnType<typeof ServerAuth>["proxy"]>,
    express: Express,
  ) => void;
}

function served(
  express: Express,
  { more = {}, mount = (app, proxy) => app.use("/api", proxy) }: Setup,
  run: (site: Served) => Promise<void>,
): Promise<void> {
  return withSite(async (site) => {
    const auth = ServerAuth(site.config);
    const app = express();
    const thrown: unknown[] = [];
    app.use("/auth", auth);
    mount(app, auth.proxy(site.toOptions(more)), express);
    app.use((_req, res) => void res.status(404).send("of the application"));
    const onError: ErrorRequestHandler = (error, _req, res, _next) => {
      thrown.push(error);
      res.status(500).send("thrown");
    };
    app.use(onError);
    await serve(app, async (origin, port) => {
      const cookie = await site.signIn(origin);
      const ask = (path: string, init: RequestInit = {}) => {
        const headers = new Headers({ ...fromPage, cookie });
        new Headers(init.headers).forEach((v, k) => headers.set(k, v));
        return fetch(origin + path, { redirect: "manual", ...init, headers });
      };
      await run({ ...site, origin, port, cookie, ask, thrown });
    });
  });
}

/** Sends a request as text, and returns the whole answer as text. */
async function sendText(port: number, lines: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => text += chunk);
  socket.write([...lines, "Connection: close", "", ""].join("\r\n"));
  await once(socket, "close");
  return text;
}

/** Opens a request whose body and answer stay open. */
function open(
  { port, cookie }: Served,
  path: string,
  { method = "GET", headers = {} }: {
    method?: string;
    headers?: Record<string, string>;
  } = {},
) {
  const request = httpRequest({
    port,
    host: "127.0.0.1",
    path,
    method,
    headers: { ...fromPage, cookie, ...headers },
  });
  const answered = once(request, "response").then(([one]) =>
    one as IncomingMessage
  );
  answered.catch(() => {});
  request.on("error", () => {});
  return { request, answered };
}

for (const [version, express] of versions) {
  describe(`${version}: a proxy`, () => {
    it("adds the token behind the site, and passes the answer on", () =>
      served(express, {}, async (site) => {
        const answer = await site.ask("/api/users?page=2", {
          method: "POST",
          body: "hello",
          headers: { "content-type": "text/plain", cookie: site.cookie },
        });
        assert.deepEqual(await answer.json(), { fine: true });
        const [received] = site.api.received;
        assert.equal(received?.url, "/v1/users?page=2");
        assert.equal(received?.body, "hello");
        assert.equal(received?.headers["content-length"], "5");
        assert.match(received?.headers.authorization ?? "", /^Bearer at-/);
        assert.equal(received?.headers.cookie, undefined);
        assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
        assertNoToken([...answer.headers].join(), ...site.lines);
      }));

    it("refuses strangers, other sites and navigations as JSON", () =>
      served(express, {}, async (site) => {
        const ask = (headers: Record<string, string>) =>
          fetch(`${site.origin}/api`, { headers });
        const { cookie, origin } = site;
        const stranger = await ask(fromPage);
        const body = await assertRefusal(site, stranger, [
          401,
          "SignInRequired",
        ]);
        assert.equal(body.url, `${origin}/auth/signin`);
        const foreign = { cookie, "sec-fetch-site": "cross-site" };
        await assertRefusal(site, await ask(foreign), [
          403,
          "CrossSiteRequest",
        ]);
        const lines = [
          "GET /api/x HTTP/1.1",
          `Host: 127.0.0.1:${site.port}`,
          "Sec-Fetch-Mode: navigate",
          `Cookie: ${cookie}`,
        ];
        assert.match(
          await sendText(site.port, lines),
          /^HTTP\/1\.1 403 .*"destination"/s,
        );
        assert.equal(site.api.received.length, 0);
        assert.deepEqual(site.thrown, []);
      }));

    it("refuses paths that leave the target, as no browser sends them", () =>
      served(express, {}, async (site) => {
        const paths = [
          "/api/../x",
          "/api/a/../../x",
          "/api/%2e%2e/x",
          "/api/.%2E/x",
          "/api/..;/x",
          "/api/..%2fx",
          "/api/a%2Fb",
          "/api/..%5cx",
          "/api/a\\..\\..\\x",
          "/api/a%00",
          "/api/a%0d%0aX:1",
          ...(version === "Express 4" ? [] : ["/api//x"]),
          "/api/a//x",
          "/api/a#b",
          "/api/%c0%ae%c0%ae/x",
          "/api/%",
        ];
        const targets = [
          ...paths,
          "http://evil.example/api/x",
          `http://u:p@127.0.0.1:${site.port}/api/x`,
        ];
        for (const path of targets) {
          const text = await sendText(site.port, [
            `GET ${path} HTTP/1.1`,
            `Host: 127.0.0.1:${site.port}`,
            "Sec-Fetch-Site: same-origin",
            "Sec-Fetch-Mode: cors",
            `Cookie: ${site.cookie}`,
          ]);
          assert.match(text, /^HTTP\/1\.1 400 /, `${path}: ${text}`);
          assertNoToken(text);
        }
        assert.equal(site.api.received.length, 0);
        const twice = await site.ask("/api/%252e%252e/x");
        assert.equal(twice.status, 200);
        assert.equal(site.api.received[0]?.url, "/v1/%252e%252e/x");
      }));

    it("keeps the API's host and port, whatever Host the visitor sends", () =>
      served(express, {}, async (site) => {
        for (const host of ["evil.example", "127.0.0.1:1", "@evil.example"]) {
          const text = await sendText(site.port, [
            "GET /api/x HTTP/1.1",
            `Host: ${host}`,
            "X-Forwarded-Host: evil.example",
            "Sec-Fetch-Mode: cors",
            `Cookie: ${site.cookie}`,
          ]);
          // The session is bound to the site's own origin.
          assert.match(text, /^HTTP\/1\.1 40[01] /, text);
        }
        assert.equal(site.api.received.length, 0);
        await site.ask("/api/x");
        const sent = site.api.received[0]?.headers;
        assert.equal(sent?.host, new URL(site.api.origin).host);
      }));

    it("is mounted in a router, in a router, and by a changed URL", () =>
      served(express, {
        mount: (app, proxy, express) => {
          const inner = express.Router();
          inner.use("/api", proxy);
          app.use("/deep/:tenant", inner);
          app.use("/old", (req, _res, next) => {
            req.url = `/new${req.url}`;
            next();
          }, proxy);
          app.all(/^\/whole\//, proxy);
        },
      }, async (site) => {
        const { ask, api } = site;
        const redirect = (res: ServerResponse) =>
          res.writeHead(302, { location: "/v1/next" }).end();
        api.answers.push(redirect, redirect);
        const deep = await ask("/deep/acme/api/users");
        assert.equal(deep.headers.get("location"), "/deep/acme/api/next");
        const slash = await ask("/deep/acme/api/");
        assert.equal(slash.headers.get("location"), "/deep/acme/api/next");
        for (
          const path of [
            "/deep/acme/api",
            "/deep/acme/api?x",
            "/DEEP/acme/API/x",
            "/old/x",
            "/whole/x?y",
          ]
        ) assert.equal((await ask(path)).status, 200, path);
        assert.deepEqual(api.received.map(({ url }) => url), [
          "/v1/users",
          "/v1/",
          "/v1",
          "/v1?x",
          "/v1/x",
          "/v1/new/x",
          "/v1/whole/x?y",
        ]);
        assert.equal(await (await ask("/else")).text(), "of the application");
      }));

    it("leads back through a prefix that a proxy in front removes", () =>
      withSite(async (site) => {
        const auth = ServerAuth(site.config);
        const app = express();
        app.use("/auth", auth);
        app.use("/api", auth.proxy(site.toOptions()));
        await serve(app, async (origin) => {
          const cookie = await site.signIn(origin);
          site.api.answers.push((res) =>
            res.writeHead(302, { location: "/v1/next" }).end()
          );
          const answer = await fetch(`${origin}/api/x`, {
            headers: { ...fromPage, cookie },
            redirect: "manual",
          });
          assert.equal(answer.headers.get("location"), "/shop/api/next");
        });
      }, { basePath: "/shop/auth" }));

    it("writes again what a parser of JSON or forms has read", () =>
      served(express, {
        mount: (app, proxy, express) => {
          app.use(express.json(), express.urlencoded({ extended: false }));
          app.use(express.text(), express.raw());
          app.use("/api", proxy);
        },
      }, async ({ ask, api }) => {
        const send = async (
          type: string,
          body: string | Uint8Array<ArrayBuffer>,
          more: Record<string, string> = {},
        ) => {
          const headers = { "content-type": type, ...more };
          const answer = await ask("/api", { method: "POST", body, headers });
          assert.equal(answer.status, 200, await answer.text());
          const got = api.received.at(-1);
          assert.equal(
            got?.headers["content-length"],
            `${new TextEncoder().encode(got?.body).length}`,
          );
          assert.equal(got?.headers["content-encoding"], undefined);
          return `${got?.headers["content-type"]} ${got?.body}`;
        };
        const given = "application/json; charset=utf-8";
        assert.equal(
          await send(given, '{ "a": ["\u20ac"] }'),
          'application/json {"a":["\u20ac"]}',
        );
        const zipped = new Uint8Array(gzipSync('{"a":1}'));
        assert.equal(
          await send("application/json", zipped, {
            "content-encoding": "gzip",
          }),
          'application/json {"a":1}',
        );
        assert.equal(
          await send("application/x-www-form-urlencoded", "a=1&a=2&b=%26"),
          "application/x-www-form-urlencoded a=1&a=2&b=%26",
        );
        assert.equal(await send("text/plain", "plain"), "text/plain plain");
        assert.equal(
          await send("application/octet-stream", "raw"),
          "application/octet-stream raw",
        );
        // Not parsed, although Express 4 says so by an empty object.
        assert.equal(await send("x/y", "other"), "x/y other");
      }));

    it("says so if a parser has read what cannot be written again", () =>
      served(express, {
        mount: (app, proxy) => {
          app.use((req, _res, next) => {
            req.on("end", () => {
              req.body = { a: "1" };
              next();
            }).resume();
          });
          app.use("/api", proxy);
        },
      }, async (site) => {
        const answer = await site.ask("/api", {
          method: "POST",
          body: "x",
          headers: { "content-type": "multipart/form-data; boundary=x" },
        });
        await assertRefusal(site, answer, [500, "Configuration"]);
        assert.match(
          site.lines.join("\n"),
          /mount the proxy before the parser/,
        );
        assert.equal(site.api.received.length, 0);
      }));

    it("sends no body if there is none, and refuses one with GET", () =>
      served(express, {}, async (site) => {
        for (const method of ["POST", "DELETE", "PATCH"]) {
          assert.equal((await site.ask("/api", { method })).status, 200);
        }
        const { headers } = site.api.received[1] ?? assert.fail();
        assert.equal(headers["transfer-encoding"], undefined);
        const { request, answered } = open(site, "/api", {
          headers: { "content-length": "1" },
        });
        request.end("x");
        assert.equal((await answered).statusCode, 400);
        assert.equal(site.api.received.length, 3);
      }));

    it("refuses a body over the limit, whether or not its length is known", () =>
      served(express, { more: { maxBodySize: 100_000 } }, async (site) => {
        const { api, ask } = site;
        const large = "x".repeat(100_001);
        const told = await ask("/api", { method: "POST", body: large });
        await assertRefusal(site, told, [413, "PayloadTooLarge"]);
        const { request, answered } = open(site, "/api", {
          method: "POST",
          headers: { "transfer-encoding": "chunked" },
        });
        request.write(large.slice(0, 60_000));
        request.write(large.slice(0, 60_000));
        assert.equal((await answered).statusCode, 413);
        request.destroy();
        assert.equal(api.received.length, 0);
        const fits = large.slice(1);
        const sent = await ask("/api", { method: "POST", body: fits });
        assert.equal(sent.status, 200);
        assert.equal(api.received[0]?.body.length, 100_000);
      }));

    it("has read a body of 2 MB that it refuses: unread bytes would reset the connection", () => {
      const read: boolean[] = [];
      const mount: Setup["mount"] = (app, proxy) => {
        app.use("/api", (req, res, next) => {
          res.on("finish", () => read.push(req.readableEnded));
          next();
        }, proxy);
      };
      const more = { maxBodySize: 100_000 };
      return served(express, { more, mount }, async ({ api, ask, lines }) => {
        const body = "x".repeat(2_000_000);
        const told = await ask("/api", { method: "POST", body });
        await assertRefusal({ lines }, told, [413, "PayloadTooLarge"]);
        assert.equal(api.received.length, 0);
        assert.deepEqual(read, [true]);
      });
    });

    it("passes a body on while it comes", () =>
      served(express, {}, async (site) => {
        const arrived: string[] = [];
        site.api.early = (req, res) => {
          req.setEncoding("utf8").on("data", (chunk) => arrived.push(chunk));
          req.on("end", () => json({ fine: true })(res, {} as never, req));
        };
        const { request, answered } = open(site, "/api", {
          method: "POST",
          headers: { "transfer-encoding": "chunked" },
        });
        request.write("first");
        await until(() => arrived.join("") === "first");
        request.end("second");
        assert.equal((await answered).statusCode, 200);
        assert.equal(arrived.join(""), "firstsecond");
      }));

    it("passes events on while they come, and their headers before", () =>
      served(express, {}, async (site) => {
        let events: ServerResponse | null = null;
        site.api.answers.push((res) => {
          res.writeHead(200, { "content-type": "text/event-stream" });
          res.flushHeaders();
          events = res;
        });
        const { request, answered } = open(site, "/api/events");
        request.end();
        const answer = await answered;
        assert.equal(answer.headers["content-type"], "text/event-stream");
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk) => text += chunk);
        const api = events as ServerResponse | null;
        for (const one of ["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"]) {
          text = "";
          api?.write(one);
          await until(() => text === one);
        }
        api?.end();
        await once(answer, "end");
      }));

    it("flushes a middleware that compresses answers", () =>
      served(express, {
        mount: (app, proxy) => {
          app.use((_req, res, next) => {
            const { write } = res;
            let held: unknown[] = [];
            Object.assign(res, {
              write: (chunk: unknown) => held.push(chunk) > 0,
              flush: () => {
                for (const chunk of held) write.call(res, chunk, "utf8");
                held = [];
              },
            });
            next();
          });
          app.use("/api", proxy);
        },
      }, async (site) => {
        let events: ServerResponse | null = null;
        site.api.answers.push((res) => {
          res.writeHead(200, { "content-type": "text/event-stream" });
          res.write("data: 1\n\n");
          events = res;
        });
        const { request, answered } = open(site, "/api/events");
        request.end();
        const [chunk] = await once(await answered, "data");
        assert.equal(String(chunk), "data: 1\n\n");
        (events as ServerResponse | null)?.end();
      }));

    it("reads no more of an answer than the browser takes", () =>
      served(express, {}, async (site) => {
        const chunk = "x".repeat(1_000_000);
        let sent = 0;
        let isStopped = false;
        site.api.answers.push(async (res) => {
          res.writeHead(200, { "content-type": "text/plain" });
          for (; sent < 60 && !res.destroyed; sent++) {
            if (res.write(chunk)) continue;
            isStopped = true;
            await once(res, "drain").catch(() => {});
            isStopped = false;
          }
          res.end();
        });
        const { request, answered } = open(site, "/api/large");
        request.end();
        const answer = await answered;
        answer.pause();
        let before = -1;
        // The buffers on the way are full when nothing has moved for a while.
        for (let still = 0; still < 2_000;) {
          await new Promise((done) => setImmediate(done));
          still = isStopped && before === sent ? still + 1 : 0;
          before = sent;
        }
        assert.ok(sent < 40, `${sent} MB were read`);
        let size = 0;
        answer.on("data", (data) => size += data.length).resume();
        await once(answer, "end");
        assert.equal(size, 60_000_000);
      }));

    it("ends the API's answer if the browser goes away", () =>
      served(express, {}, async (site) => {
        let isClosed = false;
        site.api.answers.push((res) => {
          res.on("close", () => isClosed = true);
          res.writeHead(200, { "content-type": "text/event-stream" });
          res.write("data: 1\n\n");
        });
        const { request, answered } = open(site, "/api/events");
        request.end();
        await once(await answered, "data");
        request.destroy();
        await until(() => isClosed);
        assert.deepEqual(site.lines.filter((one) => /broke off/.test(one)), []);
      }));

    it("ends the request to the API if the browser goes away before an answer", () =>
      served(express, {}, async (site) => {
        let isClosed = false;
        let isAsked = false;
        site.api.early = (_req, res) => {
          isAsked = true;
          res.on("close", () => isClosed = true);
        };
        const { request } = open(site, "/api/slow");
        request.end();
        await until(() => isAsked);
        request.destroy();
        await until(() => isClosed);
        assert.deepEqual(site.thrown, []);
      }));

    it("ends the request to the API if the browser goes away within the body", () =>
      served(express, {}, async (site) => {
        let got = "";
        let end = "";
        site.api.early = (req) => {
          req.setEncoding("utf8").on("data", (chunk) => got += chunk);
          req.on("end", () => end = "whole");
          req.on("error", () => end ||= "broken");
          req.on("close", () => end ||= "broken");
        };
        const { request } = open(site, "/api/upload", {
          method: "POST",
          headers: { "transfer-encoding": "chunked" },
        });
        request.write("half");
        await until(() => got === "half");
        request.destroy();
        await until(() => end !== "");
        assert.equal(end, "broken");
      }));

    it("breaks the connection off if the API's answer breaks off, and logs it once", () =>
      served(express, {}, async (site) => {
        for (const headers of [{}, { "content-length": "100000" }]) {
          site.lines.length = 0;
          site.api.answers.push((res) => {
            res.writeHead(200, { "content-type": "text/plain", ...headers });
            res.write("half", () => res.destroy());
          });
          const { request, answered } = open(site, "/api/x");
          request.end();
          const answer = await answered;
          let text = "";
          answer.setEncoding("utf8").on("data", (chunk) => text += chunk);
          await assert.rejects(once(answer, "end"));
          assert.equal(text, "half");
          const told = site.lines.filter((one) => /broke off/.test(one));
          assert.equal(told.length, 1);
        }
        assert.deepEqual(site.thrown, []);
      }));

    it("answers 502 if a short answer of the API breaks off, and logs it once", () =>
      served(express, {}, async (site) => {
        site.lines.length = 0;
        site.api.answers.push((res) => {
          res.writeHead(200, { "content-length": "100" });
          res.write("half", () => res.destroy());
        });
        await assertRefusal(site, await site.ask("/api"), [
          502,
          "ProviderUnavailable",
          "api_unreachable",
        ]);
        const told = site.lines.filter((one) => /broke off/.test(one));
        assert.equal(told.length, 1);
      }));

    it("answers 504 if the API does not begin to answer in time", () =>
      served(express, { more: { timeout: 0.05 } }, async (site) => {
        let isClosed = false;
        site.api.early = (_req, res) => {
          res.on("close", () => isClosed = true);
        };
        await assertRefusal(site, await site.ask("/api"), [
          504,
          "ProviderUnavailable",
          "api_timeout",
        ]);
        await until(() => isClosed);
      }));

    it("answers 501 to an upgrade", () =>
      served(express, {}, async (site) => {
        const text = await sendText(site.port, [
          "GET /api/socket HTTP/1.1",
          `Host: 127.0.0.1:${site.port}`,
          "Upgrade: websocket",
          "Sec-Fetch-Site: same-origin",
          "Sec-Fetch-Mode: websocket",
          `Cookie: ${site.cookie}`,
        ]);
        assert.match(text, /^HTTP\/1\.1 501 .*"upgrade"/s);
        assert.equal(site.api.received.length, 0);
      }));

    it("answers before the body has come, and the connection stays usable", () =>
      served(express, {}, async (site) => {
        site.api.early = (req, res) => {
          json({ error: "no" }, 422)(res, {} as never, req);
          req.on("error", () => {}).resume();
        };
        const { request, answered } = open(site, "/api", {
          method: "POST",
          headers: { "transfer-encoding": "chunked" },
        });
        request.write("half");
        const answer = await answered;
        assert.equal(answer.statusCode, 422);
        answer.resume();
        request.end("x".repeat(500_000));
        await once(answer, "end");
        site.api.early = null;
        assert.equal((await site.ask("/api")).status, 200);
      }));
  });
}
