import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  AuthError,
  createAuth,
  type JWT,
  type Session,
} from "@latchkey/auth";
import {
  getSession,
  ServerAuth,
  type ServerAuthConfig,
  type ServerRequest,
} from "@latchkey/auth/server";
import {
  createBrowser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import express from "express";
import {
  ask,
  S as plainName,
  serve,
  toCookie,
} from "../../../server/express_testkit.ts";
import { app, cookieName, createApp } from "../../../testing/app_testkit.ts";
import {
  assertRefused,
  createLogger,
  defer,
  rejections,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
import { mint } from "../../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

const secret = "a secret that is as long as it has to be";

/**
 * Creates a configuration, and a function that returns it and records each
 * call.
 */
function createSource(config: Partial<AuthConfig> = {}) {
  const requests: unknown[] = [];
  const made: AuthConfig = {
    secret,
    trustHost: true,
    providers: [],
    logger: createLogger([]),
    ...config,
  };
  const source = (request: object): AuthConfig => {
    requests.push(request);
    return made;
  };
  return { source, requests, config: made };
}

async function toSessionRequest(claims = {}, path = "/auth/session") {
  return new Request(app + path, {
    headers: { cookie: `${cookieName.session}=${await mint(secret, claims)}` },
  });
}

/** Makes the session show which configuration was used. */
const named = (name: string): Partial<AuthConfig> => ({
  callbacks: {
    session: ({ session }) => ({
      ...session,
      user: { ...session.user, name },
    }),
  },
});

describe("a function as configuration", () => {
  it("a function serves Auth, createAuth and the session, and gets the request itself", async () => {
    const { source, requests } = createSource(named("of the function"));
    const request = await toSessionRequest();
    const answer = await Auth(request, source);
    assert.equal((await answer.json()).user.name, "of the function");
    assert.deepEqual(requests, [request]);
    const auth = createAuth(source);
    const other = await toSessionRequest();
    const { session } = await auth.session(other);
    assert.equal(session?.user?.name, "of the function");
    assert.equal(requests[1], other);
    const third = await toSessionRequest();
    assert.equal((await auth.handler(third)).status, 200);
    assert.equal(requests[2], third);
  });

  it("a function may be asynchronous", async () => {
    const { config } = createSource(named("late"));
    const source = async () => {
      await Promise.resolve();
      return config;
    };
    const answer = await Auth(await toSessionRequest(), source);
    assert.equal((await answer.json()).user.name, "late");
  });

  it("a function is called once per request, however many parts of the request need it", async () => {
    const { source, requests } = createSource();
    const auth = createAuth(source);
    const request = await toSessionRequest();
    await Promise.all([auth.session(request), auth.session(request)]);
    await auth.csrfToken(request);
    await auth.updateSession(request, {});
    await auth.session(request);
    await auth.handler(request);
    assert.equal(requests.length, 1);
    await auth.session(await toSessionRequest());
    assert.equal(requests.length, 2);
  });

  it("a function is called once per request on Express, whichever middlewares and functions run", async () => {
    const { source, requests } = createSource();
    const auth = ServerAuth(source);
    const site = express();
    site.use("/auth", auth);
    site.use(auth.session);
    site.get("/", auth.require(), async (req, res) => {
      const session = await getSession(req, source);
      await auth.csrfToken(req);
      await auth.updateSession(req, {});
      res.json(session);
    });
    await serve(site, async (origin) => {
      const cookie = await toCookie(secret);
      const answer = await ask(origin, { cookie });
      assert.equal(JSON.parse(answer.text).user.name, "Ada Lovelace");
      assert.equal(requests.length, 1);
      const { url } = requests[0] as ServerRequest;
      assert.equal(url, "/");
      await ask(`${origin}/auth/session`, { cookie });
      assert.equal(requests.length, 2);
    });
  });

  it("a function mounted at the root is called once, and passes on requests outside its base path", async () => {
    const { source, requests } = createSource({ basePath: "/login" });
    const site = express();
    site.use(ServerAuth(source));
    site.use((_req, res) => void res.status(299).end());
    await serve(site, async (origin) => {
      assert.equal((await ask(`${origin}/login/session`)).text, "null");
      assert.equal((await ask(`${origin}/auth/session`)).status, 299);
      assert.equal(requests.length, 2);
    });
  });

  it("a function is not checked at start-up, because there is no request yet", () => {
    const { source, requests } = createSource({ secret: "short" });
    createAuth(source);
    ServerAuth(source);
    assert.deepEqual(requests, []);
  });

  it("a function cannot be used to revoke, and the error says why", async () => {
    const { source } = createSource();
    for (const auth of [createAuth(source), ServerAuth(source)]) {
      await assert.rejects(
        auth.revoke({ user: "x" }),
        (error) =>
          error instanceof AuthError && /is not a function/.test(error.message),
      );
    }
  });
});

describe("a function as configuration that fails", () => {
  const failing: Record<string, () => AuthConfig | Promise<AuthConfig>> = {
    "throws": () => {
      throw new Error("of the host");
    },
    "throws no error": () => {
      throw "of the host";
    },
    "rejects": () => Promise.reject(new Error("of the host")),
    "gives nothing": () => undefined as never,
    "gives null": () => null as never,
    "gives a mistake": () => ({ providers: [], secret: "short" }),
    "gives providers that throw": () => ({
      secret,
      providers: () => {
        throw new Error("of the host");
      },
    }),
    "gives invalid providers": () => ({
      secret,
      providers: () => undefined as never,
    }),
  };

  for (const [name, source] of Object.entries(failing)) {
    it(`a function that ${name} is 500 at the auth routes and an exception in pages [A15]`, async () => {
      const print = mock.method(console, "error", () => {});
      try {
        for (const path of ["/auth/session", "/auth/signin", "/auth/nothing"]) {
          const request = await toSessionRequest({}, path);
          const answer = await toAnswer(await Auth(request, source));
          assert.equal(answer.status, 500);
          assert.deepEqual(answer.headers.getSetCookie(), []);
          assertRefused(answer, { lines: [], secret });
          assert.doesNotMatch(answer.text, /of the host|short/);
        }
        assert.equal(print.mock.callCount(), 3);
        const auth = createAuth(source);
        await assert.rejects(auth.session(await toSessionRequest()));
        await assert.rejects(auth.csrfToken(await toSessionRequest()));
        await assert.rejects(auth.updateSession(await toSessionRequest(), {}));
        assert.deepEqual(rejections, []);
      } finally {
        print.mock.restore();
      }
    });

    it(`a function that ${name} lets no visitor through a guard on Express [A15]`, async () => {
      const print = mock.method(console, "error", () => {});
      try {
        const auth = ServerAuth(source);
        const passed: string[] = [];
        const site = express();
        site.use("/auth", auth);
        site.get("/guard", auth.require(), (_req, res) => {
          passed.push("guard");
          res.end();
        });
        site.get("/page", async (req, res) => {
          if (await auth.getSession(req)) passed.push("page");
          res.end();
        });
        site.get("/function", async (req, res) => {
          if (await getSession(req, source)) passed.push("function");
          res.end();
        });
        site.use(
          (
            _error: unknown,
            _req: unknown,
            res: { status: (n: number) => { end: () => void } },
            _next: unknown,
          ) => res.status(599).end(),
        );
        await serve(site, async (origin) => {
          const cookie = await toCookie(secret);
          for (const path of ["/guard", "/page", "/function"]) {
            const answer = await ask(origin + path, { cookie });
            assert.equal(answer.status, 599, path);
          }
          const answer = await ask(`${origin}/auth/session`, { cookie });
          assert.equal(answer.status, 500);
        });
        assert.deepEqual(passed, []);
      } finally {
        print.mock.restore();
      }
    });
  }

  it("a failure affects one request only", async () => {
    const { config } = createSource();
    let count = 0;
    const auth = createAuth(() => {
      if (count++ === 0) throw new Error("of the host");
      return config;
    });
    await assert.rejects(auth.session(await toSessionRequest()), /of the host/);
    const { session } = await auth.session(await toSessionRequest());
    assert.equal(session?.user?.name, "Ada Lovelace");
  });

  it("the answer to a failure names the reference of the log", async () => {
    const errors: (Error & { ref?: string })[] = [];
    const answer = await Auth(
      new Request(`${app}/auth/session`, { headers: { accept: "*/*" } }),
      {
        secret: "short",
        providers: [],
        logger: { error: (one) => void errors.push(one) },
      },
    );
    const body = await answer.json();
    assert.deepEqual(Object.keys(body), ["error", "code", "message", "ref"]);
    assert.match(body.ref, /^[\w-]{8}$/);
    assert.deepEqual(errors.map(({ ref }) => ref), [body.ref]);
  });
});

describe("providers as a function of the request", () => {
  /**
   * Creates a site whose tenants are hosts, each with its own provider under
   * the same id.
   */
  async function createTenants() {
    const [a, b] = await Promise.all([
      createFaultProvider(),
      createFaultProvider(),
    ]);
    a.user = { sub: "a-1", name: "Anna", email: "anna@a.example" };
    b.user = { sub: "b-1", name: "Berta", email: "berta@b.example" };
    const ops: Record<string, FaultProvider> = {
      "https://a.site.example": a,
      "https://b.site.example": b,
    };
    const asked: string[] = [];
    const config: AuthConfig = {
      secret,
      trustHost: true,
      logger: createLogger([]),
      providers: (request: Request) => {
        const { origin, pathname } = new URL(request.url);
        asked.push(pathname);
        const op = ops[origin];
        return op === undefined ? [] : [op.provider()];
      },
    };
    const answer = (request: Request) => Auth(request, config);
    const sites = Object.fromEntries([
      ...Object.keys(ops).map((origin) => [origin, answer]),
      ...Object.values(ops).map((op) => [op.origin, op.handler]),
    ]);
    return { config, asked, browser: createBrowser(sites) };
  }

  it("each tenant signs in at its own provider, and the callback finds the same provider", async () => {
    const { browser, asked } = await createTenants();
    for (const [tenant, name] of [["a", "Anna"], ["b", "Berta"]]) {
      const origin = `https://${tenant}.site.example`;
      const page = await browser.goto(`${origin}/auth/signin`);
      await browser.submit(page);
      const session = await browser.fetch(`${origin}/auth/session`);
      assert.equal((await session.json())?.user?.name, name);
    }
    assert.deepEqual(asked.slice(0, 3), [
      "/auth/signin",
      "/auth/signin/op",
      "/auth/callback/op",
    ]);
  });

  it("an attempt of one tenant is refused at another", async () => {
    const { browser, config } = await createTenants();
    const a = "https://a.site.example";
    const page = await browser.goto(`${a}/auth/signin`);
    const held = await browser.submit(page, {
      stopAt: (url) => url.startsWith(`${a}/auth/callback`),
    });
    const url = new URL(held.pending ?? "");
    url.host = "b.site.example";
    const lines: string[] = [];
    const answer = await toAnswer(
      await Auth(
        new Request(url, { headers: { cookie: browser.cookieHeader(a) } }),
        { ...config, logger: createLogger(lines) },
      ),
    );
    assert.equal(answer.status, 303);
    assert.match(answer.headers.get("location") ?? "", /error=InvalidCheck/);
    const attempt = browser.cookies(a)
      .find(({ name }) => name.includes("attempt"))?.name ?? "";
    assertRefused(answer, { lines, secret }, { clears: [attempt] });
  });

  it("the function is called once per request, also on Express, and may be asynchronous", async () => {
    const op = await createFaultProvider();
    const asked: unknown[] = [];
    const auth = ServerAuth({
      secret,
      providers: async (req: ServerRequest) => {
        asked.push(req.headers["x-tenant"]);
        await Promise.resolve();
        return [op.provider()];
      },
    });
    const site = express();
    site.use(auth.session);
    site.use("/auth", auth);
    await serve(site, async (origin) => {
      const answer = await ask(`${origin}/auth/providers`, { "x-tenant": "t" });
      assert.deepEqual(Object.keys(JSON.parse(answer.text)), ["op"]);
      assert.deepEqual(asked, ["t"]);
    });
  });

  it("the function works inside a function as configuration", async () => {
    const op = await createFaultProvider();
    let asked = 0;
    const answer = await Auth(new Request(`${app}/auth/providers`), () => ({
      secret,
      providers: () => {
        asked++;
        return [op.provider({ id: "inner" })];
      },
    }));
    assert.deepEqual(Object.keys(await answer.json()), ["inner"]);
    assert.equal(asked, 1);
  });

  it("duplicate ids make the configuration wrong for this request only", async () => {
    const op = await createFaultProvider();
    const lines: string[] = [];
    const answer = await Auth(new Request(`${app}/auth/providers`), {
      secret,
      logger: createLogger(lines),
      providers: () => [op.provider(), op.provider()],
    });
    assert.equal(answer.status, 500);
    assert.match(lines.join("\n"), /Two providers have the id/);
  });

  it("sessions can still be revoked, because they do not depend on providers", async () => {
    const auth = createAuth({
      secret,
      trustHost: true,
      providers: () => {
        throw new Error("not asked");
      },
    });
    await auth.revoke({ user: "nobody of this test" });
  });
});

describe("two configurations in one process", () => {
  it("two configurations used in parallel each see their own sessions and callbacks", async () => {
    const one = createSource({ ...named("one"), secret: `${secret} 1` });
    const two = createSource({ ...named("two"), secret: `${secret} 2` });
    const read = async (config: AuthConfig, own: string) => {
      const request = new Request(`${app}/auth/session`, {
        headers: { cookie: `${cookieName.session}=${await mint(own)}` },
      });
      return (await (await Auth(request, config)).json())?.user?.name ?? null;
    };
    const rounds = Array.from({ length: 10 }, () => [
      read(one.config, `${secret} 1`),
      read(two.config, `${secret} 2`),
      read(one.config, `${secret} 2`),
    ]).flat();
    const found = await Promise.all(rounds);
    for (let i = 0; i < found.length; i += 3) {
      assert.deepEqual(found.slice(i, i + 3), ["one", "two", null]);
    }
  });

  it("two configurations with one secret and different callbacks never share a cached read of a request", async () => {
    const request = await toSessionRequest();
    const gate = defer();
    const make = (name: string) =>
      createAuth({
        ...createSource().config,
        callbacks: {
          jwt: async ({ token }) => {
            await gate.promise;
            return { ...token, name };
          },
        },
      });
    const reads = ["one", "two", "three"].map((name) =>
      make(name).session(request)
    );
    gate.resolve();
    const found = await Promise.all(reads);
    assert.deepEqual(
      found.map(({ session }) => session?.user?.name),
      ["one", "two", "three"],
    );
  });

  it("two functions with different callbacks never share a cached read", async () => {
    const request = await toSessionRequest();
    const told: string[] = [];
    const make = (name: string) =>
      createSource({
        ...named(name),
        events: { session: () => void told.push(name) },
      }).source;
    for (const name of ["one", "two"]) {
      const { session } = await createAuth(make(name)).session(request);
      assert.equal(session?.user?.name, name);
    }
    assert.deepEqual(told, ["one", "two"]);
  });

  it("two configurations with different codecs, stores, secrets or cookie names never share a cached read", async () => {
    const codec = {
      encode: () => "x",
      decode: (): JWT => ({
        name: "of the codec",
        sub: "x",
        sid: "x",
        iat: Date.now() / 1000,
        auth_time: Date.now() / 1000,
        exp: Date.now() / 1000 + 60,
      }),
    };
    const rows: [Partial<AuthConfig>, string | undefined][] = [
      [{ jwt: codec }, "of the codec"],
      [{ jwt: { ...codec, decode: () => null } }, undefined],
      [{ secret: `${secret} 2` }, undefined],
      [{ jwt: { secret: `${secret} 2` } }, undefined],
      [{ cookies: { sessionToken: { name: "x" } } }, undefined],
      [{ origin: "https://other.example" }, undefined],
      [{ session: { maxAge: 60 } }, "Ada Lovelace"],
    ];
    for (const [config, name] of rows) {
      const request = await toSessionRequest();
      const base = createSource().config;
      const { session: first } = await createAuth(base).session(request);
      assert.equal(first?.user?.name, "Ada Lovelace");
      const { session } = await createAuth({ ...base, ...config })
        .session(request);
      assert.equal(session?.user?.name, name, JSON.stringify(config));
    }
  });

  it("equal configurations share cached reads, so one that is created for each request loses nothing", async () => {
    let reads = 0;
    const jwt = ({ token }: { token: JWT }) => {
      reads++;
      return token;
    };
    const request = await toSessionRequest();
    const store = createSource().config.store;
    for (let i = 0; i < 3; i++) {
      const config = { ...createSource().config, store, callbacks: { jwt } };
      const { session } = await createAuth(config).session(request);
      assert.equal(session?.user?.name, "Ada Lovelace");
    }
    assert.equal(reads, 1);
  });

  it("two configurations on Express each answer with their own, in parallel", async () => {
    const site = express();
    for (const name of ["one", "two"]) {
      const config: ServerAuthConfig = createSource(named(name)).config;
      site.use(`/${name}/auth`, ServerAuth(config));
      site.get(`/${name}`, async (req, res) => {
        const session: Session | null = await getSession(req, config);
        res.json(session);
      });
    }
    await serve(site, async (origin) => {
      const cookie = await toCookie(secret);
      assert.ok(cookie.startsWith(plainName));
      const paths = ["/one", "/two", "/one/auth/session", "/two/auth/session"];
      const rounds = Array.from({ length: 3 }, () => paths).flat();
      const found = await Promise.all(rounds.map(async (path) => {
        const { text } = await ask(origin + path, { cookie });
        return JSON.parse(text).user.name;
      }));
      assert.deepEqual(found, rounds.map((path) => path.split("/")[1]));
    });
  });
});

describe("a site whose configuration is a function", () => {
  it("a whole visit works with a new object for each request", async () => {
    const site = await createApp();
    let made = 0;
    const source = (): AuthConfig => {
      made++;
      return { ...site.config, providers: [...site.config.providers as []] };
    };
    const browser = createBrowser({
      [app]: (request) =>
        new URL(request.url).pathname.startsWith("/auth")
          ? Auth(request, source)
          : new Response("a page of the host"),
      [site.op.origin]: site.op.handler,
    });
    await browser.submit(await browser.goto(`${app}/auth/signin`));
    const session = await browser.fetch(`${app}/auth/session`);
    assert.equal((await session.json()).user.name, "Ada Lovelace");
    await browser.submit(await browser.goto(`${app}/auth/signout`));
    const after = await browser.fetch(`${app}/auth/session`);
    assert.equal(await after.json(), null);
    assert.equal(made, 7);
  });
});
