import assert from "node:assert/strict";
import { request as httpRequest, type RequestListener } from "node:http";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { StoreError } from "@latchkey/auth/errors";
import {
  getSession,
  ServerAuth,
  type ServerAuthConfig,
} from "@latchkey/auth/server";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import helmet from "helmet";
import {
  assertRefused,
  defer,
  readSetCookies,
} from "./testing/checks_testkit.ts";
import { DAY } from "./core/session/session_testkit.ts";
import {
  ask,
  createServerApp,
  type Express,
  forward,
  postRaw,
  readToken,
  S,
  serve,
  toCookie,
  versions,
} from "./server/express_testkit.ts";

for (const [version, express] of versions) {
  describe(`${version}: mounted`, () => {
    it("the handler at /auth answers its routes and leaves the rest of the site alone", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.use("/auth", auth);
      site.get("/authors", (_req, res) => void res.send("books"));
      site.get("/", (_req, res) => void res.send("home"));
      await serve(site, async (origin) => {
        assert.equal((await ask(`${origin}/auth/session`)).text, "null");
        assert.equal((await ask(`${origin}/auth/signin`)).status, 200);
        assert.equal((await ask(`${origin}/auth/nothing`)).status, 404);
        assert.equal((await ask(`${origin}/auth`)).status, 404);
        assert.equal((await ask(`${origin}/authors`)).text, "books");
        assert.equal((await ask(`${origin}/`)).text, "home");
      });
    });

    it("the handler in a router at /api/auth makes its URLs from there", async () => {
      const op = await createFaultProvider();
      const { auth } = await createServerApp({ providers: [op.provider()] });
      const router = express.Router();
      router.use("/auth", auth);
      const site = express();
      site.use("/api", router);
      await serve(site, async (origin) => {
        const { text } = await ask(`${origin}/api/auth/providers`);
        assert.deepEqual(JSON.parse(text).op, {
          id: "op",
          name: "Test Provider",
          type: "oidc",
          signinUrl: `${origin}/api/auth/signin/op`,
          callbackUrl: `${origin}/api/auth/callback/op`,
        });
        assert.equal((await ask(`${origin}/auth/session`)).status, 404);
      });
    });

    it("the handler at the root serves /auth and passes everything else on", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.use(auth);
      site.use((req, res) => void res.status(299).send(req.originalUrl));
      await serve(site, async (origin) => {
        assert.equal((await ask(`${origin}/auth/session`)).text, "null");
        assert.equal((await ask(`${origin}/auth/nothing`)).status, 404);
        for (const path of ["/", "/authors", "/AUTH/session", "/x/auth/csrf"]) {
          const answer = await ask(origin + path);
          assert.deepEqual([answer.status, answer.text], [299, path]);
          assert.deepEqual(answer.headers.getSetCookie(), []);
        }
      });
    });

    it("a path in another letter case than the page's is 404, never another redirect URI", async () => {
      const op = await createFaultProvider();
      const given = [{}, { basePath: "/auth" }];
      for (const place of given) {
        const { auth } = await createServerApp({
          providers: [op.provider()],
          ...place,
        });
        const site = express();
        site.use("/auth", auth);
        await serve(site, async (origin) => {
          for (const path of ["/AUTH", "/Auth", "/auTH"]) {
            const answer = await ask(`${origin}${path}/providers`);
            assert.equal(answer.status, 404, path);
            assert.doesNotMatch(answer.text, /callback/i);
          }
          assert.equal((await ask(`${origin}/auth/providers`)).status, 200);
        });
      }
    });

    it("a path with capital letters works if it is configured", async () => {
      const { auth } = await createServerApp({ basePath: "/Auth" });
      const site = express();
      site.use("/Auth", auth);
      await serve(site, async (origin) => {
        assert.equal((await ask(`${origin}/Auth/session`)).status, 200);
        assert.equal((await ask(`${origin}/auth/session`)).status, 404);
      });
    });

    it("two handlers each have their own configuration, also in parallel", async () => {
      const one = await createServerApp({
        callbacks: { redirect: () => "/one" },
      });
      const two = await createServerApp({
        callbacks: { redirect: () => "/two" },
      });
      const site = express();
      site.use("/one/auth", one.auth);
      site.use("/two/auth", two.auth);
      await serve(site, async (origin) => {
        const leave = async (name: string, secret: string) => {
          const base = `${origin}/${name}/auth`;
          const session = await toCookie(secret);
          const { csrfToken, cookie } = await readToken(base, session);
          const body = new URLSearchParams({ csrfToken });
          const init = { method: "POST", body };
          const answer = await ask(`${base}/signout`, { cookie }, init);
          return answer.headers.get("location");
        };
        const rounds = Array.from({ length: 5 }, () => [
          leave("one", one.secret),
          leave("two", two.secret),
        ]).flat();
        assert.deepEqual(
          [...new Set(await Promise.all(rounds))],
          [`${origin}/one`, `${origin}/two`],
        );
        const cookie = await toCookie(one.secret);
        const own = await ask(`${origin}/one/auth/session`, { cookie });
        assert.notEqual(own.text, "null");
        const other = await ask(`${origin}/two/auth/session`, { cookie });
        assert.equal(other.text, "null");
      });
    });
  });

  describe(`${version}: body parsers`, () => {
    const parsers: [string, (express: Express) => unknown[]][] = [
      ["none", () => []],
      ["json", ({ json }) => [json()]],
      [
        "urlencoded, simple",
        ({ urlencoded }) => [urlencoded({ extended: false })],
      ],
      [
        "urlencoded, extended",
        ({ urlencoded }) => [urlencoded({ extended: true })],
      ],
      ["json and urlencoded", ({ json, urlencoded }) => [
        json(),
        urlencoded({ extended: true }),
      ]],
      ["text", ({ text }) => [text({ type: () => true })]],
      ["raw", ({ raw }) => [raw({ type: () => true })]],
    ];
    for (const [name, make] of parsers) {
      it(`forms and JSON are read before and after the mount, with ${name}`, async () => {
        for (const where of ["before", "after"]) {
          const { auth } = await createServerApp();
          const site = express();
          const use = () => {
            for (const parser of make(express)) site.use(parser as never);
          };
          if (where === "before") use();
          site.use("/auth", auth);
          if (where === "after") use();
          await serve(site, async (origin) => {
            const base = `${origin}/auth`;
            const { csrfToken, cookie } = await readToken(base);
            const fields = { csrfToken, callbackUrl: "/there" };
            const json = { "content-type": "application/json" };
            const bodies: [BodyInit, Record<string, string>][] = [
              [new URLSearchParams(fields), {}],
              [JSON.stringify(fields), json],
            ];
            for (const [body, type] of bodies) {
              const init = { method: "POST", body };
              const headers = { cookie, ...type };
              const answer = await ask(`${base}/signout`, headers, init);
              const location = answer.headers.get("location");
              assert.equal(location, `${origin}/there`, where);
            }
            const forged = await ask(`${base}/signout`, { cookie }, {
              method: "POST",
              body: new URLSearchParams({ ...fields, csrfToken: "x" }),
            });
            assert.match(forged.headers.get("location") ?? "", /MissingCSRF/);
          });
        }
      });
    }

    it("bodies with nested or poisoned fields change nothing", async () => {
      const { auth, ...site } = await createServerApp();
      const pages = express();
      pages.use(express.urlencoded({ extended: true }), express.json());
      pages.use("/auth", auth);
      await serve(pages, async (origin, port) => {
        const { csrfToken, cookie } = await readToken(`${origin}/auth`);
        const bodies = [
          `csrfToken[]=${csrfToken}`,
          `csrfToken[x]=${csrfToken}`,
          "a[__proto__][x]=1&constructor[prototype][x]=1&__proto__[x]=1",
          `toString=1&hasOwnProperty=2&length=3`,
        ];
        for (const body of bodies) {
          const type = "application/x-www-form-urlencoded";
          const headers = { cookie, "content-type": type };
          const answer = await postRaw(port, "/auth/signout", headers, body);
          assert.equal(answer.status, 303, body);
          assertRefused(answer, site);
        }
        assert.equal(Reflect.get({}, "x"), undefined);
      });
    });

    it("bodies over the limit are 413 if no parser ran, and the connection ends", async () => {
      const { auth, ...site } = await createServerApp();
      const pages = express();
      pages.use("/auth", auth);
      await serve(pages, async (origin, port) => {
        const body = `csrfToken=${"x".repeat(200_000)}`;
        const answer = await postRaw(port, "/auth/signin", {
          "content-type": "application/x-www-form-urlencoded",
          "transfer-encoding": "chunked",
        }, body);
        assert.equal(answer.status, 413);
        assert.equal(answer.headers.get("connection"), "close");
        assertRefused(answer, site);
        assert.equal((await ask(`${origin}/auth/session`)).text, "null");
      });
    });

    it("a client that disconnects causes no error", async () => {
      const { auth } = await createServerApp();
      const errors: unknown[] = [];
      const done = defer();
      const pages = express();
      pages.use("/auth", async (req, res) => {
        await auth(req, res, (error) => void errors.push(error));
        done.resolve();
      });
      await serve(pages, async (origin, port) => {
        const socket = connect(port, "127.0.0.1");
        socket.write(
          "POST /auth/signin HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc",
          () => socket.destroy(),
        );
        await done.promise;
        assert.deepEqual(errors, []);
        assert.equal((await ask(`${origin}/auth/session`)).text, "null");
      });
    });
  });

  describe(`${version}: behind a proxy`, () => {
    async function readBase(
      trust: unknown,
      headers: Record<string, string>,
      overrides: Partial<ServerAuthConfig> = {},
    ) {
      const op = await createFaultProvider();
      const { auth } = await createServerApp({
        providers: [op.provider()],
        ...overrides,
      });
      const site = express();
      if (trust !== undefined) site.set("trust proxy", trust);
      site.use("/auth", auth);
      let answer = { status: 0, base: "", names: [] as string[] };
      await serve(site, async (origin) => {
        const { text } = await ask(`${origin}/auth/providers`, headers);
        const csrf = await ask(`${origin}/auth/csrf`, headers);
        const url = csrf.status === 200 ? JSON.parse(text).op.callbackUrl : "";
        answer = {
          status: csrf.status,
          base: url.replace("/auth/callback/op", "").replace(origin, "self"),
          names: readSetCookies(csrf.headers).map(({ name }) => name),
        };
      });
      return answer;
    }
    const forwarded = {
      "x-forwarded-host": "app.example",
      "x-forwarded-proto": "https",
    };

    it("forwarded headers are ignored unless the proxy is trusted [HOST-02, HOST-03]", async () => {
      for (const trust of [undefined, false, "10.0.0.1", 0]) {
        const { base, names } = await readBase(trust, forwarded);
        assert.equal(base, "self", String(trust));
        assert.deepEqual(names, ["latchkey.csrf"]);
      }
    });

    it("forwarded host and scheme count if the proxy is trusted", async () => {
      for (const trust of [true, 1, "loopback", ["127.0.0.1"]]) {
        const { base, names } = await readBase(trust, forwarded);
        assert.equal(base, "https://app.example", String(trust));
        assert.deepEqual(names, ["__Host-latchkey.csrf"]);
      }
    });

    it("malformed forwarded hosts are refused, without an exception [HOST-04]", async () => {
      const hosts = ["a b", "evil:99999", "x/y?z", "user@evil", "a\\b", "[::1"];
      for (const host of hosts) {
        const headers = { ...forwarded, "x-forwarded-host": host };
        const { status, names } = await readBase(true, headers);
        assert.equal(status, 400, host);
        assert.deepEqual(names, []);
      }
      for (const host of [",", ""]) {
        const headers = { ...forwarded, "x-forwarded-host": host };
        const { status } = await readBase(true, headers);
        assert.equal(status, 200, host);
      }
      const list = { ...forwarded, "x-forwarded-host": "one.example, two" };
      assert.equal((await readBase(true, list)).base, "https://one.example");
    });

    it("a configured origin wins over every header [HOST-01]", async () => {
      const origin = "https://public.example";
      for (const trust of [true, false]) {
        const { base, names } = await readBase(trust, forwarded, { origin });
        assert.equal(base, origin);
        assert.deepEqual(names, ["__Host-latchkey.csrf"]);
      }
    });

    it("the Forwarded header and absolute request lines are ignored [HOST-06]", async () => {
      const headers = { forwarded: "host=evil.example;proto=https" };
      assert.equal((await readBase(true, headers)).base, "self");
      const { auth } = await createServerApp();
      const site = express();
      site.use("/auth", auth);
      await serve(site, async (_origin, port) => {
        const path = "http://evil.example/auth/csrf";
        const answer = await new Promise<number>((resolve, reject) => {
          httpRequest({ port, host: "127.0.0.1", path }, (message) => {
            message.resume();
            assert.doesNotMatch(String(message.headers.location), /evil/);
            resolve(message.statusCode ?? 0);
          }).on("error", reject).end();
        });
        assert.ok([200, 404].includes(answer));
      });
    });
  });

  describe(`${version}: pages of the application`, () => {
    it("a page gets the session once, though guard and page both ask for it", async () => {
      const { auth, config, secret, reads } = await createServerApp();
      const site = express();
      site.use(auth.session);
      site.get("/", auth.require(), async (req, res) => {
        const [one, two] = await Promise.all([
          getSession(req, config),
          auth.getSession(req),
        ]);
        assert.equal(one, two);
        res.json({ session: one, local: res.locals.session });
      });
      await serve(site, async (origin) => {
        const cookie = await toCookie(secret);
        const answer = await ask(`${origin}/`, { cookie });
        assert.equal(answer.status, 200);
        const { session, local } = JSON.parse(answer.text);
        assert.deepEqual(local, session);
        assert.equal(session.user.name, "Ada Lovelace");
        assert.equal(reads(), 1);
        await ask(`${origin}/`, { cookie });
        assert.equal(reads(), 2);
      });
    });

    it("a page gets null, and no cookie, without a session", async () => {
      const { config, auth } = await createServerApp();
      const site = express();
      site.get("/", async (req, res) => {
        res.set("cache-control", "max-age=5");
        res.json([await getSession(req, config), await auth.getSession(req)]);
      });
      await serve(site, async (origin) => {
        const answer = await ask(`${origin}/`);
        assert.equal(answer.text, "[null,null]");
        assert.deepEqual(answer.headers.getSetCookie(), []);
        assert.equal(answer.headers.get("cache-control"), "max-age=5");
        assert.equal(answer.headers.get("vary"), "Cookie");
      });
    });

    it("a page gets no cookie with a session that is not due, and one when it is", async () => {
      const { config, secret, auth } = await createServerApp();
      const site = express();
      site.use((_req, res, next) => {
        res.set("vary", "Accept-Encoding");
        res.cookie("own", "1");
        next();
      });
      site.use(auth.session);
      site.get("/", async (req, res) => {
        await getSession(req, config);
        await getSession(req, config);
        res.cookie("own2", "2");
        res.json(true);
      });
      await serve(site, async (origin) => {
        const cookie = await toCookie(secret);
        const fresh = await ask(`${origin}/`, { cookie });
        assert.deepEqual(
          readSetCookies(fresh.headers).map(({ name }) => name),
          ["own", "own2"],
        );
        const iat = Math.floor(Date.now() / 1000) - DAY;
        const old = await toCookie(secret, { iat, auth_time: iat });
        const due = await ask(`${origin}/`, { cookie: old });
        assert.deepEqual(
          readSetCookies(due.headers).map(({ name }) => name),
          ["own", S, "own2"],
        );
        assert.match(due.headers.get("cache-control") ?? "", /no-store/);
        assert.equal(due.headers.get("vary"), "Accept-Encoding, Cookie");
        const again = readSetCookies(due.headers).find((one) => one.name === S);
        const renewed = `${S}=${again?.value}`;
        const after = await ask(`${origin}/auth`, { cookie: renewed });
        assert.deepEqual(
          readSetCookies(after.headers).map(({ name }) => name),
          ["own"],
        );
      });
    });

    it("a page that has begun to answer gets the session without an exception [SES-12]", async () => {
      const { config, secret } = await createServerApp();
      const site = express();
      site.get("/", async (req, res) => {
        res.write("begun ");
        const session = await getSession(req, config);
        res.end(session?.user?.name);
      });
      site.use("/late", (_req, res, next) => {
        res.write("begun");
        res.end();
        next();
      }, ServerAuth(config));
      await serve(site, async (origin) => {
        const iat = Math.floor(Date.now() / 1000) - DAY;
        const cookie = await toCookie(secret, { iat, auth_time: iat });
        const answer = await ask(`${origin}/`, { cookie });
        assert.equal(answer.text, "begun Ada Lovelace");
        assert.deepEqual(answer.headers.getSetCookie(), []);
        assert.equal((await ask(`${origin}/late/csrf`)).text, "begun");
      });
    });

    it("a page gets errors of the library through next, however it asks", async () => {
      const store: Store = {
        ...createMemoryStore(),
        get: () => Promise.reject(new Error("down")),
      };
      const { auth, config, secret } = await createServerApp({ store });
      const site = express();
      site.get("/session", auth.session);
      site.get("/guard", auth.require());
      site.get("/own", (req, _res, next) => {
        getSession(req, config).then(() => next(), next);
      });
      const seen: unknown[] = [];
      site.use(
        // deno-lint-ignore no-explicit-any -- the types of both versions
        (error: any, _req: any, res: any, next: any) => {
          if (res.headersSent) return next(error);
          seen.push(error);
          res.status(error.status).end("handled");
        },
      );
      await serve(site, async (origin) => {
        const cookie = await toCookie(secret);
        for (const path of ["/session", "/guard", "/own"]) {
          const answer = await ask(origin + path, { cookie });
          assert.deepEqual([answer.status, answer.text], [503, "handled"]);
          assert.deepEqual(answer.headers.getSetCookie(), []);
        }
        assert.equal(seen.length, 3);
        assert.ok(seen.every((error) => error instanceof StoreError));
      });
    });

    it("a page's own errors are not caught by the library", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      let calls = 0;
      const throwing = () => {
        calls++;
        throw new Error("the page's own");
      };
      site.get("/session", auth.session, throwing);
      site.get("/guard", auth.require(), throwing);
      // deno-lint-ignore no-explicit-any -- the types of both versions
      site.use((error: any, _req: any, res: any, _next: any) => {
        res.status(500).end(error.message);
      });
      await serve(site, async (origin) => {
        const cookie = await toCookie(secret);
        for (const path of ["/session", "/guard"]) {
          const answer = await ask(origin + path, { cookie });
          assert.deepEqual([answer.status, answer.text], [
            500,
            "the page's own",
          ]);
        }
        assert.equal(calls, 2);
      });
    });

    it("helmet does not replace the policy of the library's pages", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.use(helmet());
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        const { headers } = await ask(`${origin}/auth/signin`);
        assert.match(
          headers.get("content-security-policy") ?? "",
          /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
        );
        assert.equal(headers.get("referrer-policy"), "same-origin");
        assert.equal(headers.get("x-content-type-options"), "nosniff");
      });
    });

    it("a page can make its own forms with the token", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      site.use("/auth", auth);
      site.get("/form", async (req, res) => {
        const token = await auth.csrfToken(req);
        assert.equal(await auth.csrfToken(req), token);
        res.type("html").send(
          `<form method="post" action="/auth/signout"><input name="csrfToken" value="${token}"><button>Out</button></form>`,
        );
      });
      site.get("/", (_req, res) => void res.send("home"));
      await serve(site, async (origin) => {
        const browser = createBrowser(forward);
        browser.setCookie(origin, `${await toCookie(secret)}; Path=/`);
        const form = await browser.goto(`${origin}/form`);
        assert.equal(form.headers.getSetCookie().length, 1);
        assert.match(form.headers.get("cache-control") ?? "", /no-store/);
        const page = await browser.submit(form);
        assert.equal(page.text, "home");
        const left = browser.cookies(origin).map(({ name }) => name);
        assert.ok(!left.includes(S), left.join());
      });
    });
  });

  describe(`${version}: the guard`, () => {
    const page = { accept: "text/html,*/*;q=0.8" };

    it("the guard sends browsers to sign in and back", async () => {
      const { auth, ...site } = await createServerApp();
      const pages = express();
      pages.use("/private", auth.require());
      pages.use((_req, res) => void res.send("let in"));
      await serve(pages, async (origin) => {
        const answer = await ask(`${origin}/private/a?b=c&d=%2F`, page);
        assert.equal(answer.status, 303);
        assert.equal(answer.text, "");
        assertRefused(answer, site);
        const location = new URL(answer.headers.get("location") ?? "");
        assert.equal(
          location.origin + location.pathname,
          `${origin}/auth/signin`,
        );
        assert.deepEqual([...location.searchParams], [
          ["callbackUrl", "/private/a?b=c&d=%2F"],
        ]);
        assert.equal((await ask(`${origin}/`, page)).text, "let in");
        const cookie = await toCookie(site.secret);
        const inside = await ask(`${origin}/private/a`, { ...page, cookie });
        assert.equal(inside.text, "let in");
      });
    });

    it("the guard does not redirect back to a form", async () => {
      const { auth, ...site } = await createServerApp();
      const pages = express();
      pages.use(auth.require());
      await serve(pages, async (origin) => {
        const answer = await ask(`${origin}/x`, page, { method: "POST" });
        assert.equal(answer.status, 303);
        assert.equal(answer.headers.get("location"), `${origin}/auth/signin`);
        assertRefused(answer, site);
      });
    });

    it("the guard sends visitors to another page if the application configured one, also from a router", async () => {
      const { auth } = await createServerApp({ pages: { signIn: "/welcome" } });
      const router = express.Router();
      router.use("/a", auth.require());
      router.use("/b", auth.require({ redirectTo: "/special?x=1" }));
      const pages = express();
      pages.use("/in", router);
      await serve(pages, async (origin) => {
        const read = async (path: string) =>
          (await ask(origin + path, page)).headers.get("location");
        const a = await read("/in/a");
        assert.equal(a, `${origin}/welcome?callbackUrl=%2Fin%2Fa`);
        const b = await read("/in/b");
        assert.equal(b, `${origin}/special?x=1&callbackUrl=%2Fin%2Fb`);
      });
    });

    it("the guard cannot be made to redirect to another site", async () => {
      const { auth } = await createServerApp();
      const pages = express();
      pages.use(auth.require());
      await serve(pages, async (origin, port) => {
        for (const path of ["//evil.example/x", "/\\evil", "/..//evil"]) {
          const location = await new Promise<string>((resolve, reject) => {
            httpRequest(
              { port, host: "127.0.0.1", path, headers: page },
              (message) => {
                message.resume();
                resolve(String(message.headers.location));
              },
            ).on("error", reject).end();
          });
          assert.ok(location.startsWith(`${origin}/auth/signin?`), location);
        }
      });
    });

    it("the guard answers API clients with 401 and JSON", async () => {
      const { auth, ...site } = await createServerApp();
      const pages = express();
      pages.use(auth.require());
      await serve(pages, async (origin) => {
        for (const accept of ["application/json", "*/*", "text/plain"]) {
          const answer = await ask(`${origin}/x`, { accept });
          assert.equal(answer.status, 401);
          assert.equal(JSON.parse(answer.text).error, "SignInRequired");
          assert.equal(answer.headers.get("location"), null);
          assertRefused(answer, site);
        }
        const cookie = `${S}=garbage`;
        const cleared = await ask(`${origin}/x`, { cookie });
        assert.equal(cleared.status, 401);
        assertRefused(cleared, site, { clears: [S] });
      });
    });
  });

  describe(`${version}: signing in`, () => {
    it("a visitor signs in from the page to the session, and out again", async () => {
      const op = await createFaultProvider();
      const { auth, config } = await createServerApp({
        providers: [op.provider()],
      });
      const site = express();
      site.use(auth.session);
      site.use("/auth", auth);
      site.get("/me", auth.require(), async (req, res) => {
        res.json(await getSession(req, config));
      });
      site.get("/", (_req, res) => void res.send("home"));
      await serve(site, async (origin) => {
        const browser = createBrowser((request) =>
          request.url.startsWith(op.origin)
            ? op.handler(request)
            : forward(request)
        );
        const page = await browser.goto(`${origin}/me`);
        assert.equal(new URL(page.url).pathname, "/auth/signin");
        const me = await browser.submit(page);
        assert.equal(me.url, `${origin}/me`);
        assert.equal(JSON.parse(me.text).user.name, "Ada Lovelace");
        const [callback] = me.redirects.slice(-1);
        const names = callback && readSetCookies(callback.headers);
        assert.equal(names?.length, 4);
        const out = await browser.submit(
          await browser.goto(`${origin}/auth/signout`),
        );
        assert.equal(out.text, "home");
        const gone = await browser.goto(`${origin}/me`);
        assert.equal(new URL(gone.url).pathname, "/auth/signin");
      });
    });
  });
}

describe("the handler without Express", () => {
  it("a plain Node server can use the handler", async () => {
    const { auth } = await createServerApp();
    const listener: RequestListener = (req, res) =>
      void auth(req, res, () => void res.end("other"));
    await serve(listener, async (origin) => {
      assert.equal((await ask(`${origin}/auth/session`)).text, "null");
      assert.equal((await ask(`${origin}/x`)).text, "other");
      const { csrfToken, cookie } = await readToken(`${origin}/auth`);
      const body = new URLSearchParams({ csrfToken });
      const init = { method: "POST", body };
      const answer = await ask(`${origin}/auth/signout`, { cookie }, init);
      assert.equal(answer.headers.get("location"), `${origin}/`);
    });
  });

  it("the session middleware works without locals", async () => {
    const { auth, secret } = await createServerApp();
    const listener: RequestListener = (req, res) =>
      void auth.session(req, res, () => {
        const { locals } = res as { locals?: { session?: unknown } };
        res.end(JSON.stringify(locals?.session));
      });
    await serve(listener, async (origin) => {
      const cookie = await toCookie(secret);
      const { text } = await ask(`${origin}/`, { cookie });
      assert.equal(JSON.parse(text).user.name, "Ada Lovelace");
    });
  });
});
