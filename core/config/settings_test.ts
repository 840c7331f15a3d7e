import "../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import {
  Auth,
  type AuthConfig,
  createAuth,
  type OIDCConfig,
} from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";
import Entra from "@latchkey/auth/providers/microsoft-entra-id";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { getSession, ServerAuth } from "@latchkey/auth/server";
import { createFaultProvider } from "@latchkey/auth/testing";
// The npm package is bundled: its entries have their own copy of this class.
import { ConfigurationError as OwnConfigurationError } from "../errors/errors.ts";
import { randomText } from "../crypto/random.ts";
import { readRequest } from "../request/request.ts";
import type { Incoming } from "../request/request_head.ts";
import type { Env } from "../runtime/env.ts";
import type { ResolvedEmail } from "../providers/email_provider.ts";
import type { ResolvedOAuth } from "../providers/oauth/oauth_provider.ts";
import { resolveSettings } from "./resolve_settings.ts";
import { app, readSession, signIn } from "../../testing/app_testkit.ts";
import { createLogger } from "../../testing/checks_testkit.ts";
import { DAY } from "../session/session_testkit.ts";

const secret = "0123456789abcdefghijklmnopqrstuv";
const provider: OIDCConfig = {
  id: "op",
  name: "OP",
  type: "oidc",
  issuer: "https://op.example",
  clientId: "client",
};

function toEnv(values: Record<string, string> = {}): Env {
  return (name) => values[name];
}

/** Resolves the settings of a new object each time, because resolved ones are cached. */
function resolve(
  config: Partial<AuthConfig> = {},
  env: Record<string, string> = {},
) {
  const logger = createLogger([]);
  return resolveSettings(
    { providers: [], secret, logger, ...config },
    toEnv(env),
  );
}

/** Returns the one provider of a configuration, an OAuth provider. */
function readOAuth(
  config: Partial<AuthConfig>,
  id: string,
  env: Record<string, string> = {},
): ResolvedOAuth | undefined {
  const provider = resolve(config, env).providers.get(id);
  return provider !== undefined && "issuer" in provider ? provider : undefined;
}

function readProblems(
  config: Partial<AuthConfig>,
  env: Record<string, string> = {},
): readonly string[] {
  try {
    resolve(config, env);
    return [];
  } catch (error) {
    assert.ok(error instanceof OwnConfigurationError);
    assert.equal(error.message, error.problems.join("\n"));
    return error.problems;
  }
}

/** One mistake, and words of the message that reports it. */
function assertProblem(config: Partial<AuthConfig>, words: RegExp): void {
  const problems = readProblems(config);
  assert.equal(problems.length, 1, problems.join("; "));
  assert.match(problems[0] ?? "", words);
  assert.throws(
    () => createAuth({ providers: [], secret, ...config }),
    ConfigurationError,
  );
}

function assertFine(config: Partial<AuthConfig>): void {
  assert.deepEqual(readProblems(config), []);
}

describe("the secret", () => {
  it("each secret has at least 32 characters, not all the same [SEAL-09]", () => {
    const bad: [unknown, RegExp][] = [
      ["short", /Secret 1 is shorter than 32/],
      ["x".repeat(31), /Secret 1 is shorter/],
      ["x".repeat(64), /Secret 1 repeats one character/],
      [[secret, "short"], /Secret 2 is shorter/],
      [[secret, ""], /Secret 2 is shorter/],
      [[secret, undefined], /Secret 2 is shorter/],
      [[secret, 7], /Secret 2 is shorter/],
      [[secret, secret], /listed twice/],
    ];
    for (const [value, words] of bad) {
      assertProblem({ secret: value as string }, words);
    }
    assertFine({ secret });
    assertFine({ secret: [secret, `${secret}2`] });
  });

  it("a placeholder that everybody knows is refused, whatever pads it", () => {
    const known = [
      "replace-me-with-openssl-rand-base64-32",
      "changeme000000000000000000000000000",
      "CHANGE_ME_CHANGE_ME_CHANGE_ME_CHANGE_ME",
      "please change this secret before you deploy",
      "your-secret-key-at-least-32-characters-long",
      "your_super_secret_jwt_token_with_at_least_32_characters",
      "supersecretsupersecretsupersecret",
      "keyboard cat keyboard cat keyboard cat",
      "complex_password_at_least_32_characters_long",
      "a long, randomly-generated string stored in env",
      "better-auth-secret-12345678901234567890",
    ];
    for (const one of known) {
      assertProblem({ secret: one }, /^Secret 1 is a placeholder/);
      assertProblem({ jwt: { secret: one } }, /^Secret 1 is a placeholder/);
      const fromEnv = readProblems({ secret: undefined }, { AUTH_SECRET: one });
      assert.match(fromEnv.join(), /^Secret 1 is a placeholder/);
    }
  });

  it("the secret of the documentation's examples is refused in production", () => {
    const example = { secret: "a random text of at least 32 characters" };
    assertFine(example);
    const problems = readProblems(example, { NODE_ENV: "production" });
    assert.match(problems.join(), /^Secret 1 is a placeholder/);
  });

  it("no message contains the secret", () => {
    const weak = "hunter2-hunter2";
    assert.doesNotMatch(readProblems({ secret: weak }).join(), /hunter/);
    assert.doesNotMatch(
      readProblems({ secret: [secret, secret] }).join(),
      /0123/,
    );
  });

  it("secrets come from AUTH_SECRET_9 to AUTH_SECRET_1, then AUTH_SECRET", async () => {
    const env: Record<string, string> = { AUTH_SECRET: `${secret}0` };
    for (let n = 1; n <= 9; n++) env[`AUTH_SECRET_${n}`] = secret + n;
    const ids = await resolve({ secret: undefined }, env).keyring.ids();
    const order = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((n) => secret + n);
    assert.deepEqual(ids, await resolve({ secret: order }).keyring.ids());
    const some = { AUTH_SECRET_2: secret, AUTH_SECRET: `${secret}0` };
    for (const empty of [undefined, "", []]) {
      const config = { secret: empty };
      if (empty === "") continue;
      const { keyring } = resolve(config, some);
      assert.equal((await keyring.ids()).length, 2);
    }
  });

  it("the configured secret wins over the environment", async () => {
    const env = { AUTH_SECRET: `${secret}0`, AUTH_SECRET_1: "short" };
    const own = await resolve({ secret }, env).keyring.ids();
    assert.deepEqual(own, await resolve({ secret }).keyring.ids());
  });

  it("a short secret in the environment is reported too", () => {
    const problems = readProblems({ secret: undefined }, { AUTH_SECRET: "x" });
    assert.match(problems.join(), /shorter than 32/);
  });
});

describe("origin and base path", () => {
  it("AUTH_URL gives the origin and, if it has one, the path", () => {
    const rows: [string, string, string | null][] = [
      ["https://app.example", app, null],
      ["https://app.example/", app, null],
      ["https://app.example/auth", app, "/auth"],
      ["https://app.example/x/auth/", app, "/x/auth"],
      ["https://APP.example:443", app, null],
      ["http://localhost:8000/auth", "http://localhost:8000", "/auth"],
    ];
    for (const [AUTH_URL, origin, basePath] of rows) {
      const settings = resolve({}, { AUTH_URL });
      assert.equal(settings.origin, origin);
      assert.equal(settings.basePath, basePath);
    }
  });

  it("the configured origin and path each win over AUTH_URL", () => {
    const env = { AUTH_URL: "https://env.example/env" };
    const one = resolve({ origin: app }, env);
    assert.deepEqual([one.origin, one.basePath], [app, "/env"]);
    const two = resolve({ basePath: "/own" }, env);
    assert.deepEqual([two.origin, two.basePath], [
      "https://env.example",
      "/own",
    ]);
  });

  it("a malformed URL is reported", () => {
    for (const url of ["app.example", "ftp://x", "//x", "https://", "x y"]) {
      const problems = readProblems({}, { AUTH_URL: url });
      assert.match(problems.join(), /AUTH_URL is not an http/, url);
    }
    const origins = [
      "https://app.example/",
      "https://app.example/auth",
      "app.example",
      "https://app.example:443",
      "https://APP.example",
      "ftp://app.example",
      "https://user@app.example",
      "",
    ];
    for (const origin of origins) assertProblem({ origin }, /`origin` must/);
    const paths = ["", "/", "auth", "/auth/", "//auth", "/a b", "/a?b", "/é"];
    for (const basePath of paths) {
      assertProblem({ basePath }, /`basePath` must/);
    }
  });
});

describe("white space around a variable", () => {
  it("the line end of a file or a form becomes part of no option", () => {
    for (const end of ["\r", "\n", "\r\n", " "]) {
      const settings = resolve({
        secret: undefined,
        providers: [
          { id: "work", name: "Work", type: "oidc" },
          Nodemailer({ id: "mail" }),
          Entra,
        ],
      }, {
        AUTH_SECRET: secret + end,
        AUTH_SECRET_1: `${secret}1${end}`,
        AUTH_URL: `https://app.example/auth${end}`,
        AUTH_TRUST_HOST: `false${end}`,
        NODE_ENV: `production${end}`,
        AUTH_REDIRECT_PROXY_URL: `https://app.example/auth${end}`,
        AUTH_REDIRECT_PROXY_ORIGINS: `https://*.app.example${end}`,
        AUTH_WORK_ID: `client${end}`,
        AUTH_WORK_SECRET: `hidden${end}`,
        AUTH_WORK_ISSUER: `https://id.example${end}`,
        AUTH_MAIL_KEY: `key${end}`,
        AUTH_MAIL_FROM: `a@app.example${end}`,
        AUTH_MAIL_SERVER: `smtp://user:password@mail.example${end}`,
        AUTH_MICROSOFT_ENTRA_ID_ID: `client${end}`,
        AUTH_MICROSOFT_ENTRA_ID_SECRET: `hidden${end}`,
        AUTH_MICROSOFT_ENTRA_ID_TENANT: `tenant${end}`,
      });
      assert.deepEqual(settings.jwt.secret, [`${secret}1`, secret]);
      assert.deepEqual([settings.origin, settings.basePath], [app, "/auth"]);
      assert.equal(settings.trustsHost("x.example"), false);
      assert.equal(settings.mode, "production");
      assert.deepEqual(settings.redirectProxyOrigins, [
        "https://*.app.example",
      ]);
      const { work, mail, ...others } = Object.fromEntries(settings.providers);
      assert.equal(work?.type, "oidc");
      const { clientId, clientSecret, issuer, redirectProxyUrl } =
        work as ResolvedOAuth;
      assert.deepEqual([clientId, clientSecret, issuer, redirectProxyUrl], [
        "client",
        "hidden",
        "https://id.example",
        "https://app.example/auth",
      ]);
      const { source } = mail as ResolvedEmail;
      const { apiKey, from, server } = source;
      assert.deepEqual([apiKey, from, server], [
        "key",
        "a@app.example",
        "smtp://user:password@mail.example",
      ]);
      const entra = others["microsoft-entra-id"] as ResolvedOAuth;
      assert.match(entra.wellKnown ?? "", /\/tenant\/v2\.0\//);
    }
  });
});

describe("trustHost", () => {
  it("the environment trusts the host if it says so, on a known platform, or outside production", () => {
    const rows: [Record<string, string>, boolean][] = [
      [{}, true],
      [{ NODE_ENV: "development" }, true],
      [{ NODE_ENV: "production" }, false],
      [{ NODE_ENV: "production", AUTH_TRUST_HOST: "true" }, true],
      [{ NODE_ENV: "production", AUTH_TRUST_HOST: "1" }, true],
      [{ NODE_ENV: "production", AUTH_TRUST_HOST: "false" }, false],
      [{ AUTH_TRUST_HOST: "false" }, false],
      [{ AUTH_TRUST_HOST: "0" }, false],
      [{ NODE_ENV: "production", AUTH_TRUST_HOST: "" }, false],
      [{ AUTH_TRUST_HOST: "" }, false],
      [{ NODE_ENV: "production", VERCEL: "1" }, true],
      [{ NODE_ENV: "production", VERCEL: "1", AUTH_TRUST_HOST: "0" }, false],
    ];
    for (const [env, isTrusted] of rows) {
      const { trustsHost } = resolve({}, env);
      assert.equal(trustsHost("x.example"), isTrusted, JSON.stringify(env));
    }
  });

  it("a configured trustHost wins over the environment", () => {
    const env = { AUTH_TRUST_HOST: "true" };
    assert.equal(resolve({ trustHost: false }, env).trustsHost("x"), false);
    assert.equal(resolve({ trustHost: [] }, env).trustsHost("x"), false);
    assert.equal(
      resolve({ trustHost: () => false }, env).trustsHost("x"),
      false,
    );
  });
});

describe("lifetimes", () => {
  it("a lifetime that is not a sensible number of seconds is reported [SES-11]", () => {
    const bad: unknown[] = [0, -1, NaN, Infinity, 1e12, "3600", null, true, {}];
    for (const value of bad) {
      const maxAge = value as number;
      assertProblem({ session: { maxAge } }, /`session.maxAge` must/);
      assertProblem({ providerTimeout: maxAge }, /`providerTimeout` must/);
      const absoluteMaxAge = value as number;
      assertProblem({ session: { absoluteMaxAge } }, /absoluteMaxAge` must/);
      if (value === 0) continue;
      assertProblem({ session: { updateAge: maxAge } }, /updateAge` must/);
      const revocationCheck = value as number;
      assertProblem({ session: { revocationCheck } }, /revocationCheck` must/);
    }
    assertProblem({ session: { maxAge: 400 * DAY + 1 } }, /at most 34560000/);
    assertProblem({ session: { revocationCheck: 301 } }, /at most 300/);
  });

  it("lifetimes have the documented defaults and extremes", () => {
    assert.deepEqual(resolve().session, {
      maxAge: 30 * DAY,
      updateAge: DAY,
      absoluteMaxAge: 90 * DAY,
      revocationCheck: 0,
      longest: 30 * DAY,
      shortMaxAge: DAY,
    });
    assert.equal(resolve().providerTimeout, 5000);
    const session = {
      maxAge: 400 * DAY,
      updateAge: 0,
      absoluteMaxAge: false,
      revocationCheck: 300,
    } as const;
    assert.deepEqual(resolve({ session }).session, {
      ...session,
      absoluteMaxAge: Infinity,
      longest: 400 * DAY,
      shortMaxAge: DAY,
    });
  });

  it("a function bounds sessions by absoluteMaxAge, and no short one outlasts maxAge", () => {
    const maxAge = () => 60;
    assert.equal(resolve({ session: { maxAge } }).session.longest, 90 * DAY);
    const endless = { maxAge, absoluteMaxAge: false } as const;
    const { session, jwt } = resolve({ session: endless });
    assert.deepEqual([session.longest, session.maxAge], [400 * DAY, 30 * DAY]);
    assert.equal(jwt.maxAge, 400 * DAY);
    const brief = resolve({ session: { maxAge: 60 } });
    assert.equal(brief.session.shortMaxAge, 60);
    for (const shortMaxAge of [0, -1, NaN, 61]) {
      const wrong = { maxAge: 60, shortMaxAge };
      assertProblem({ session: wrong }, /`session.shortMaxAge` must/);
    }
    const rememberMe = "yes" as unknown as boolean;
    assertProblem({ session: { rememberMe } }, /`session.rememberMe` must/);
  });
});

describe("limits", () => {
  it("limits are on, with the documented numbers, and one line turns them off", () => {
    const common = { window: 900, address: 50, account: 10, pause: 30 };
    const attempts = { ...common, failures: Infinity, counts: "attempts" };
    assert.deepEqual(resolve().limits, {
      callback: {
        ...attempts,
        window: 300,
        address: 30,
        account: Infinity,
        counts: "failures",
      },
      code: attempts,
      credentials: attempts,
      email: { ...attempts, account: 5, pause: 120 },
      factor: { ...attempts, account: Infinity },
      logout: {
        ...attempts,
        window: 300,
        address: 100,
        account: Infinity,
        counts: "failures",
      },
      passkey: {
        ...attempts,
        window: 300,
        address: 1000,
        account: Infinity,
      },
      signUp: { ...attempts, account: Infinity },
    });
    const off = Object.values(resolve({ limits: false }).limits);
    assert.deepEqual(off, [null, null, null, null, null, null, null, null]);
  });

  it("one kind of limit can be changed without the others", () => {
    const { limits } = resolve({
      limits: {
        email: false,
        code: { window: 60, address: false, pause: 1 },
        callback: { window: 7 },
        credentials: undefined,
      },
    });
    assert.equal(limits.email, null);
    assert.deepEqual(limits.code, {
      window: 60,
      address: Infinity,
      account: 10,
      pause: 1,
      failures: Infinity,
      counts: "attempts",
    });
    assert.equal(limits.callback?.window, 7);
    assert.equal(limits.credentials?.address, 50);
  });

  it("mistakes in limits are reported", () => {
    const mistakes: [unknown, RegExp][] = [
      [true, /`limits` must be false, or an object/],
      [5, /`limits` must be false, or an object/],
      [{ password: false }, /`limits.password` does not exist: there are /],
      [{ email: 5 }, /`limits.email` must be false, or an object/],
      [{ email: true }, /`limits.email` must be false, or an object/],
      [{ email: { max: 5 } }, /`limits.email.max` does not exist: there are /],
      ...["callback", "passkey", "signUp"].map((kind): [unknown, RegExp] => [
        { [kind]: { account: 5 } },
        /`limits.\w+.account` does not exist: there are window, address\./,
      ]),
    ];
    for (const value of [0, -1, 1.5, 1001, NaN, Infinity, "5", true, null]) {
      const pattern = /`limits.code.address` must be a whole number above 0/;
      mistakes.push([{ code: { address: value } }, pattern]);
    }
    for (const value of [false, 0, 86_401]) {
      mistakes.push([
        { code: { window: value } },
        /`limits.code.window` must be a whole number above 0 and at most 86400/,
      ]);
    }
    mistakes.push([{ code: { pause: 3601 } }, /`limits.code.pause` must be/]);
    for (const [limits, pattern] of mistakes) {
      assertProblem({ limits: limits as never }, pattern);
    }
    assertFine({
      limits: { code: { address: 1000, account: 1, pause: 3600 } },
    });
    assertProblem(
      { clientAddress: "x-forwarded-for" as never },
      /`clientAddress` must be a function/,
    );
  });
});

describe("providers", () => {
  it("providers are required, may be an empty list, and have unique ids", () => {
    assertProblem({ providers: undefined as never }, /`providers` is missing/);
    assertProblem({ providers: {} as never }, /`providers` is missing/);
    assertFine({ providers: [] });
    assertProblem({ providers: [provider, { ...provider }] }, /Two .* "op"/);
    assertFine({ providers: [provider, { ...provider, id: "OP" }] });
  });

  it("the id of a provider fits into a path and an environment variable", () => {
    const bad = ["", "a/b", "a b", "é", "a.b", "%6f", "x".repeat(65), 7, null];
    for (const id of bad) {
      assertProblem(
        { providers: [{ ...provider, id: id as string }] },
        /`id` must be 1 to 64/,
      );
    }
    assertProblem({ providers: [undefined as never] }, /`id` must/);
    assertProblem({ providers: [null as never] }, /`id` must/);
  });

  it("the issuer of a provider is on https or on this machine", () => {
    const bad = [
      "http://op.example",
      "http://localhost.evil.example",
      "http://127.0.0.1.evil.example",
      "http://127.1.evil",
      "http://0.0.0.0",
      "http://10.0.0.1",
      "ftp://op.example",
      "op.example",
      "https://op.example?x",
      "https://op.example#x",
      "javascript:alert(1)",
    ];
    for (const issuer of bad) {
      assertProblem({ providers: [{ ...provider, issuer }] }, /issuer must be/);
    }
    const good = [
      "https://op.example/path/",
      "http://localhost:9000",
      "http://127.0.0.1",
      "http://127.9.9.9:1",
      "http://[::1]:1",
      "http://op.localhost",
    ];
    for (const issuer of good) {
      assertFine({ providers: [{ ...provider, issuer }] });
    }
    const type = "saml" as "oidc";
    assertProblem({ providers: [{ ...provider, type }] }, /`type` must/);
  });

  it("a provider reads issuer, client and secret from variables named by its id", () => {
    const env = {
      AUTH_MY_OP_ISSUER: "https://env.example",
      AUTH_MY_OP_ID: "env-client",
      AUTH_MY_OP_SECRET: "env-secret",
    };
    const bare = { id: "my-op", name: "My OP", type: "oidc" } as const;
    const found = readOAuth({ providers: [bare] }, "my-op", env);
    assert.equal(found?.issuer, "https://env.example");
    assert.equal(found?.clientId, "env-client");
    assert.equal(found?.clientSecret, "env-secret");
    const own = { ...provider, id: "my-op", clientSecret: "own" };
    const kept = readOAuth({ providers: [own] }, "my-op", env);
    assert.equal(kept?.issuer, "https://op.example");
    assert.equal(kept?.clientId, "client");
    assert.equal(kept?.clientSecret, "own");
    const missing = readProblems({ providers: [bare] });
    assert.match(missing.join(), /AUTH_MY_OP_ISSUER[^]*AUTH_MY_OP_ID/);
  });

  it("a provider may be a function that makes one", () => {
    const made = readOAuth({ providers: [() => provider] }, "op");
    assert.equal(made?.clientId, "client");
  });
});

describe("a configuration", () => {
  it("all mistakes of a configuration are reported together", () => {
    const problems = readProblems({
      secret: ["short", "short"],
      origin: "x",
      basePath: "x",
      session: { strategy: "database" as "jwt", maxAge: 0, absoluteMaxAge: -1 },
      pages: { signIn: "javascript:alert(1)", error: "//x" },
      providers: [{ ...provider, issuer: "http://op.example", clientId: "" }],
      providerTimeout: 0,
    }, { AUTH_URL: "x" });
    const words = [
      /Secret 1/,
      /Secret 2/,
      /twice/,
      /AUTH_URL/,
      /`origin`/,
      /`basePath`/,
      /issuer/,
      /client id/,
      /strategy/,
      /maxAge/,
      /absoluteMaxAge/,
      /pages.signIn/,
      /pages.error/,
      /providerTimeout/,
    ];
    for (const word of words) assert.match(problems.join("\n"), word);
    assert.equal(problems.length, words.length);
  });

  it("the pages of a configuration are paths or URLs", () => {
    for (const page of ["", "x", "//x", "/\\x", "javascript:x", "/a\tb", 7]) {
      assertProblem({ pages: { error: page as string } }, /pages.error` must/);
    }
    assertFine({ pages: { error: "/oops?a=b", signIn: `${app}/x` } });
    assertFine({ pages: { error: undefined, signIn: "/sign in" } });
  });

  it("a configuration is never written to: a deeply frozen one works", async () => {
    const op = await createFaultProvider();
    const config = deepFreeze({
      secret: [randomText(32), randomText(32)],
      trustHost: ["app.example"],
      providers: [op.provider()],
      session: { updateAge: 0 },
      callbacks: { redirect: ({ url }: { url: string }) => url },
      events: {},
      pages: {},
      logger: createLogger([]),
    });
    const { createBrowser } = await import("@latchkey/auth/testing");
    const browser = createBrowser({
      [app]: (request) =>
        request.url === `${app}/`
          ? new Response("home")
          : Auth(request, config),
      [op.origin]: op.handler,
    });
    assert.equal((await signIn(browser)).text, "home");
    assert.notEqual(await readSession(browser), null);
  });

  it("each configuration object is resolved once, and equal ones resolve alike", () => {
    const config: AuthConfig = { providers: [], secret };
    const settings = resolveSettings(config, toEnv());
    assert.equal(resolveSettings(config, toEnv({ AUTH_URL: app })), settings);
    const equal = resolveSettings({ ...config }, toEnv());
    assert.notEqual(equal, settings);
    assert.equal(equal.key, settings.key);
    assert.equal(equal.keyring, settings.keyring);
    assert.equal(equal.store, settings.store);
    assert.ok(Object.isFrozen(settings));
  });

  it("a configuration gets another key if any setting changes", () => {
    const keys = [
      {},
      { secret: `${secret}2` },
      { origin: app },
      { basePath: "/x" },
      { session: { maxAge: 60 } },
      { useSecureCookies: true },
    ].map((config) => resolve(config).key);
    assert.equal(new Set(keys).size, keys.length);
  });

  it("a configuration without a shared store logs a warning once, for a public host only", () => {
    const lines: string[] = [];
    const config = {
      providers: [],
      secret: randomText(32),
      logger: createLogger(lines),
    };
    const read = (env: Record<string, string>, origin = app) => {
      const settings = resolveSettings({ ...config }, toEnv(env));
      const incoming = {
        method: "GET",
        mount: "",
        target: "/auth/session",
        origin: () => origin,
        header: () => null,
        headers: () => new Headers(),
        body: () => Promise.resolve(""),
      };
      void readRequest(incoming as unknown as Incoming, settings);
    };
    read({}, "http://localhost:3000");
    read({}, "http://192.168.1.5");
    read({ NODE_ENV: "development" });
    read({ NODE_ENV: "test" });
    assert.deepEqual(lines, []);
    // Most deployments do not say what they are.
    read({});
    read({});
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /memory-store/);
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const key of Reflect.ownKeys(value)) {
      deepFreeze(Reflect.get(value, key));
    }
    Object.freeze(value);
  }
  return value;
}

describe("mistakes at construction", () => {
  const saved = { ...process.env };
  afterEach(() => {
    for (const name of ["AUTH_SECRET", "AUTH_WORK_ID", "AUTH_WORK_ISSUER"]) {
      const value = saved[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const bare = { id: "work", name: "Work", type: "oidc" } as const;

  it("construction reports only mistakes of the object itself, because the environment may come later", async () => {
    const config: AuthConfig = {
      providers: [bare],
      trustHost: true,
      logger: createLogger([]),
    };
    const auth = createAuth(config);
    const handler = ServerAuth(config);
    assert.equal(typeof handler.getSession, "function");
    const request = () => new Request(`${app}/auth/providers`);
    const early = await auth.handler(request());
    assert.equal(early.status, 500);
    process.env.AUTH_SECRET = secret;
    process.env.AUTH_WORK_ID = "late";
    process.env.AUTH_WORK_ISSUER = "https://op.example";
    const late = await auth.handler(request());
    assert.equal(late.status, 200);
    assert.ok("work" in await late.json());
  });

  it("a setting that is still missing at first use is an exception in pages [F41, A15]", async () => {
    delete process.env.AUTH_SECRET;
    const config: AuthConfig = { providers: [], trustHost: true };
    const auth = createAuth(config);
    const request = new Request(`${app}/`);
    await assert.rejects(auth.session(request), ConfigurationError);
    await assert.rejects(auth.csrfToken(request), ConfigurationError);
    await assert.rejects(auth.revoke({ user: "x" }), ConfigurationError);
    const req = { headers: {}, on: () => {} };
    await assert.rejects(getSession(req, config), ConfigurationError);
    let passed = 0;
    const errors: unknown[] = [];
    const { require, session } = ServerAuth(config);
    const res = {
      statusCode: 200,
      headersSent: false,
      getHeader: () => undefined,
      setHeader: () => {},
      end: () => {},
    };
    for (const middleware of [require(), session]) {
      await middleware({ ...req }, res, (error) => {
        if (error === undefined) passed++;
        else errors.push(error);
      });
    }
    assert.equal(passed, 0);
    assert.ok(errors.every((error) => error instanceof ConfigurationError));
    assert.equal(errors.length, 2);
  });

  it("an untrusted host is signed out, without an exception [HOST-05]", async () => {
    const lines: string[] = [];
    const auth = createAuth({
      providers: [],
      secret,
      trustHost: [],
      logger: createLogger(lines),
    });
    const request = new Request(`${app}/`);
    assert.equal((await auth.session(request)).session, null);
    assert.equal((await auth.csrfToken(request)).csrfToken, "");
    assert.match(lines.join(), /UntrustedHost/);
  });
});
