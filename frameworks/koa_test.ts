import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { skipCSRFCheck } from "@latchkey/auth";
import { KoaAuth } from "@latchkey/auth/koa";
import { Credentials } from "@latchkey/auth/providers/credentials";
import type { ServerAuthConfig } from "@latchkey/auth/server";
import Koa3 from "koa";
import bodyParser from "koa-bodyparser";
import Koa2 from "koa2";
import {
  fromPage,
  json,
  withSite,
} from "../core/pipeline/proxy/proxy_testkit.ts";
import { DAY } from "../core/session/session_testkit.ts";
import {
  ask,
  createServerApp,
  replayBadRequests,
  S,
  serve,
  type ServerApp,
  signInAndOut,
  toBrowser,
  toCookie,
} from "../server/express_testkit.ts";
import { readSetCookies } from "../testing/checks_testkit.ts";

type Auth = ReturnType<typeof KoaAuth<ServerAuthConfig>>;

interface Site extends ServerApp {
  readonly origin: string;
  readonly port: number;
  /** The Cookie header of a user whose session is due for renewal. */
  readonly cookie: string;
}

async function run(
  app: Koa3,
  addTo: (app: Koa3, auth: Auth) => unknown,
  test: (site: Site) => Promise<void>,
  overrides: Partial<ServerAuthConfig> = {},
): Promise<void> {
  const made = await createServerApp(overrides);
  app.silent = true;
  addTo(app, KoaAuth(made.config as ServerAuthConfig));
  await serve(app.callback(), async (origin, port) => {
    const iat = Math.floor(Date.now() / 1000) - 2 * DAY;
    const claims = { aud: origin, iat, auth_time: iat };
    const cookie = await toCookie(made.secret, claims);
    await test({ ...made, origin, port, cookie });
  });
}

const say: Koa3.Middleware = (ctx) => {
  ctx.body = ctx.state.session?.user?.name ?? "nobody";
};

for (
  const [version, Koa] of [["2", Koa2 as typeof Koa3], ["3", Koa3]] as const
) {
  describe(`KoaAuth on Koa ${version}`, () => {
    for (const parsers of ["without", "with"]) {
      it(`a user signs in and out in an application ${parsers} a body parser`, async () => {
        await run(new Koa(), (app, auth) => {
          if (parsers === "with") app.use(bodyParser());
          app.use(auth);
        }, async ({ op, origin }) => {
          await signInAndOut(toBrowser(op), op, `${origin}/auth`);
        });
      });
    }

    it("bad requests are answered, and never with an error of the server", async () => {
      await run(
        new Koa(),
        (app, auth) => app.use(auth),
        ({ port }) => replayBadRequests(port),
      );
    });

    it("a guard of the whole application leads to the sign-in and back", async () => {
      await run(
        new Koa(),
        (app, auth) => app.use(auth).use(auth.require()).use(say),
        async ({ op, origin }) => {
          const browser = toBrowser(op);
          const page = await browser.goto(`${origin}/a?b=1`);
          const back = await browser.submit(page);
          assert.deepEqual([back.url, back.text], [
            `${origin}/a?b=1`,
            "Ada Lovelace",
          ]);
        },
      );
    });

    it("only a response that read the session is private", async () => {
      await run(
        new Koa(),
        (app, auth) =>
          app.use(auth).use((ctx, next) => {
            if (ctx.path === "/public") ctx.body = "for everybody";
            else return say(ctx as Koa3.ParameterizedContext, next);
          }),
        async ({ origin, secret }) => {
          const cookie = await toCookie(secret, { aud: origin });
          const readCaching = async (path: string) =>
            (await ask(origin + path, { cookie })).headers.get("cache-control");
          assert.match(await readCaching("/") ?? "", /private/);
          assert.equal(await readCaching("/public"), null);
        },
      );
    });

    it("cookies of the library and of ctx.cookies are all set", async () => {
      await run(
        new Koa(),
        (app, auth) =>
          app.use(async (ctx, next) => {
            ctx.cookies.set("before", "1");
            await next();
            ctx.cookies.set("after", "2");
          }).use(auth).use(say),
        async ({ origin, cookie }) => {
          const { headers } = await ask(origin, { cookie });
          const names = readSetCookies(headers).map(({ name }) => name);
          assert.deepEqual(names.sort(), ["after", "before", S]);
        },
      );
    });

    it("ctx.state.session is the new one after updateSession", async () => {
      await run(
        new Koa(),
        (app, auth) =>
          app.use(auth).use(async (ctx, next) => {
            await auth.updateSession(ctx, { name: "Countess" });
            await next();
          }).use(say),
        async ({ origin, cookie }) => {
          assert.equal((await ask(origin, { cookie })).text, "Countess");
        },
        {
          callbacks: {
            jwt: ({ token, trigger, session }) =>
              trigger === "update" ? { ...token, ...session as object } : token,
          },
        },
      );
    });

    it("errors of the application's functions go through its middleware to its error event", async () => {
      const caught: string[] = [];
      const providers = () => {
        throw new Error("no tenant");
      };
      await run(
        new Koa(),
        (app, auth) => {
          app.on("error", (error: Error) => caught.push(error.message));
          app.use(async (_, next) => {
            await next().catch((error: Error) => {
              caught.push(`middleware: ${error.message}`);
              throw error;
            });
          }).use(auth);
        },
        async ({ origin }) => {
          assert.equal((await ask(origin)).status, 500);
        },
        { providers },
      );
      assert.deepEqual(caught, ["middleware: no tenant", "no tenant"]);
    });

    it("under a mount, the auth routes are below it", async () => {
      await run(
        new Koa(),
        (app, auth) =>
          app.use((ctx, next) => {
            // As `koa-mount` does.
            ctx.path = ctx.path.replace(/^\/app(?=\/)/, "");
            return next();
          }).use(auth).use(auth.require()).use(say),
        async ({ op, origin }) => {
          await signInAndOut(toBrowser(op), op, `${origin}/app/auth`);
          const browser = toBrowser(op);
          const page = await browser.goto(`${origin}/app/private`);
          assert.ok(
            page.url.startsWith(`${origin}/app/auth/signin?`),
            page.url,
          );
          const back = await browser.submit(page);
          assert.equal(back.url, `${origin}/app/private`);
        },
      );
    });

    it("app.proxy decides whether a proxy names scheme, host and client", async () => {
      const forwarded = {
        "x-forwarded-proto": "https",
        "x-forwarded-host": "app.example",
        // The client has written the first of them.
        "x-forwarded-for": "192.0.2.1, 198.51.100.2, 203.0.113.7",
      };
      for (
        const [options, expected, address] of [
          [{ proxy: true }, "https://app.example", "203.0.113.7"],
          [
            { proxy: true, maxIpsCount: 2 },
            "https://app.example",
            "198.51.100.2",
          ],
          [{}, null, undefined],
        ] as const
      ) {
        const told: (string | undefined)[] = [];
        await run(
          new Koa(options),
          (app, auth) => app.use(auth),
          async ({ origin }) => {
            const url = `${origin}/auth/callback/credentials`;
            const { headers } = await ask(url, forwarded, { method: "POST" });
            const location = new URL(headers.get("location") ?? "", origin);
            assert.equal(location.origin, expected ?? origin);
          },
          {
            providers: [Credentials({ authorize: () => null })],
            skipCSRFCheck,
            events: { signInFailed: ({ address }) => void told.push(address) },
          },
        );
        assert.deepEqual(told, [address]);
      }
    });

    it("the proxy passes bodies on as they are, or what a parser has read", async () => {
      await withSite(async ({ api, config, signIn, toOptions }) => {
        const auth = KoaAuth(config);
        for (const isParsed of [false, true]) {
          const app = new Koa();
          if (isParsed) app.use(bodyParser());
          app.use((ctx, next) => {
            ctx.set("x-own", "1");
            return next();
          }).use(auth).use(auth.proxy(toOptions({ prefix: "/api" })));
          await serve(app.callback(), async (origin) => {
            const headers = {
              ...fromPage,
              cookie: await signIn(origin),
              "content-type": "application/json",
            };
            api.answers.push(json({ made: true }, 201));
            const answer = await ask(`${origin}/api/things?a=%2F`, headers, {
              method: "POST",
              body: '{ "a":1 }',
            });
            assert.equal(answer.status, 201, answer.text);
            assert.equal(answer.headers.get("x-own"), "1");
          });
        }
        assert.deepEqual(
          api.received.map(({ url, body }) => [url, body]),
          [
            ["/v1/things?a=%2F", '{ "a":1 }'],
            ["/v1/things?a=%2F", '{"a":1}'],
          ],
        );
      });
    });
  });
}
