import assert from "node:assert/strict";
import { connect } from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import cookies from "@fastify/cookie";
import formbody from "@fastify/formbody";
import { skipCSRFCheck } from "@latchkey/auth";
import { FastifyAuth } from "@latchkey/auth/fastify";
import { Credentials } from "@latchkey/auth/providers/credentials";
import type { ServerAuthConfig } from "@latchkey/auth/server";
import { createBrowser } from "@latchkey/auth/testing";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
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
  type ServerApp,
  signInAndOut,
  toBrowser,
  toCookie,
  watchRedirectUris,
} from "../server/express_testkit.ts";
import { sendHttp2 } from "../server/http2_testkit.ts";
import { readSetCookies } from "../testing/checks_testkit.ts";

type Auth = ReturnType<typeof FastifyAuth<ServerAuthConfig>>;

/** An application of Fastify on a free port. */
interface Site extends ServerApp {
  readonly origin: string;
  readonly port: number;
  /** The Cookie header of a user whose session is due for renewal. */
  readonly cookie: string;
}

/** The session of a request, under any name. */
function read(request: unknown, name = "session"): string {
  const holder = request as Record<string, { user?: { name?: string } } | null>;
  return holder[name]?.user?.name ?? "nobody";
}

async function serve(
  addTo: (app: FastifyInstance, auth: Auth) => unknown,
  run: (site: Site) => Promise<void>,
  { app = Fastify(), ...overrides }:
    & { app?: FastifyInstance }
    & Partial<ServerAuthConfig> = {},
): Promise<void> {
  const made = await createServerApp(overrides);
  addTo(app, FastifyAuth(made.config as ServerAuthConfig));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const iat = Math.floor(Date.now() / 1000) - 2 * DAY;
  const cookie = await toCookie(made.secret, {
    aud: origin,
    iat,
    auth_time: iat,
  });
  try {
    await run({ ...made, origin, port, cookie });
  } finally {
    // A server of HTTP/2 has no such method.
    app.server.closeAllConnections?.();
    await app.close();
  }
}

describe("FastifyAuth", () => {
  for (const parsers of ["without", "with"]) {
    it(`a user signs in and out in an application ${parsers} a parser for forms`, async () => {
      await serve((app, auth) => {
        if (parsers === "with") app.register(formbody);
        app.register(auth);
      }, async ({ op, origin }) => {
        await signInAndOut(toBrowser(op), op, `${origin}/auth`);
      });
    });
  }

  it("an application without it gets forms and JSON by its own parsers", async () => {
    await serve((app, auth) => {
      app.register(auth);
      app.post("/echo", { preHandler: auth.require() }, ({ body }) => body);
    }, async ({ origin, cookie }) => {
      const send = (type: string, body: string) =>
        ask(`${origin}/echo`, { cookie, "content-type": type }, {
          method: "POST",
          body,
        });
      assert.equal((await send("application/json", '{"a":1}')).text, '{"a":1}');
      const form = await send("application/x-www-form-urlencoded", "a=1");
      assert.equal(form.status, 415);
    });
  });

  it("bad requests are answered, and never with an error of the server", async () => {
    await serve((app, auth) => {
      app.register(auth);
    }, ({ port }) =>
      // On Deno, Fastify's router throws for whole URLs.
      replayBadRequests(port, (text) => text.startsWith("GET http")));
  });

  it("request.session is the session in every hook and handler after onRequest", async () => {
    const seen: string[] = [];
    await serve((app, auth) => {
      app.register(auth);
      app.addHook("preParsing", async (request) => {
        seen.push(read(request));
        await Promise.resolve();
      });
      app.get("/", (request) => read(request));
    }, async ({ origin, cookie }) => {
      assert.equal((await ask(origin, { cookie })).text, "Ada Lovelace");
      assert.equal((await ask(origin)).text, "nobody");
      assert.deepEqual(seen, ["Ada Lovelace", "nobody"]);
    });
  });

  it("only a reply that read the session is private", async () => {
    await serve((app, auth) => {
      app.register(auth);
      app.get("/", (request) => read(request));
      app.get("/public", () => "for everybody");
    }, async ({ origin, secret }) => {
      const cookie = await toCookie(secret, { aud: origin });
      const readCaching = async (path: string, headers = {}) => {
        const answer = await ask(origin + path, headers);
        return answer.headers.get("cache-control");
      };
      assert.match(await readCaching("/", { cookie }) ?? "", /private/);
      assert.match(await readCaching("/") ?? "", /no-cache/);
      assert.equal(await readCaching("/public", { cookie }), null);
    });
  });

  it("request.session is the new one after updateSession, and null after the sign-out", async () => {
    await serve((app, auth) => {
      app.register(auth);
      app.post("/change", async (request) => {
        await auth.updateSession(request, { name: "Countess" });
        return read(request);
      });
      app.post("/leave", async (request) => {
        await auth.signOut(request);
        return read(request);
      });
    }, async ({ origin, cookie }) => {
      const post = (path: string) =>
        ask(origin + path, { cookie, origin }, { method: "POST" });
      assert.equal((await post("/change")).text, "Countess");
      assert.equal((await post("/leave")).text, "nobody");
    }, {
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === "update" ? { ...token, ...session as object } : token,
      },
    });
  });

  it("cookies of the library, of the application and of @fastify/cookie are all set", async () => {
    await serve((app, auth) => {
      app.register(cookies);
      app.register(auth);
      app.get("/", async (request, reply) => {
        reply.header("set-cookie", "own=1").setCookie("other", "2");
        await auth.csrfToken(request);
        return read(request);
      });
    }, async ({ origin, cookie }) => {
      const { headers } = await ask(origin, { cookie });
      const names = readSetCookies(headers).map(({ name }) => name);
      assert.deepEqual(names.sort(), [
        "latchkey.csrf",
        S,
        "other",
        "own",
      ]);
    });
  });

  it("streams and hijacked replies get the cookies that are due", async () => {
    await serve((app, auth) => {
      app.register(auth);
      app.get("/stream", (_, reply) => reply.send(new Blob(["a"]).stream()));
      app.get("/hijack", (_, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
        reply.raw.end("a");
      });
    }, async ({ origin, cookie }) => {
      for (const path of ["/stream", "/hijack"]) {
        const { headers, text } = await ask(origin + path, { cookie });
        const names = readSetCookies(headers).map(({ name }) => name);
        assert.deepEqual([text, ...names], ["a", S]);
      }
    });
  });

  it("a guard of the whole application leaves the way to sign in open, in whatever phase", async () => {
    for (const phase of ["onRequest", "preHandler"] as const) {
      await serve((app, auth) => {
        app.register(auth);
        app.addHook(phase, auth.require());
        app.get("/", (request) => read(request));
      }, async ({ op, origin }) => {
        const browser = toBrowser(op);
        const page = await browser.goto(`${origin}/?a=1`);
        assert.ok(page.url.startsWith(`${origin}/auth/signin?`), page.url);
        const back = await browser.submit(page);
        assert.deepEqual([back.url, back.text], [
          `${origin}/?a=1`,
          "Ada Lovelace",
        ]);
        const other = await ask(`${origin}/nowhere`);
        assert.equal(other.status, 401);
      });
    }
  });

  it("errors of the application's functions go to its error handler", async () => {
    const providers = () => {
      throw new Error("no tenant");
    };
    await serve((app, auth) => {
      app.register(auth);
      app.setErrorHandler((error, _, reply) =>
        reply.code(503).send(`handled: ${(error as Error).message}`)
      );
      app.get("/", () => "a page");
    }, async ({ origin }) => {
      const { status, text } = await ask(origin);
      assert.deepEqual([status, text], [503, "handled: no tenant"]);
    }, { providers });
  });

  it("it applies to the instance that it is registered on, and to those below", async () => {
    await serve((app, auth) => {
      app.register((inner, _, done) => {
        inner.register(auth);
        inner.get("/", (request) => read(request));
        inner.register((below, _, done) => {
          below.get("/below", (request) => read(request));
          done();
        });
        done();
      }, { prefix: "/inner" });
      app.get("/", (request) => String("session" in request));
    }, async ({ op, origin, cookie }) => {
      for (const path of ["/inner", "/inner/below"]) {
        assert.equal(
          (await ask(origin + path, { cookie })).text,
          "Ada Lovelace",
        );
      }
      assert.equal((await ask(origin, { cookie })).text, "false");
      await signInAndOut(toBrowser(op), op, `${origin}/inner/auth`);
      assert.equal((await ask(`${origin}/auth/session`)).status, 404);
    });
  });

  it("the option prefix names the path, which may have parameters", async () => {
    await serve((app, auth) => {
      app.register(auth, { prefix: "/t/:tenant/login" });
      app.get(
        "/t/:tenant/private",
        { preHandler: auth.require() },
        (request) => read(request),
      );
    }, async ({ op, origin }) => {
      const browser = toBrowser(op);
      const readRedirectUris = watchRedirectUris(op);
      const page = await browser.goto(`${origin}/t/acme/private`);
      const base = `${origin}/t/acme/login`;
      assert.ok(page.url.startsWith(`${base}/signin?`), page.url);
      const back = await browser.submit(page);
      assert.equal(back.url, `${origin}/t/acme/private`);
      assert.deepEqual(readRedirectUris(), [`${base}/callback/op`]);
    });
  });

  it("behind a proxy that removes a prefix, basePath is the path that visitors see", async () => {
    await serve((app, auth) => {
      app.register(auth, { prefix: "/auth" });
      app.get("/private", { preHandler: auth.require() }, () => "private");
    }, async ({ op, origin }) => {
      const browser = toBrowser(op, (request) => {
        const url = request.url.replace(`${origin}/shop`, origin);
        return new Request(url, request);
      });
      const page = await browser.goto(`${origin}/shop/private`);
      const back = await browser.submit(page);
      assert.deepEqual([back.url, back.text], [
        `${origin}/shop/private`,
        "private",
      ]);
    }, { basePath: "/shop/auth" });
  });

  it("a basePath outside of the instance's prefix is a mistake that the start reports", async () => {
    const { config } = await createServerApp({ basePath: "/auth" });
    const app = Fastify();
    app.register((inner, _, done) => {
      inner.register(FastifyAuth(config));
      done();
    }, { prefix: "/inner" });
    await assert.rejects(async () => await app.ready(), /below "\/inner"/);
  });

  it("another name for the session makes room for another plugin", async () => {
    await serve((app, auth) => {
      app.decorateRequest("session", { getter: () => null });
      app.register(auth, { decoratorName: "visitor" });
      app.get("/", (request) => `${read(request)} ${read(request, "visitor")}`);
    }, async ({ origin, cookie }) => {
      const { text } = await ask(origin, { cookie });
      assert.equal(text, "nobody Ada Lovelace");
    });
    const { config } = await createServerApp();
    const app = Fastify();
    app.decorateRequest("session", { getter: () => null });
    app.register(FastifyAuth(config));
    await assert.rejects(
      async () => await app.ready(),
      /'session' has already/,
    );
  });

  it("trustProxy decides whether a proxy names scheme, host and client", async () => {
    const forwarded = {
      "x-forwarded-proto": "https",
      "x-forwarded-host": "app.example",
      "x-forwarded-for": "203.0.113.7",
    };
    for (
      const [trustProxy, expected] of [
        ["127.0.0.1", {
          origin: "https://app.example",
          address: "203.0.113.7",
        }],
        [false, { origin: null, address: undefined }],
      ] as const
    ) {
      const told: (string | undefined)[] = [];
      await serve((app, auth) => {
        app.register(auth);
      }, async ({ origin }) => {
        const url = `${origin}/auth/callback/credentials`;
        const init = { method: "POST" };
        const { headers } = await ask(url, forwarded, init);
        const location = new URL(headers.get("location") ?? "", origin);
        assert.equal(location.origin, expected.origin ?? origin);
      }, {
        app: Fastify({ trustProxy }),
        providers: [Credentials({ authorize: () => null })],
        skipCSRFCheck,
        events: { signInFailed: ({ address }) => void told.push(address) },
      });
      assert.deepEqual(told, [expected.address]);
    }
  });

  it("the configuration may be a function of the request", async () => {
    const { config } = await createServerApp();
    const hosts: string[] = [];
    const auth = FastifyAuth((request: FastifyRequest) => {
      hosts.push(request.hostname);
      return config;
    });
    const app = Fastify();
    app.register(auth);
    const answer = await app.inject({
      url: "/auth/signin",
      headers: { host: "acme.example" },
    });
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(hosts, ["acme.example"]);
    await app.close();
  });

  it("a user signs in and out over HTTP/2", async () => {
    const app = Fastify({ http2: true });
    await serve((app, auth) => {
      app.register(auth);
    }, async ({ op, origin }) => {
      const client = connect(origin);
      const browser = createBrowser(async (request) =>
        request.url.startsWith(op.origin)
          ? await op.handler(request)
          : await sendHttp2(client, request)
      );
      await signInAndOut(browser, op, `${origin}/auth`);
      client.close();
    }, { app: app as unknown as FastifyInstance });
  });

  it("the proxy passes bodies on unparsed, below any prefix and behind any hook", async () => {
    await withSite(async ({ api, config, signIn, toOptions }) => {
      const app = Fastify();
      const auth = FastifyAuth(config);
      app.register(auth);
      app.addHook("onSend", async (_, reply) => {
        reply.header("x-own", "1");
        await Promise.resolve();
      });
      app.register(auth.proxy(toOptions()), { prefix: "/t/:tenant/api" });
      const origin = await app.listen({ port: 0, host: "127.0.0.1" });
      const headers = { ...fromPage, cookie: await signIn(origin) };
      api.answers.push(json({ made: true }, 201));
      const answer = await ask(`${origin}/t/acme/api/things?a=%2F`, {
        ...headers,
        "content-type": "application/json",
      }, { method: "POST", body: '{ "a":1 }' });
      assert.deepEqual([answer.status, answer.text], [201, '{"made":true}']);
      assert.equal(answer.headers.get("x-own"), "1");
      const [{ url, body } = assert.fail()] = api.received;
      assert.deepEqual([url, body], ["/v1/things?a=%2F", '{ "a":1 }']);
      await app.close();
    });
  });
});
