import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMemoryStore, type Session } from "@latchkey/auth";
import {
  type RequireOptions,
  ServerAuth,
  type ServerAuthConfig,
} from "@latchkey/auth/server";
import { assertRefused, readSetCookies } from "../testing/checks_testkit.ts";
import {
  ask,
  createServerApp,
  type Express,
  S,
  serve,
  toBrowser,
  toCookie,
  versions,
} from "./express_testkit.ts";

type App = ReturnType<Express>;

const page = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const program = { accept: "application/json" };

/** Takes roles from the claims, as an application's session callback would. */
const callbacks: NonNullable<ServerAuthConfig["callbacks"]> = {
  session: ({ session, token }) => ({
    ...session,
    user: {
      ...session.user,
      ...(token.role === undefined ? {} : { role: token.role }),
      ...(token.roles === undefined ? {} : { roles: token.roles }),
    },
  }),
};

async function guarded(
  express: Express,
  options?: RequireOptions<Session>,
  overrides: Partial<ServerAuthConfig> = {},
) {
  const { auth, ...test } = await createServerApp({ callbacks, ...overrides });
  const site = express();
  site.use(auth.require(options));
  site.use((_req, res) => void res.send("let in"));
  const errors = handleErrors(site);
  return { site, errors, ...test };
}

function handleErrors(site: App): unknown[] {
  const errors: unknown[] = [];
  // deno-lint-ignore no-explicit-any -- the types of both versions
  site.use((error: any, _req: any, res: any, _next: any) => {
    errors.push(error);
    res.status(500).end("handled");
  });
  return errors;
}

for (const [version, express] of versions) {
  describe(`${version}: the guard, for signed-out visitors`, () => {
    it("the guard sends browsers to sign in with 303, and API clients get 401 as JSON", async () => {
      const { site, ...test } = await guarded(express);
      await serve(site, async (origin) => {
        for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE"]) {
          const sent = await ask(`${origin}/a?b=c`, page, { method });
          assert.equal(sent.status, 303, method);
          const url = new URL(sent.headers.get("location") ?? "");
          assert.equal(url.origin + url.pathname, `${origin}/auth/signin`);
          // Only a page that can be opened again is a return URL.
          const back = ["GET", "HEAD"].includes(method) ? "/a?b=c" : null;
          assert.equal(url.searchParams.get("callbackUrl"), back);
          assertRefused(sent, test);

          const told = await ask(`${origin}/a`, program, { method });
          assert.equal(told.status, 401);
          assert.match(
            told.headers.get("content-type") ?? "",
            /^application\/json/,
          );
          assert.equal(told.headers.get("x-content-type-options"), "nosniff");
          assertRefused(told, test);
          if (method === "HEAD") continue;
          assert.deepEqual(JSON.parse(told.text), {
            error: "SignInRequired",
            code: null,
            message: "Sign in to see this.",
            url: `${origin}/auth/signin`,
          });
        }
      });
    });

    it("the guard checks neither the role nor `when`", async () => {
      let calls = 0;
      const { site } = await guarded(express, {
        role: "admin",
        when: () => {
          calls++;
          return true;
        },
      });
      await serve(site, async (origin) => {
        assert.equal((await ask(origin, page)).status, 303);
        assert.equal((await ask(origin, program)).status, 401);
      });
      assert.equal(calls, 0);
    });

    it("redirectTo leads to a page of the application with the return path, and to no foreign URL", async () => {
      const targets = [
        ["/welcome", "/welcome?callbackUrl=%2Fa"],
        ["/welcome?x=1#top", "/welcome?x=1&callbackUrl=%2Fa#top"],
        ["welcome", "/?callbackUrl=%2Fa"],
        ["//evil.example", "/?callbackUrl=%2Fa"],
        ["javascript:alert(1)", "/?callbackUrl=%2Fa"],
      ] as const;
      for (const [redirectTo, expected] of targets) {
        const { site } = await guarded(express, { redirectTo });
        await serve(site, async (origin) => {
          const { headers } = await ask(`${origin}/a`, page);
          assert.equal(headers.get("location"), origin + expected, redirectTo);
          // API clients are not redirected.
          assert.equal((await ask(`${origin}/a`, program)).status, 401);
        });
      }
    });

    it("a cookie that opens no session is cleared on the way", async () => {
      const { site, ...test } = await guarded(express);
      await serve(site, async (origin) => {
        for (const kind of [page, program]) {
          const headers = { ...kind, cookie: `${S}=garbage` };
          assertRefused(await ask(origin, headers), test, { clears: [S] });
        }
      });
    });

    it("a visitor returns to the page after signing in, and then passes", async () => {
      const { auth, op } = await createServerApp();
      const site = express();
      site.use("/auth", auth);
      const router = express.Router();
      router.use(auth.require());
      router.get("/room", (req, res) => void res.send(`in ${req.originalUrl}`));
      site.use("/club", router);
      await serve(site, async (origin) => {
        const browser = toBrowser(op);
        const door = await browser.goto(`${origin}/club/room?seat=%2F7&seat=8`);
        const room = await browser.submit(door);
        assert.equal(room.text, "in /club/room?seat=%2F7&seat=8");
        assert.equal((await browser.goto(room.url)).text, room.text);
      });
    });
  });

  describe(`${version}: the guard, by role`, () => {
    const all = {
      none: {},
      "role user": { role: "user" },
      "role admin": { role: "admin" },
      "roles user, admin": { roles: ["user", "admin"] },
      "roles as text": { roles: "admin" },
      "empty roles": { roles: [] },
      "role null": { role: null },
      "role in capitals": { role: "ADMIN" },
      "role as object": { role: { toString: "admin" } },
      "roles nested": { roles: [["admin"]] },
      "role as number": { role: 1 },
    };
    const table: [string, RequireOptions["role"], (keyof typeof all)[]][] = [
      ["one role", "admin", [
        "role admin",
        "roles user, admin",
        "roles as text",
      ]],
      ["one of a list", ["admin", "owner"], [
        "role admin",
        "roles user, admin",
        "roles as text",
      ]],
      ["a list of two", ["user", "admin"], [
        "role user",
        "role admin",
        "roles user, admin",
        "roles as text",
      ]],
      ["an empty list, which no user has", [], []],
      ["an empty text, which no user has", "", []],
      ["a list of nothing but unset variables", [
        undefined,
        null,
      ] as unknown as string[], []],
      ["null", null as unknown as string, []],
    ];
    for (const [name, role, expected] of table) {
      it(`the guard admits the users who have the role, and no others: ${name}`, async () => {
        const { site, secret, errors, ...test } = await guarded(express, {
          role,
        });
        await serve(site, async (origin) => {
          for (const [who, claims] of Object.entries(all)) {
            const cookie = await toCookie(secret, claims);
            const asPage = await ask(origin, { ...page, cookie });
            const asProgram = await ask(origin, { ...program, cookie });
            if (expected.some((one) => one === who)) {
              assert.equal(asPage.text, "let in", who);
              assert.equal(asProgram.text, "let in", who);
              continue;
            }
            assert.deepEqual(
              [asPage.status, asProgram.status],
              [403, 403],
              who,
            );
            assert.match(asPage.text, /You don’t have permission/);
            assert.equal(asPage.headers.get("location"), null);
            assert.equal(JSON.parse(asProgram.text).error, "AccessDenied");
            for (const answer of [asPage, asProgram]) {
              assertRefused(answer, { secret, ...test });
            }
          }
        });
        assert.deepEqual(errors, []);
      });
    }

    it("the page of a refusal has the library's policy and the application's colours", async () => {
      const { site, secret } = await guarded(express, { role: "admin" }, {
        theme: { brandColor: "#123456" },
      });
      await serve(site, async (origin) => {
        const cookie = await toCookie(secret);
        const { headers, text } = await ask(origin, { ...page, cookie });
        assert.match(
          headers.get("content-security-policy") ?? "",
          /^default-src 'none'; style-src 'sha256-[\w+\/]{43}='; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
        );
        assert.equal(headers.get("x-content-type-options"), "nosniff");
        assert.equal(headers.get("referrer-policy"), "same-origin");
        assert.match(text, /#123456/);
      });
    });

    it("redirectTo does not apply to a signed-in user, who gets 403 without a loop", async () => {
      const { site, secret } = await guarded(express, {
        role: "admin",
        redirectTo: "/welcome",
      });
      await serve(site, async (origin) => {
        const cookie = await toCookie(secret, { role: "user" });
        const { status, headers } = await ask(origin, { ...page, cookie });
        assert.equal(status, 403);
        assert.equal(headers.get("location"), null);
      });
    });
  });

  describe(`${version}: the guard, with \`when\``, () => {
    it("only true admits the user", async () => {
      const answers: readonly (readonly [unknown, boolean])[] = [
        [true, true],
        [Promise.resolve(true), true],
        [false, false],
        [Promise.resolve(false), false],
        [undefined, false],
        [1, false],
        ["yes", false],
        [{}, false],
      ];
      for (const [answer, passes] of answers) {
        const when = () => answer as boolean;
        const { site, secret, ...test } = await guarded(express, { when });
        await serve(site, async (origin) => {
          const cookie = await toCookie(secret);
          const { status, headers, text } = await ask(origin, {
            ...program,
            cookie,
          });
          assert.equal(status, passes ? 200 : 403, String(answer));
          if (!passes) assertRefused({ headers, text }, { secret, ...test });
        });
      }
    });

    it("\\`when\\` gets the session that the callback made, after the check of the role", async () => {
      const seen: Session[] = [];
      const { site, secret } = await guarded(express, {
        role: "admin",
        when: (session) => {
          seen.push(session);
          return session.user?.email === "ada@example.com";
        },
      });
      await serve(site, async (origin) => {
        const user = await toCookie(secret, { role: "user" });
        assert.equal((await ask(origin, { cookie: user })).status, 403);
        assert.equal(seen.length, 0);
        const admin = await toCookie(secret, { role: "admin" });
        assert.equal((await ask(origin, { cookie: admin })).text, "let in");
        const other = await toCookie(secret, { role: "admin", email: "x@y.z" });
        assert.equal((await ask(origin, { cookie: other })).status, 403);
      });
      assert.equal(seen.length, 2);
      assert.equal((seen[0]?.user as { role?: string }).role, "admin");
    });

    it("a function that throws or rejects refuses the user, and next gets its error unchanged", async () => {
      const thrown = new Error("the permission service is down");
      const whens: RequireOptions["when"][] = [
        () => {
          throw thrown;
        },
        () => Promise.reject(thrown),
      ];
      for (const when of whens) {
        const { site, secret, errors } = await guarded(express, { when });
        await serve(site, async (origin) => {
          const cookie = await toCookie(secret);
          for (const kind of [page, program]) {
            const { status, text } = await ask(origin, { ...kind, cookie });
            assert.deepEqual([status, text], [500, "handled"]);
          }
        });
        assert.deepEqual(errors, [thrown, thrown]);
        assert.equal(errors[0], thrown);
      }
    });

    it("a function that throws something other than an error refuses the user too", async () => {
      // These mean "go on" and "skip" to Express.
      for (const thrown of [undefined, null, false, 0, "", "route", "router"]) {
        const { auth, secret } = await createServerApp();
        const site = express();
        const when = () => {
          throw thrown;
        };
        const router = express.Router();
        router.get("/", auth.require({ when }), (_req, res) => {
          res.send("let in");
        });
        router.use((_req, res) => void res.send("skipped"));
        site.use(router);
        site.use((_req, res) => void res.send("skipped"));
        const errors = handleErrors(site);
        await serve(site, async (origin) => {
          const cookie = await toCookie(secret);
          const { text } = await ask(`${origin}/`, { cookie });
          assert.equal(text, "handled", String(thrown));
        });
        assert.ok(errors[0] instanceof Error);
        assert.equal(errors[0].cause, thrown);
      }
    });
  });

  describe(`${version}: several guards`, () => {
    it("guards in one chain read the session once, and each decides for itself", async () => {
      const { auth, secret, reads } = await createServerApp({ callbacks });
      const site = express();
      site.get(
        "/",
        auth.require(),
        auth.require({ role: "admin" }),
        auth.require({ when: () => true }),
        (_req, res) => void res.send("let in"),
      );
      await serve(site, async (origin) => {
        const admin = await toCookie(secret, { role: "admin" });
        assert.equal((await ask(origin, { cookie: admin })).text, "let in");
        assert.equal(reads(), 1);
        const user = await toCookie(secret, { role: "user" });
        assert.equal((await ask(origin, { cookie: user })).status, 403);
        assert.equal(reads(), 2);
      });
    });

    it("guards of two configurations do not answer for each other", async () => {
      const store = createMemoryStore();
      const one = await createServerApp({ store });
      const two = await createServerApp({ store });
      const site = express();
      site.get("/one", one.auth.require(), (_req, res) => void res.send("1"));
      site.get("/two", two.auth.require(), (_req, res) => void res.send("2"));
      await serve(site, async (origin) => {
        const cookie = await toCookie(one.secret);
        const headers = { ...program, cookie };
        assert.equal((await ask(`${origin}/one`, headers)).text, "1");
        assert.equal((await ask(`${origin}/two`, headers)).status, 401);
      });
    });

    it("guards with a configuration for each request admit the right users", async () => {
      const tenants = {
        one: await createServerApp(),
        two: await createServerApp(),
      };
      const auth = ServerAuth((req: { originalUrl?: string | undefined }) =>
        req.originalUrl?.startsWith("/one")
          ? tenants.one.config
          : tenants.two.config
      );
      const site = express();
      site.use(auth.require());
      site.use((_req, res) => void res.send("let in"));
      await serve(site, async (origin) => {
        const cookie = await toCookie(tenants.one.secret);
        const headers = { ...program, cookie };
        assert.equal((await ask(`${origin}/one/x`, headers)).text, "let in");
        assert.equal((await ask(`${origin}/two/x`, headers)).status, 401);
      });
    });

    it("guards set no cookie when nothing is due, and leave the last word about caches to the application", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      site.get("/", auth.require(), (_req, res) => {
        res.set("cache-control", "max-age=60").send("let in");
      });
      await serve(site, async (origin) => {
        const cookie = await toCookie(secret);
        const { headers } = await ask(origin, { cookie });
        assert.equal(headers.get("cache-control"), "max-age=60");
        assert.deepEqual(readSetCookies(headers), []);
      });
    });
  });
}
