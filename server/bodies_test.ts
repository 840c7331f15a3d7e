import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { createMemoryStore } from "@latchkey/auth";
import multer from "multer";
import {
  type Answer,
  assertRefused,
  defer,
} from "../testing/checks_testkit.ts";
import {
  ask,
  createServerApp,
  type Express,
  postRaw,
  readToken,
  serve,
  signInAndOut,
  toBrowser,
  toCookie,
  versions,
} from "./express_testkit.ts";

type App = ReturnType<Express>;

const every = { type: () => true };
const parsers: readonly (readonly [string, (from: Express) => unknown[]])[] = [
  ["no parser", () => []],
  ["json", (from) => [from.json()]],
  ["json, not strict", (from) => [from.json({ strict: false })]],
  ["urlencoded, simple", (from) => [from.urlencoded({ extended: false })]],
  ["urlencoded, extended", (from) => [from.urlencoded({ extended: true })]],
  ["text", (from) => [from.text()]],
  ["text of everything", (from) => [from.text(every)]],
  ["raw", (from) => [from.raw()]],
  ["raw of everything", (from) => [from.raw(every)]],
  ["multer without files", () => [multer().none()]],
  ["multer with files", () => [multer().any()]],
  ["all of them", (from) => [
    from.json(),
    from.urlencoded({ extended: true }),
    from.text(),
    from.raw(),
    multer().none(),
  ]],
];

/**
 * Adds parsers in front, and an error handler that tells their errors from
 * ours.
 */
function parseWith(site: App, middlewares: unknown[]): void {
  for (const one of middlewares) site.use(one as never);
}

function handleErrors(site: App, seen: unknown[] = []): unknown[] {
  // deno-lint-ignore no-explicit-any -- the types of both versions
  site.use((error: any, _req: any, res: any, _next: any) => {
    seen.push(error);
    res.set("cache-control", "no-store");
    res.status(error.status ?? 500).end("the host's");
  });
  return seen;
}

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };

/**
 * Bodies that try to be more than text fields; TOKEN is replaced by a valid
 * one.
 */
const poisonedForms = [
  "a[__proto__][x]=1&csrfToken=TOKEN",
  "__proto__[x]=1&csrfToken=TOKEN",
  "constructor[prototype][x]=1&csrfToken=TOKEN",
  "csrfToken=TOKEN&callbackUrl[__proto__][x]=1",
  "csrfToken=TOKEN&callbackUrl[]=/one&callbackUrl[]=/two",
  "csrfToken=TOKEN&toString=1&hasOwnProperty=2&length=3&__proto__=4",
  "csrfToken=TOKEN&callbackUrl=/one&callbackUrl=/two",
];
const poisonedJson = [
  '{"__proto__":{"x":1},"csrfToken":"TOKEN"}',
  '{"constructor":{"prototype":{"x":1}},"csrfToken":"TOKEN"}',
  '{"csrfToken":"TOKEN","callbackUrl":{"__proto__":{"x":1}}}',
  '{"csrfToken":"TOKEN","callbackUrl":["/one"]}',
  '{"csrfToken":"TOKEN","callbackUrl":1}',
  '{"csrfToken":"TOKEN","callbackUrl":null,"toString":null,"length":-1}',
  `{"csrfToken":"TOKEN","data":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
];
/** Bodies without a valid CSRF token. */
const forgedForms = [
  "csrfToken[]=TOKEN",
  "csrfToken[x]=TOKEN",
  "csrfToken[toString]=TOKEN",
  "csrfToken=TOKEN&csrfToken=TOKEN",
  "csrfToken",
  "=TOKEN",
  "",
  "%",
  "csrfToken=%ED%A0%80",
];
const forgedJson = [
  '{"csrfToken":["TOKEN"]}',
  '{"csrfToken":{"toString":"TOKEN"}}',
  '{"__proto__":{"csrfToken":"TOKEN"}}',
  '{"csrfToken":1}',
  '{"csrfToken":true}',
  '{"csrfToken":null}',
  '["TOKEN"]',
  '[{"csrfToken":"TOKEN"}]',
  '"TOKEN"',
  "null",
  "true",
  "1",
  "{}",
  "",
  "NaN",
  '{"csrfToken":"TOKEN"} x',
  '{"csrfToken":"\\ud800"}',
  "{".repeat(10_000),
];

for (const [version, express] of versions) {
  for (const [name, make] of parsers) {
    describe(`${version}: ${name}`, () => {
      it("a whole sign-in works behind the parser", async () => {
        const { auth, op } = await createServerApp();
        const site = express();
        parseWith(site, make(express));
        site.use("/auth", auth);
        const errors = handleErrors(site);
        await serve(site, async (origin) => {
          await signInAndOut(toBrowser(op), op, `${origin}/auth`);
        });
        assert.deepEqual(errors, []);
      });

      it("no prototype is polluted, and only texts count as fields", async () => {
        const { auth } = await createServerApp();
        const site = express();
        parseWith(site, make(express));
        site.use("/auth", auth);
        handleErrors(site);
        await serve(site, async (origin, port) => {
          const base = `${origin}/auth`;
          const { csrfToken, cookie } = await readToken(base);
          const post = async (type: typeof form, body: string) => {
            const text = body.replace("TOKEN", csrfToken);
            const headers = { cookie, ...type };
            const answer = await postRaw(port, "/auth/signout", headers, text);
            assert.equal(Reflect.get({}, "x"), undefined, body);
            return answer;
          };
          for (const body of poisonedForms) {
            const { status, headers } = await post(form, body);
            assert.equal(status, 303, body);
            assert.equal(headers.get("location"), `${origin}/`, body);
          }
          for (const body of poisonedJson) {
            const { status, headers } = await post(json, body);
            assert.equal(status, 303, body.slice(0, 100));
            assert.equal(headers.get("location"), `${origin}/`);
          }
        });
      });

      it("forged and malformed bodies are refused, and none is a server error", async () => {
        const { auth, ...test } = await createServerApp();
        const site = express();
        parseWith(site, make(express));
        site.use("/auth", auth);
        const errors = handleErrors(site);
        await serve(site, async (origin, port) => {
          const { csrfToken, cookie } = await readToken(`${origin}/auth`);
          const session = await toCookie(test.secret);
          const bodies = [
            ...forgedForms.map((body) => [form, body] as const),
            ...forgedJson.map((body) => [json, body] as const),
            [json, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])] as const,
            [form, new Uint8Array([0x61, 0x3d, 0xff])] as const,
            [{ ...json, "content-encoding": "gzip" }, gzipSync("{}")] as const,
            [{ "content-type": "" }, "csrfToken=TOKEN"] as const,
            [{}, "csrfToken=TOKEN"] as const,
            [{ "content-type": "text/plain" }, "csrfToken=TOKEN"] as const,
            [{ "content-type": "multipart/form-data" }, "x"] as const,
          ];
          for (const [type, body] of bodies) {
            const sent = typeof body === "string"
              ? body.replaceAll("TOKEN", csrfToken)
              : body;
            const answer = await postRaw(port, "/auth/signout", {
              cookie: `${cookie}; ${session}`,
              ...type,
            }, sent);
            const label = `${JSON.stringify(type)} ${
              String(body).slice(0, 80)
            }`;
            if (answer.text !== "the host's") assertForged(answer, label);
            assertRefused(answer, test);
          }
          // The existing session is still alive: the user was not signed out.
          const { text } = await ask(`${origin}/auth/session`, {
            cookie: session,
          });
          assert.notEqual(text, "null");
        });
        for (const error of errors) {
          const { status } = error as { status?: number };
          const isMulter = error instanceof Error &&
            /boundary|multipart/i.test(error.message);
          assert.ok(isMulter || status && status < 500, String(error));
        }
      });
    });
  }

  describe(`${version}: multipart forms`, () => {
    const toForm = (fields: readonly (readonly [string, string])[]) => {
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value);
      return { method: "POST", body };
    };

    for (const kind of ["none", "any"] as const) {
      it(`multipart forms are read if multer().${kind}() parsed them`, async () => {
        const { auth } = await createServerApp();
        const site = express();
        parseWith(site, [multer()[kind]()]);
        site.use("/auth", auth);
        handleErrors(site);
        await serve(site, async (origin) => {
          const base = `${origin}/auth`;
          const { csrfToken, cookie } = await readToken(base);
          const send = async (...fields: [string, string][]) =>
            (await ask(`${base}/signout`, { cookie }, toForm(fields)))
              .headers.get("location") ?? "";
          const proof = ["csrfToken", csrfToken] as [string, string];
          assert.equal(
            await send(proof, ["callbackUrl", "/there"]),
            `${origin}/there`,
          );
          assert.equal(
            await send(proof, ["callbackUrl[__proto__][x]", "/there"]),
            `${origin}/`,
          );
          assert.equal(Reflect.get({}, "x"), undefined);
          assert.match(await send(proof, proof), /MissingCSRF/);
          assert.match(await send(["csrfToken[]", csrfToken]), /MissingCSRF/);
          assert.match(await send(), /MissingCSRF/);
        });
      });
    }

    it("multipart forms that were not parsed count as empty, and do not hang", async () => {
      const { auth, ...test } = await createServerApp();
      const site = express();
      parseWith(site, [express.json(), express.urlencoded()]);
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        const base = `${origin}/auth`;
        const { csrfToken, cookie } = await readToken(base);
        const answer = await ask(
          `${base}/signout`,
          { cookie },
          toForm([["csrfToken", csrfToken]]),
        );
        assert.match(answer.headers.get("location") ?? "", /MissingCSRF/);
        assertRefused(answer, test);
      });
    });
  });

  describe(`${version}: large bodies`, () => {
    const big = "x".repeat(20_000_000);
    const long = "x".repeat(100_000);

    it("a body of 20 MB, with a length or in chunks, is 413 and is not kept in memory", async () => {
      const { auth, ...test } = await createServerApp();
      const site = express();
      site.use("/auth", auth);
      await serve(site, async (origin, port) => {
        for (const type of [form, json]) {
          for (
            const framing of [
              { "content-length": String(big.length) },
              { "transfer-encoding": "chunked" },
            ]
          ) {
            const status = await sendUntilAnswer(port, {
              ...type,
              ...framing,
            }, big);
            assert.equal(status, 413);
          }
        }
        assert.equal((await ask(`${origin}/auth/session`)).text, "null");
        assert.ok(test.lines.every((line) => line.length < 10_000));
      });
    });

    it("a body of 2 MB has been read when it is refused: unread bytes would reset the connection", async () => {
      const { auth, ...test } = await createServerApp();
      const site = express();
      const read: boolean[] = [];
      site.use((req, res, next) => {
        res.on("finish", () => read.push(req.readableEnded));
        next();
      });
      site.use("/auth", auth);
      await serve(site, async (_origin, port) => {
        for (const type of [form, json]) {
          const body = "x".repeat(2_000_000);
          const answer = await postRaw(port, "/auth/signout", type, body);
          assert.equal(answer.status, 413);
          assertRefused(answer, test);
        }
      });
      assert.deepEqual(read, [true, true]);
    });

    it("a large body that a text or raw parser kept is 413 too", async () => {
      for (const make of [express.text, express.raw]) {
        const { auth, ...test } = await createServerApp();
        const site = express();
        site.use(make({ ...every, limit: "30mb" }));
        site.use("/auth", auth);
        await serve(site, async (origin, port) => {
          const { csrfToken, cookie } = await readToken(`${origin}/auth`);
          const body = `csrfToken=${csrfToken}&x=${long}`;
          const headers = { cookie, ...form };
          const answer = await postRaw(port, "/auth/signout", headers, body);
          assert.equal(answer.status, 413);
          assertRefused(answer, test);
        });
      }
    });

    it("a body over the limit of the application's own parser is the application's error", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.use(express.json(), express.urlencoded({ extended: true }));
      site.use("/auth", auth);
      const errors = handleErrors(site);
      await serve(site, async (_origin, port) => {
        for (const type of [form, json]) {
          const body = `x=${long}${long}`;
          const answer = await postRaw(port, "/auth/signin", type, body);
          assert.deepEqual([answer.status, answer.text], [413, "the host's"]);
        }
      });
      assert.equal(errors.length, 2);
    });

    it("a body with a hundred thousand fields is handled quickly, parsed before or not", async () => {
      const fields = Array.from({ length: 100_000 }, (_, i) => `a${i}=1`);
      for (const isParsed of [true, false]) {
        const { auth } = await createServerApp();
        const site = express();
        if (isParsed) {
          site.use(express.urlencoded({
            extended: false,
            limit: "30mb",
            parameterLimit: 1e6,
          }));
        }
        site.use("/auth", auth);
        await serve(site, async (_origin, port) => {
          const body = fields.join("&");
          const answer = await postRaw(port, "/auth/signout", form, body);
          assert.equal(answer.status, isParsed ? 303 : 413);
        });
      }
    });
  });

  describe(`${version}: bodies that other code has touched`, () => {
    it("a body that was read without a trace is a mistake of the application, and does not hang", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.use((req, _res, next) => {
        req.resume();
        req.on("end", () => next());
      });
      site.use("/auth", auth);
      await serve(site, async (origin, port) => {
        const { csrfToken, cookie } = await readToken(`${origin}/auth`);
        const headers = { cookie, ...form };
        const body = `csrfToken=${csrfToken}`;
        const answer = await postRaw(port, "/auth/signout", headers, body);
        assert.match(answer.headers.get("location") ?? "", /Configuration/);
      });
    });

    it("a body that arrives as text, because an encoding was set, is read", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.use((req, _res, next) => {
        req.setEncoding("utf8");
        next();
      });
      site.use("/auth", auth);
      await serve(site, async (origin, port) => {
        const { csrfToken, cookie } = await readToken(`${origin}/auth`);
        const headers = { cookie, ...form };
        const body = `csrfToken=${csrfToken}&callbackUrl=/é`;
        const answer = await postRaw(port, "/auth/signout", headers, body);
        assert.equal(answer.headers.get("location"), `${origin}/%C3%A9`);
        const big = `${body}&x=${"é".repeat(40_000)}`;
        const refused = await postRaw(port, "/auth/signout", headers, big);
        assert.equal(refused.status, 413);
      });
    });

    it("a body parsed into something other than a plain object is read by its text fields", async () => {
      for (const kind of ["URLSearchParams", "null prototype", "frozen"]) {
        const { auth } = await createServerApp();
        const site = express();
        site.use((req, _res, next) => {
          const chunks: string[] = [];
          req.setEncoding("utf8").on("data", (chunk) => chunks.push(chunk));
          req.on("end", () => {
            const params = new URLSearchParams(chunks.join(""));
            const fields = Object.fromEntries(params);
            req.body = kind === "URLSearchParams"
              ? params
              : kind === "frozen"
              ? Object.freeze(fields)
              : Object.assign(Object.create(null), fields);
            next();
          });
        });
        site.use("/auth", auth);
        await serve(site, async (origin, port) => {
          const { csrfToken, cookie } = await readToken(`${origin}/auth`);
          const headers = { cookie, ...form };
          const body = `csrfToken=${csrfToken}&callbackUrl=/there`;
          const answer = await postRaw(port, "/auth/signout", headers, body);
          assert.equal(answer.headers.get("location"), `${origin}/there`, kind);
        });
      }
    });
  });

  describe(`${version}: clients that disconnect`, () => {
    const begun = "POST /auth/signin HTTP/1.1\r\nHost: x\r\n" +
      "Content-Type: application/x-www-form-urlencoded\r\n" +
      "Content-Length: 100\r\n\r\nabc";

    it("a client that disconnects before the handler reads the body does not keep it waiting", async () => {
      const { auth } = await createServerApp();
      const errors: unknown[] = [];
      const arrived = defer();
      const done = defer();
      const site = express();
      site.use("/auth", async (req, res, next) => {
        if (req.method !== "POST") return next();
        const gone = once(res, "close");
        arrived.resolve();
        await gone;
        await auth(req, res, (error) => void errors.push(error));
        done.resolve();
      }, auth);
      await serve(site, async (origin, port) => {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {});
        socket.write(begun);
        await arrived.promise;
        socket.destroy();
        await done.promise;
        assert.deepEqual(errors, []);
        assert.equal((await ask(`${origin}/auth/session`)).text, "null");
      });
    });

    it("a client that disconnects during the body causes at most the parser's error", async () => {
      for (const isParsed of [true, false]) {
        const { auth } = await createServerApp();
        const arrived = defer();
        const done = defer();
        const site = express();
        site.use((req, _res, next) => {
          if (req.method === "POST") arrived.resolve();
          next();
        });
        if (isParsed) site.use(express.urlencoded({ extended: true }));
        site.use("/auth", async (req, res, next) => {
          await auth(req, res, next);
          if (req.method === "POST") done.resolve();
        });
        // deno-lint-ignore no-explicit-any -- the types of both versions
        site.use((error: any, _req: any, _res: any, _next: any) => {
          assert.equal(error.type, "request.aborted");
          done.resolve();
        });
        await serve(site, async (origin, port) => {
          const socket = connect(port, "127.0.0.1");
          socket.on("error", () => {});
          socket.write(begun);
          await arrived.promise;
          socket.destroy();
          await done.promise;
          assert.equal((await ask(`${origin}/auth/session`)).text, "null");
        });
      }
    });

    it("a client that disconnects during the answer changes nothing for others", async () => {
      const arrived = defer();
      const go = defer();
      const inner = createMemoryStore();
      const { auth, secret } = await createServerApp({
        store: {
          ...inner,
          get: async (keys) => {
            arrived.resolve();
            await go.promise;
            return await inner.get(keys);
          },
        },
      });
      const errors: unknown[] = [];
      const done = defer();
      const site = express();
      site.use("/auth", async (req, res) => {
        await auth(req, res, (error) => void errors.push(error));
        done.resolve();
      });
      await serve(site, async (origin, port) => {
        const cookie = await toCookie(secret);
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {});
        socket.write(
          `GET /auth/session HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`,
        );
        await arrived.promise;
        const closed = once(socket, "close");
        socket.destroy();
        await closed;
        go.resolve();
        await done.promise;
        assert.deepEqual(errors, []);
        const answer = await ask(`${origin}/auth/session`, { cookie });
        assert.match(answer.text, /Ada Lovelace/);
      });
    });
  });
}

function assertForged(answer: Answer, label: string): void {
  const { status, headers } = answer;
  assert.ok([303, 400].includes(status), `${status} ${label}`);
  const location = headers.get("location") ?? "MissingCSRF";
  assert.match(location, /MissingCSRF|InvalidRequest/, label);
}

/** Sends until the server has answered; it need not take the whole body. */
async function sendUntilAnswer(
  port: number,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) =>
    `${name}: ${value}\r\n`
  );
  const head = `POST /auth/signin HTTP/1.1\r\nHost: 127.0.0.1\r\n${
    lines.join("")
  }\r\n`;
  const isChunked = "transfer-encoding" in headers;
  const socket = connect(port, "127.0.0.1");
  const answered = defer<number>();
  socket.on("error", () => {});
  socket.once("data", (chunk) => {
    answered.resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]));
    socket.destroy();
  });
  socket.once("close", () => answered.resolve(0));
  socket.write(head + (isChunked ? `${body.length.toString(16)}\r\n` : ""));
  socket.write(body);
  return await answered.promise;
}
