import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { StoreError } from "@latchkey/auth/errors";
import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";
import compression from "compression";
import cookieParser from "cookie-parser";
import session from "express-session";
import helmet from "helmet";
import { randomText } from "../core/crypto/random.ts";
import { assertRefused, readSetCookies } from "../testing/checks_testkit.ts";
import { DAY } from "../core/session/session_testkit.ts";
import { signIn } from "../testing/app_testkit.ts";
import {
  ask,
  createServerApp,
  type Express,
  replayBadRequests,
  S,
  sendRaw,
  serve,
  signInAndOut,
  toBrowser,
  toCookie,
  versions,
} from "./express_testkit.ts";

type App = ReturnType<Express>;

const page = { accept: "text/html" };

/** Adds commonly used middleware, in the usual order. */
function addNeighbours(site: App): void {
  site.use(helmet());
  site.use(compression({ threshold: 0 }));
  site.use(cookieParser(randomText(32)));
  site.use(session({
    secret: randomText(32),
    name: "host.sid",
    resave: false,
    saveUninitialized: true,
  }));
  // A cookie of the application that has a comma and a date in its attributes.
  site.use((_req, res, next) => {
    res.cookie("host", "a,b", { expires: new Date(Date.now() + 1000 * DAY) });
    next();
  });
}

/** Returns the bytes of a response, and each raw header line. */
function sendForBytes(url: string, headers: Record<string, string>) {
  return new Promise<{ lines: string[]; headers: Headers; bytes: Uint8Array }>(
    (resolve, reject) => {
      httpRequest(url, { headers }, (message) => {
        const chunks: Uint8Array[] = [];
        message.on("data", (chunk) => void chunks.push(chunk));
        message.on("error", reject);
        message.on("end", () => {
          const { rawHeaders } = message;
          const lines = rawHeaders.flatMap((name, i) =>
            i % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[i + 1]}`] : []
          );
          const answered = new Headers();
          for (const line of lines) {
            const colon = line.indexOf(":");
            answered.append(line.slice(0, colon), line.slice(colon + 2));
          }
          const bytes = new Uint8Array(
            chunks.flatMap((chunk) => [...chunk]),
          );
          resolve({ lines, headers: answered, bytes });
        });
      }).on("error", reject).end();
    },
  );
}

for (const [version, express] of versions) {
  describe(`${version}: with helmet, compression, cookie-parser and express-session`, () => {
    it("a whole sign-in works, through the guard of an application's page and out again", async () => {
      const { auth, op } = await createServerApp();
      const site = express();
      addNeighbours(site);
      site.use("/auth", auth);
      site.get("/me", auth.require(), (_req, res) => {
        res.json(res.locals.session);
      });
      site.get("/", (_req, res) => void res.send("home"));
      await serve(site, async (origin) => {
        const browser = toBrowser(op);
        await signInAndOut(browser, op, `${origin}/auth`);
        const refused = await browser.goto(`${origin}/me`);
        assert.equal(new URL(refused.url).pathname, "/auth/signin");
        const me = await browser.submit(refused);
        assert.equal(me.url, `${origin}/me`);
        assert.equal(JSON.parse(me.text).user.name, "Ada Lovelace");
      });
    });

    it("every cookie has its own header, is set once, and keeps its attributes [A72, A80]", async () => {
      const { auth, op } = await createServerApp();
      const site = express();
      addNeighbours(site);
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        const browser = toBrowser(op);
        const me = await signIn(browser, { base: `${origin}/auth` });
        const callback = me.redirects.find(({ url }) =>
          url.includes("/callback/op")
        );
        assert.ok(callback);
        const headers = callback.headers.getSetCookie();
        const names = readSetCookies(callback.headers).map(({ name }) =>
          name.replace(/attempt.*/, "attempt")
        );
        // express-session has set its cookie on the first page.
        assert.deepEqual(
          names.toSorted(),
          [
            "host",
            "latchkey.attempt",
            "latchkey.csrf",
            "latchkey.last",
            S,
          ].toSorted(),
        );
        for (const header of headers) {
          if (header.startsWith("host=")) {
            assert.match(
              header,
              /; Expires=\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/,
            );
          } else {
            assert.match(header, /; Path=\/; HttpOnly; SameSite=Lax/i);
            assert.equal(header.split(/,(?=[^ ])/).length, 1, header);
          }
        }
      });
    });

    it("the response on the wire has one line for each cookie [A72, A80]", async () => {
      const { auth } = await createServerApp();
      const site = express();
      addNeighbours(site);
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        const { lines } = await sendForBytes(`${origin}/auth/signin`, page);
        const cookies = lines.filter((line) => line.startsWith("set-cookie: "));
        const names = cookies.map((line) =>
          /^set-cookie: ([^=]+)=/.exec(line)?.[1]
        );
        assert.deepEqual(names.toSorted(), [
          "host",
          "host.sid",
          "latchkey.csrf",
        ]);
        for (
          const name of ["content-security-policy", "content-type", "vary"]
        ) {
          const found = lines.filter((line) => line.startsWith(`${name}: `));
          assert.equal(found.length, 1, name);
        }
      });
    });

    it("the library's pages are compressed and complete, with the library's policy", async () => {
      const { auth } = await createServerApp();
      const site = express();
      addNeighbours(site);
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        for (const path of ["/signin", "/signout", "/error", "/providers"]) {
          const { headers, bytes } = await sendForBytes(
            `${origin}/auth${path}`,
            { ...page, "accept-encoding": "gzip" },
          );
          assert.equal(headers.get("content-encoding"), "gzip", path);
          assert.equal(headers.get("content-length"), null);
          const vary = headers.get("vary") ?? "";
          assert.match(vary, /\bCookie\b/i);
          assert.match(vary, /\bAccept-Encoding\b/i);
          const text = gunzipSync(bytes).toString();
          const isPage = path !== "/providers";
          assert.match(text, isPage ? /<\/html>\s*$/ : /^\{.*\}$/);
          if (!isPage) continue;
          assert.match(
            headers.get("content-security-policy") ?? "",
            /^default-src 'none'; style-src 'sha256-/,
          );
        }
      });
    });

    it("HEAD has the headers of the page and no body", async () => {
      const { auth } = await createServerApp();
      const site = express();
      addNeighbours(site);
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        const answer = await sendRaw(`${origin}/auth/signin`, "HEAD", page);
        assert.equal(answer.status, 200);
        assert.equal(await answer.text(), "");
        assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
      });
    });

    it("a due session is renewed once, beside the application's cookies", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      addNeighbours(site);
      site.use(auth.session);
      site.get("/", auth.require(), async (req, res) => {
        const { user } = await auth.getSession(req) ?? {};
        res.cookie("late", "1").send(user?.name);
      });
      await serve(site, async (origin) => {
        const iat = Math.floor(Date.now() / 1000) - DAY;
        const cookie = await toCookie(secret, { iat, auth_time: iat });
        const { lines, bytes, headers } = await sendForBytes(`${origin}/`, {
          cookie,
        });
        assert.equal(new TextDecoder().decode(bytes), "Ada Lovelace");
        const names = readSetCookies(headers).map(({ name }) => name);
        assert.deepEqual(
          names.toSorted(),
          ["host", "host.sid", S, "late"].toSorted(),
        );
        assert.equal(lines.filter((line) => line.includes(`${S}=`)).length, 1);
      });
    });

    it("an application's page that streams under compression gets the session and its cookie", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      addNeighbours(site);
      site.get("/", auth.session, (_req, res) => {
        res.type("html");
        for (let i = 0; i < 5; i++) res.write(`${i} `.repeat(1000));
        res.end(res.locals.session?.user?.name);
      });
      await serve(site, async (origin) => {
        const iat = Math.floor(Date.now() / 1000) - DAY;
        const cookie = await toCookie(secret, { iat, auth_time: iat });
        const answer = await sendForBytes(`${origin}/`, {
          cookie,
          "accept-encoding": "gzip",
        });
        assert.match(gunzipSync(answer.bytes).toString(), /4 Ada Lovelace$/);
        const names = readSetCookies(answer.headers).map(({ name }) => name);
        assert.deepEqual(names.filter((name) => name === S), [S]);
      });
    });

    it("cookies that cookie-parser has read are read the same", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      addNeighbours(site);
      site.get("/", auth.session, (req, res) => {
        res.json([Object.keys(req.cookies), res.locals.session?.user?.name]);
      });
      await serve(site, async (origin) => {
        const own = await toCookie(secret);
        const cookie = `a=j%3A%7B%22x%22%3A1%7D; ${own}; b=s%3Ax.y; c="q"`;
        const { text } = await ask(`${origin}/`, { cookie });
        const [names, name] = JSON.parse(text);
        // cookie-parser puts "b", which claims to be signed, into
        // `signedCookies`.
        assert.deepEqual(names, ["a", S, "c"]);
        assert.equal(name, "Ada Lovelace");
      });
    });
  });

  describe(`${version}: trust proxy`, () => {
    interface Seen {
      readonly status: number;
      readonly redirectUri: string | null;
      readonly names: readonly string[];
    }

    /**
     * Returns the URLs for the provider and the cookies that result from a
     * request's headers.
     */
    async function look(
      trust: unknown,
      headers: Record<string, string | string[]>,
      overrides: Partial<ServerAuthConfig> = {},
    ): Promise<Seen> {
      const { auth, op, ...test } = await createServerApp(overrides);
      const site = express();
      if (trust !== undefined) site.set("trust proxy", trust);
      site.use("/auth", auth);
      let seen: Seen = { status: 0, redirectUri: null, names: [] };
      await serve(site, async (origin) => {
        const get = (path: string) =>
          sendRaw(`${origin}/auth${path}`, "GET", headers);
        const csrf = await get("/csrf");
        const text = await (await get("/providers")).text();
        if (csrf.status !== 200) {
          const answer = { headers: csrf.headers, text: await csrf.text() };
          assertRefused(answer, { ...test, op });
        }
        seen = {
          status: csrf.status,
          redirectUri: csrf.status === 200
            ? JSON.parse(text).op.callbackUrl.replace(origin, "self")
            : null,
          names: readSetCookies(csrf.headers).map(({ name }) => name),
        };
      });
      return seen;
    }

    const own = "self/auth/callback/op";
    const poison = {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      "x-forwarded-port": "444",
      "x-forwarded-prefix": "/evil",
      "x-original-url": "/evil",
      "x-rewrite-url": "/evil",
      forwarded: "host=evil.example;proto=https",
    };

    it("forwarded headers are ignored if trust proxy is off, too small, a foreign list or a refusing function [HOST-02, HOST-03]", async () => {
      const settings = [
        undefined,
        false,
        0,
        "10.0.0.0/8",
        ["10.0.0.1", "192.168.0.0/16"],
        () => false,
      ];
      for (const trust of settings) {
        const { redirectUri, names } = await look(trust, poison);
        assert.equal(redirectUri, own, String(trust));
        assert.deepEqual(names, ["latchkey.csrf"]);
      }
    });

    it("forwarded host and scheme, and no other header, count if trust proxy is true or matches", async () => {
      const settings = [
        true,
        1,
        2,
        "loopback",
        "loopback, 10.0.0.0/8",
        ["127.0.0.1"],
        (address: string) => address.endsWith("127.0.0.1"),
      ];
      for (const trust of settings) {
        const { redirectUri, names } = await look(trust, poison);
        assert.equal(
          redirectUri,
          "https://evil.example/auth/callback/op",
          String(trust),
        );
        assert.deepEqual(names, ["__Host-latchkey.csrf"]);
      }
    });

    it("a configured origin, or a list of hosts, withstands a proxy that passes forged headers on [HOST-01]", async () => {
      const origin = "https://app.example";
      const fixed = await look(true, poison, { origin });
      assert.equal(fixed.redirectUri, `${origin}/auth/callback/op`);
      assert.deepEqual(fixed.names, ["__Host-latchkey.csrf"]);
      const listed = await look(true, poison, { trustHost: ["app.example"] });
      assert.deepEqual(listed, { status: 400, redirectUri: null, names: [] });
      const good = { ...poison, "x-forwarded-host": "app.example" };
      const found = await look(true, good, { trustHost: ["app.example"] });
      assert.equal(found.redirectUri, `${origin}/auth/callback/op`);
    });

    it("malformed forwarded hosts and schemes are refused or ignored, without an exception [HOST-04]", async () => {
      const refused = [
        ["x-forwarded-host", "a b"],
        ["x-forwarded-host", "evil:99999"],
        ["x-forwarded-host", "user@evil.example"],
        ["x-forwarded-host", "evil.example/path"],
        ["x-forwarded-host", "evil.example?x"],
        ["x-forwarded-host", "evil.example#x"],
        ["x-forwarded-host", "[::1"],
        ["x-forwarded-host", "evil.example."],
        ["x-forwarded-host", "a".repeat(300)],
        ["x-forwarded-proto", "javascript"],
        ["x-forwarded-proto", "https://evil.example/"],
        ["x-forwarded-proto", "ws"],
      ] as const;
      for (const [name, value] of refused) {
        const seen = await look(true, { [name]: value });
        assert.deepEqual(
          seen,
          { status: 400, redirectUri: null, names: [] },
          `${name}: ${value}`,
        );
      }
      const read = [
        ["x-forwarded-host", "", own],
        ["x-forwarded-host", ",", own],
        [
          "x-forwarded-host",
          "one.example, two.example",
          "http://one.example/auth/callback/op",
        ],
        [
          "x-forwarded-host",
          ["one.example", "two.example"],
          "http://one.example/auth/callback/op",
        ],
        [
          "x-forwarded-host",
          "APP.example:80",
          "http://app.example/auth/callback/op",
        ],
        ["x-forwarded-proto", "", own],
        ["x-forwarded-proto", "http, https", own],
      ] as const;
      for (const [name, value, expected] of read) {
        const headers = {
          [name]: typeof value === "string" ? value : [...value],
        };
        const { redirectUri } = await look(true, headers);
        assert.equal(redirectUri, expected, `${name}: ${value}`);
      }
    });

    it("a trust proxy function that throws is an error for next, from the handler and from the guards", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.set("trust proxy", () => {
        throw new Error("no idea");
      });
      site.use("/auth", auth);
      site.get("/session", auth.session);
      site.get("/guard", auth.require());
      const errors: unknown[] = [];
      // deno-lint-ignore no-explicit-any -- the types of both versions
      site.use((error: any, _req: any, res: any, _next: any) => {
        errors.push(error.message);
        res.status(500).end("handled");
      });
      await serve(site, async (origin) => {
        const forwarded = { "x-forwarded-proto": "https" };
        for (const path of ["/auth/signin", "/session", "/guard"]) {
          const { text } = await ask(origin + path, forwarded);
          assert.equal(text, "handled");
        }
      });
      assert.deepEqual(errors, ["no idea", "no idea", "no idea"]);
    });

    it("a sign-in behind a proxy that ends https has the public redirect URI and secure cookies", async () => {
      const app = "https://app.example";
      const { auth, op } = await createServerApp();
      const site = express();
      site.set("trust proxy", "loopback");
      site.use("/auth", auth);
      site.get("/", (_req, res) => void res.send("home"));
      await serve(site, async (origin) => {
        const browser = toBrowser(op, (request) => {
          const inner = new Request(
            origin + request.url.slice(app.length),
            request,
          );
          inner.headers.set("x-forwarded-host", "app.example");
          inner.headers.set("x-forwarded-proto", "https");
          return inner;
        });
        await signInAndOut(browser, op, `${app}/auth`);
        const names = browser.cookies(app).map(({ name }) => name);
        assert.ok(
          names.every((name) => name.startsWith("__Host-")),
          `${names}`,
        );
      });
    });
  });

  describe(`${version}: errors, and answers by other code`, () => {
    for (const where of ["/auth", "the root", "a pattern"]) {
      it(`a malformed request to ${where} does not end the process, hang or count as the server's error [A67]`, async () => {
        const { auth, op, ...test } = await createServerApp();
        const site = express();
        addNeighbours(site);
        if (where === "the root") site.use(auth);
        else if (where === "/auth") site.use("/auth", auth);
        else {site.use(
            version === "Express 4" ? "/auth/*" : "/auth/*splat",
            auth,
          );}
        site.use(auth.session);
        site.get("/", auth.require(), (_req, res) => void res.send("home"));
        // deno-lint-ignore no-explicit-any -- the types of both versions
        site.use((error: any, _req: any, res: any, _next: any) => {
          res.status(error.status ?? 500).end("the host's");
        });
        await serve(site, async (origin, port) => {
          await replayBadRequests(port);
          await signInAndOut(toBrowser(op), op, `${origin}/auth`);
        });
        assert.equal(Reflect.get({}, "x"), undefined);
        assert.ok(test.lines.every((line) => !/TypeError/.test(line)));
      });
    }

    it("an answer that has begun is not changed by the handler, the guard and the session", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      const begin: typeof auth.session = (_req, res, next) => {
        (res as unknown as { write(text: string): void }).write("begun");
        next();
        return Promise.resolve();
      };
      site.use("/auth", begin, async (req, res) => {
        await auth(req, res, () => {});
        res.end(" by the host");
      });
      site.get("/guard", begin, async (req, res) => {
        await auth.require()(req, res, () => {});
        res.end(" by the host");
      });
      site.get("/session", begin, auth.session, (_req, res) => {
        res.end(` by the host ${res.locals.session?.user?.name}`);
      });
      await serve(site, async (origin) => {
        for (const path of ["/auth/signin", "/auth/csrf", "/guard"]) {
          const answer = await ask(origin + path);
          assert.equal(answer.text, "begun by the host", path);
          assert.deepEqual(answer.headers.getSetCookie(), []);
        }
        const iat = Math.floor(Date.now() / 1000) - DAY;
        const cookie = await toCookie(secret, { iat, auth_time: iat });
        const { text } = await ask(`${origin}/session`, { cookie });
        assert.equal(text, "begun by the host Ada Lovelace");
      });
    });

    it("an answer that has ended is not changed, and causes no error", async () => {
      const { auth } = await createServerApp();
      const errors: unknown[] = [];
      const site = express();
      site.use((_req, res, next) => {
        res.end("done");
        next();
      });
      site.use("/auth", async (req, res) => {
        await auth(req, res, (error) => void errors.push(error));
      });
      await serve(site, async (origin) => {
        assert.equal((await ask(`${origin}/auth/signin`)).text, "done");
        assert.equal((await ask(`${origin}/auth/session`)).text, "done");
      });
      assert.deepEqual(errors, []);
    });

    it("a store that is down is an error page below /auth and an error for next elsewhere", async () => {
      const store: Store = {
        ...createMemoryStore(),
        get: () => Promise.reject(new Error("down")),
      };
      const { auth, secret } = await createServerApp({ store });
      const site = express();
      addNeighbours(site);
      site.use("/auth", auth);
      site.use(auth.session);
      const errors: unknown[] = [];
      // deno-lint-ignore no-explicit-any -- the types of both versions
      site.use((error: any, _req: any, res: any, _next: any) => {
        errors.push(error);
        res.status(error.status).end("handled");
      });
      await serve(site, async (origin) => {
        const cookie = await toCookie(secret);
        const below = await ask(`${origin}/auth/session`, { cookie });
        assert.equal(below.status, 503);
        assert.equal(errors.length, 0);
        const elsewhere = await ask(`${origin}/`, { cookie });
        assert.deepEqual([elsewhere.status, elsewhere.text], [503, "handled"]);
        assert.ok(errors[0] instanceof StoreError);
      });
    });

    it("a configuration function that throws or returns nonsense never hangs and never rejects", async () => {
      const { config } = await createServerApp();
      const sources = [
        () => {
          throw new Error("tenant service down");
        },
        () => Promise.reject(new Error("tenant service down")),
        () => Promise.reject("no error at all"),
        () => undefined as never,
        () => ({ ...config, secret: "short" }),
      ];
      for (const source of sources) {
        const auth = ServerAuth(source);
        const site = express();
        site.use("/auth", auth);
        site.use(auth.session);
        const errors: unknown[] = [];
        // deno-lint-ignore no-explicit-any -- the types of both versions
        site.use((error: any, _req: any, res: any, _next: any) => {
          errors.push(error);
          res.status(500).end("handled");
        });
        await serve(site, async (origin) => {
          const below = await ask(`${origin}/auth/signin`, page);
          assert.equal(below.status, 500);
          assert.deepEqual(errors, []);
          assert.equal((await ask(`${origin}/`)).text, "handled");
          assert.equal(errors.length, 1);
        });
      }
    });
  });
}
