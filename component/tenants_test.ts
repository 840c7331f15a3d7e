import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AuthConfig,
  createAuth,
  type JWTOptions,
  type Provider,
  setEnvDefaults,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { defineOidc } from "@latchkey/auth/providers";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
} from "@latchkey/auth/testing";
import {
  type Answer,
  assertRefused,
  createLogger,
  readSetCookies,
  toAnswer,
} from "../testing/checks_testkit.ts";
import { mint } from "../core/session/session_testkit.ts";
import { ServerAuth, type ServerRequest } from "@latchkey/auth/server";
import express from "express";
import { randomText } from "../core/crypto/random.ts";
import { sendRaw, serve } from "../server/express_testkit.ts";
import { createQwikApp, page } from "./qwik_testkit.ts";
import { createQuickProvider } from "../testing/app_testkit.ts";

/** The tenants' hosts. */
const hosts = ["a.example.com", "b.example.com"] as const;
/** The host of one tenant. */
type Host = typeof hosts[number];
const S = "__Host-latchkey.session";

/** The way the configuration is passed. */
type Way = "function of the request" | "fixed";
/** Returns the configuration of a host; `null` if the host is unknown. */
type Make = (host: string | null) => AuthConfig;
type Fetch = (request: Request) => Promise<Response>;

/** Serves while a test runs: the auth routes, and `/me` with the session. */
type Integration = (
  make: Make,
  way: Way,
  run: (fetch: Fetch) => Promise<void>,
) => Promise<void>;

const withExpress: Integration = async (make, way, run) => {
  const auth = ServerAuth(
    way === "fixed"
      ? make(null)
      : (req: ServerRequest) => make(`${req.headers.host}`),
  );
  const site = express();
  site.set("trust proxy", true);
  site.use("/auth", auth);
  site.get("/me", async (req, res) => {
    res.json(await auth.getSession(req));
  });
  await serve(site, (local) =>
    run(async (request) => {
      const { host, pathname, search } = new URL(request.url);
      const headers = {
        ...Object.fromEntries(request.headers),
        host,
        "x-forwarded-proto": "https",
      };
      const body = new Uint8Array(await request.arrayBuffer());
      const url = local + pathname + search;
      return await sendRaw(url, request.method, headers, body);
    }));
};

const withRequest: Integration = async (make, way, run) => {
  const auth = createAuth(
    way === "fixed"
      ? make(null)
      : (request: Request) => make(new URL(request.url).host),
  );
  await run(async (request) => {
    if (new URL(request.url).pathname !== "/me") {
      return await auth.handler(request);
    }
    const { session, headers } = await auth.session(request);
    return Response.json(session, { headers });
  });
};

const withQwik: Integration = async (make, way, run) => {
  const me = page({
    // deno-lint-ignore no-explicit-any -- Qwik's own event
    onGet: (ev: any) => ev.json(200, ev.sharedMap.get("session")),
  });
  const fixed = way === "fixed" ? make(null) : null;
  const { fetch } = await createQwikApp({
    routes: { "/me": [me] },
    source: fixed === null
      ? (ev) => make(new URL(ev.request.url).host)
      : () => fixed,
  });
  await run(fetch);
};

const integrations: Readonly<Record<string, Integration>> = {
  "Express": withExpress,
  "Request and Response": withRequest,
  "Qwik City": withQwik,
};

/** Two hosts, each with a provider under the same id. */
interface Tenants {
  readonly secret: string;
  readonly ops: Readonly<Record<Host, FaultProvider>>;
  readonly lines: string[];
  readonly fetch: Fetch;
  readonly createBrowser: () => Browser;
}

interface TenantsOptions {
  readonly way?: Way;
  /** Options that every configuration gets. */
  readonly config?: Partial<AuthConfig>;
  /** Changes a configuration. */
  readonly change?: (config: AuthConfig, op: FaultProvider) => void;
}

/** Serves two tenants while a test runs. */
async function withTenants(
  integration: Integration,
  { way = "function of the request", config = {}, change = () => {} }:
    TenantsOptions,
  run: (tenants: Tenants) => Promise<void>,
): Promise<void> {
  const [a, b] = [await createQuickProvider(), await createQuickProvider()];
  b.user = { ...b.user, email: "eve@example.com", name: "Eve" };
  const ops = { "a.example.com": a, "b.example.com": b };
  const secret = `a secret of tenants ${randomText(32)}`;
  const lines: string[] = [];
  const make: Make = (host) => {
    const op = host === hosts[1] ? b : a;
    const made: AuthConfig = {
      secret,
      trustHost: hosts,
      providers: [op.provider({ id: "op" })],
      logger: createLogger(lines),
      ...config,
    };
    change(made, op);
    return made;
  };
  await integration(make, way, async (fetch) => {
    const browse = () =>
      createBrowser(async (request) => {
        const { origin } = new URL(request.url);
        const op = [a, b].find((one) => one.origin === origin);
        return await (op === undefined ? fetch(request) : op.handler(request));
      });
    await run({ secret, ops, lines, fetch, createBrowser: browse });
  });
}

/**
 * Signs in at a host through its pages; returns the value of the session
 * cookie.
 */
async function signInAt(
  browser: Browser,
  host: string,
  name = S,
): Promise<string> {
  const origin = `https://${host}`;
  await browser.submit(await browser.goto(`${origin}/auth/signin`));
  const cookie = browser.cookies(origin).find((one) => one.name === name);
  return cookie?.value ?? assert.fail("not signed in");
}

/**
 * Returns the sessions that the auth route and a page report for these cookies.
 */
async function askBoth(
  { fetch }: Pick<Tenants, "fetch">,
  host: string,
  cookie: string,
): Promise<(Answer & { readonly name: string | null })[]> {
  const answers = [];
  for (const path of ["/auth/session", "/me"]) {
    const request = new Request(`https://${host}${path}`, {
      headers: { cookie },
    });
    const answer = await toAnswer(await fetch(request));
    const session = JSON.parse(answer.text);
    answers.push({ ...answer, name: session?.user?.name ?? null });
  }
  return answers;
}

/** Whether a response clears a cookie. */
function clears({ headers }: Answer, name: string): boolean {
  return readSetCookies(headers)
    .some((one) => one.name === name && one.deletes);
}

const [A, B] = hosts;

/** The application's own codec, which keeps every claim. */
const jwt: JWTOptions = {
  encode: ({ token }) => btoa(JSON.stringify(token)).replaceAll("=", ""),
  decode: ({ token = "" }) => JSON.parse(atob(token)),
};

/** Users in memory, and the keys of the accounts that were stored. */
function createUsers() {
  const adapter = createMemoryAdapter();
  const stored: string[] = [];
  const config: Partial<AuthConfig> = {
    adapter,
    events: {
      linkAccount: ({ account }) => void stored.push(account.providerAccountId),
    },
  };
  return { adapter, stored, config };
}

function toJoined({ issuer }: FaultProvider): string {
  return `iss=${encodeURIComponent(issuer)}&sub=user-1`;
}

/**
 * Asserts that a session cookie of another host gives no session, and is
 * cleared.
 */
async function assertForeign(
  tenants: Tenants,
  host: string,
  value: string,
): Promise<void> {
  for (const answer of await askBoth(tenants, host, `${S}=${value}`)) {
    assert.equal(answer.name, null);
    assert.ok(clears(answer, S));
  }
  const read = new Request(`https://${host}/auth/session`, {
    headers: { cookie: `${S}=${value}` },
  });
  const answer = await toAnswer(await tenants.fetch(read));
  assertRefused(answer, tenants, { clears: [S], hides: [value] });
}

for (const [name, integration] of Object.entries(integrations)) {
  const run = (
    options: TenantsOptions,
    test: (tenants: Tenants) => Promise<void>,
  ) => withTenants(integration, options, test);

  describe(`${name}: an account`, () => {
    it("an account belongs to its issuer if the configuration is a function of the request [I15]", async () => {
      const { config, stored } = createUsers();
      await run({ config }, async (tenants) => {
        const { ops, createBrowser } = tenants;
        for (const host of [A, B, A, B]) {
          const value = await signInAt(createBrowser(), host);
          const [seen] = await askBoth(tenants, host, `${S}=${value}`);
          assert.equal(seen?.name, host === A ? "Ada Lovelace" : "Eve");
        }
        assert.deepEqual(stored, [toJoined(ops[A]), toJoined(ops[B])]);
      });
    });

    it("an account belongs to its issuer if the providers are a function of the request [I15]", async () => {
      const { config, stored } = createUsers();
      const change = (made: AuthConfig, op: FaultProvider) => {
        made.providers = (_request: unknown) => [op.provider({ id: "op" })];
      };
      await run({ config, change }, async ({ ops, createBrowser }) => {
        for (const host of [A, B, A]) await signInAt(createBrowser(), host);
        assert.deepEqual(stored, [toJoined(ops[A]), toJoined(ops[B])]);
      });
    });

    const fixed: Record<string, TenantsOptions> = {
      ...name === "Qwik City"
        // Its configuration is always a function.
        ? {}
        : { "the options do not depend on the request": { way: "fixed" } },
      "the environment names the issuer": {
        change: (made, { issuer }) =>
          setEnvDefaults({ AUTH_OP_ISSUER: issuer }, made),
      },
      "the definition names the issuer": (() => {
        const made = new Map<FaultProvider, () => Provider>();
        return {
          change: (config, op) => {
            const own = made.get(op) ??
              defineOidc(() => op.provider({ id: "op" })) as () => Provider;
            made.set(op, own);
            config.providers = [own];
          },
        };
      })(),
      "the entry says that its ids are unique": {
        change: (made, op) => {
          made.providers = [op.provider({ id: "op", uniqueSubject: true })];
        },
      },
    };
    for (const [how, options] of Object.entries(fixed)) {
      it(`an account is stored by its id alone if ${how}`, async () => {
        const { config, stored } = createUsers();
        await run({ ...options, config }, async ({ createBrowser }) => {
          await signInAt(createBrowser(), A);
          await signInAt(createBrowser(), A);
          assert.deepEqual(stored, ["user-1"]);
        });
      });
    }

    it("an account stored without its issuer is refused with the configuration line to write", async () => {
      const { adapter, config } = createUsers();
      const user = await adapter.createUser({
        id: "1",
        name: "Ada Lovelace",
        email: "ada@example.com",
        emailVerified: null,
      });
      await adapter.linkAccount({
        provider: "op",
        providerAccountId: "user-1",
        type: "oidc",
        userId: user.id,
      });
      const entry: { legacyIssuer?: string } = {};
      const change = (made: AuthConfig, op: FaultProvider) => {
        made.providers = [op.provider({ id: "op", ...entry })];
      };
      await run({ config, change }, async (tenants) => {
        const browser = tenants.createBrowser();
        await assert.rejects(signInAt(browser, A), /not signed in/);
        const { issuer } = tenants.ops[A];
        const line = `legacyIssuer: "${issuer}"`;
        assert.ok(tenants.lines.some((one) => one.includes(line)));
        assert.equal((await adapter.listAccountsByUserId(user.id)).length, 1);
        entry.legacyIssuer = issuer;
        await signInAt(tenants.createBrowser(), A);
        const accounts = await adapter.listAccountsByUserId(user.id);
        assert.equal(accounts.length, 1);
      });
    });
  });

  describe(`${name}: a token session`, () => {
    const ways: Record<string, TenantsOptions> = {
      "a list of hosts": {},
      "a function that trusts hosts": {
        config: { trustHost: (host) => host.endsWith(".example.com") },
      },
      "all hosts trusted": { config: { trustHost: true } },
      "one configuration for all hosts": { way: "fixed" },
      "a codec of the application": { config: { jwt } },
      "users in an adapter": {
        config: { ...createUsers().config, session: { strategy: "jwt" } },
      },
    };
    for (const [how, options] of Object.entries(ways)) {
      it(`a session counts at its host only, with ${how} [SEAL-05]`, async () => {
        await run(options, async (tenants) => {
          const browser = tenants.createBrowser();
          const value = await signInAt(browser, A);
          await assertForeign(tenants, B, value);
          for (const own of await askBoth(tenants, A, `${S}=${value}`)) {
            assert.equal(own.name, "Ada Lovelace");
            assert.ok(!clears(own, S));
          }
        });
      });
    }

    it("a session is shared by the hosts of its cookie's domain", async () => {
      const cookies = {
        sessionToken: { options: { domain: ".Example.com" } },
      };
      const shared = "__Secure-latchkey.session";
      await run({ config: { cookies } }, async (tenants) => {
        const value = await signInAt(tenants.createBrowser(), A, shared);
        for (const host of hosts) {
          const cookie = `${shared}=${value}`;
          for (const { name } of await askBoth(tenants, host, cookie)) {
            assert.equal(name, "Ada Lovelace");
          }
        }
      });
    });

    it("a session is not shared with a host outside that domain", async () => {
      const cookies = {
        sessionToken: { options: { domain: A } },
      };
      const shared = "__Secure-latchkey.session";
      await run({ config: { cookies } }, async (tenants) => {
        const value = await signInAt(tenants.createBrowser(), A, shared);
        for (const answer of await askBoth(tenants, B, `${shared}=${value}`)) {
          assert.equal(answer.name, null);
        }
      });
    });

    const bare: [string, Partial<AuthConfig>, boolean][] = [
      ["one host is trusted", { trustHost: [A] }, true],
      ["every host is trusted", { trustHost: true }, true],
      ["several hosts are trusted", { trustHost: hosts }, false],
      ["a function trusts hosts", { trustHost: () => true }, false],
      ["the origin is configured", { origin: `https://${A}` }, false],
    ];
    for (const [how, config, isTaken] of bare) {
      const verb = isTaken ? "counts" : "does not count";
      it(`a session without an audience ${verb} if ${how}`, async () => {
        await run({ config }, async (tenants) => {
          const value = await mint(tenants.secret);
          if (!isTaken) return await assertForeign(tenants, A, value);
          for (const own of await askBoth(tenants, A, `${S}=${value}`)) {
            assert.equal(own.name, "Ada Lovelace");
          }
        });
      });
    }
  });

  describe(`${name}: a sign-in that began at one host`, () => {
    it("a form of one host is refused at another", async () => {
      await run({}, async (tenants) => {
        const browser = tenants.createBrowser();
        const answer = await browser.fetch(`https://${A}/auth/csrf`);
        const { csrfToken } = await answer.json();
        const cookie = browser.cookieHeader(`https://${A}`);
        const post = (host: string) =>
          tenants.fetch(
            new Request(`https://${host}/auth/signin/op`, {
              method: "POST",
              headers: {
                cookie,
                origin: `https://${host}`,
                "content-type": "application/x-www-form-urlencoded",
                "x-auth-return-redirect": "1",
              },
              body: new URLSearchParams({ csrfToken }),
            }),
          );
        const own = await (await post(A)).json();
        assert.match(own.url, /client_id=/);
        const foreign = await toAnswer(await post(B));
        assert.match(foreign.text, /MissingCSRF/);
        assertRefused(foreign, tenants);
      });
    });

    it("a sign-in at a provider does not finish at another host, also behind a redirect proxy", async () => {
      const proxies = [undefined, "https://proxy.example/auth"];
      for (const redirectProxyUrl of proxies) {
        // One provider for both: only the host tells them apart.
        const entry: Provider[] = [];
        const change = (made: AuthConfig, op: FaultProvider) => {
          if (entry.length === 0) entry.push(op.provider({ id: "op" }));
          made.providers = [...entry];
          made.redirectProxyUrl = redirectProxyUrl;
          made.redirectProxyOrigins = hosts.map((host) => `https://${host}`);
        };
        await run({ change, way: "fixed" }, async (tenants) => {
          const browser = tenants.createBrowser();
          const page = await browser.goto(`https://${A}/auth/signin`);
          const { pending = "" } = await browser.submit(page, {
            stopAt: (url) => url.includes("/callback/op"),
          });
          const callback = new URL(pending);
          const cookie = browser.cookieHeader(`https://${A}`);
          const visit = async (host: string) => {
            callback.host = host;
            const request = new Request(callback, { headers: { cookie } });
            return await toAnswer(await tenants.fetch(request));
          };
          const foreign = await visit(B);
          assert.match(`${foreign.headers.get("location")}`, /InvalidCheck/);
          const [attempt = ""] = /__Host-latchkey\.attempt\.[^=]+/
            .exec(cookie) ?? [];
          assertRefused(foreign, tenants, { clears: [attempt] });
          const own = await visit(A);
          assert.ok(
            own.headers.getSetCookie().some((one) => one.startsWith(`${S}=`)),
          );
        });
      }
    });
  });
}
