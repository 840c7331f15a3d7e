import "../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { describe, it } from "node:test";
import {
  Auth,
  type AuthAction,
  type AuthConfig,
  createActionURL,
  createAuth,
  customFetch,
  isAuthAction,
  setEnvDefaults,
} from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";

const secret = (n: number | string = "") =>
  `secret ${n} that is as long as it has to be`;
type Named = Record<string, string | undefined>;

/**
 * Returns a configuration filled from an environment, passed both as a record
 * and as a function.
 */
function fill(env: Named, config: Partial<AuthConfig> = {}): AuthConfig {
  const [one, two]: AuthConfig[] = [
    { providers: [], ...config },
    { providers: [], ...config },
  ];
  assert.ok(one && two);
  assert.equal(setEnvDefaults(env, one), undefined);
  setEnvDefaults((name) => env[name], two);
  assert.deepEqual(JSON.stringify(one), JSON.stringify(two));
  return one;
}

describe("setEnvDefaults", () => {
  it("setEnvDefaults fills the unset keys of its argument", () => {
    assert.deepEqual(
      fill({
        AUTH_SECRET: secret(),
        AUTH_URL: "https://app.example.com/api/auth",
        AUTH_REDIRECT_PROXY_URL: "https://proxy.example.com/auth",
        AUTH_TRUST_HOST: "true",
      }),
      {
        providers: [],
        secret: [secret()],
        origin: "https://app.example.com",
        basePath: "/api/auth",
        redirectProxyUrl: "https://proxy.example.com/auth",
        trustHost: true,
      },
    );
  });

  it("setEnvDefaults changes no key that is set, and adds no value that is missing", () => {
    assert.deepEqual(fill({}), { providers: [] });
    const config: AuthConfig = {
      providers: [],
      secret: secret("own"),
      origin: "https://own.example",
      basePath: "/own",
      redirectProxyUrl: "https://own.example/proxy",
      trustHost: false,
    };
    assert.deepEqual(
      fill({
        AUTH_SECRET: secret(),
        AUTH_URL: "https://app.example.com/api/auth",
        AUTH_REDIRECT_PROXY_URL: "https://proxy.example.com/auth",
        AUTH_TRUST_HOST: "true",
      }, config),
      config,
    );
  });

  it("setEnvDefaults puts AUTH_SECRET_9 to AUTH_SECRET_1 before AUTH_SECRET", () => {
    const { secret: found } = fill({
      AUTH_SECRET: secret(),
      AUTH_SECRET_2: secret(2),
      AUTH_SECRET_10: secret(10),
      AUTH_SECRET_1: secret(1),
      AUTH_SECRET_3: "",
    });
    assert.deepEqual(found, [secret(2), secret(1), secret()]);
  });

  it("setEnvDefaults takes the origin and, if there is one, the path of AUTH_URL", () => {
    const rows: [string, string | undefined, string | undefined][] = [
      ["https://a.example", "https://a.example", undefined],
      ["https://a.example/", "https://a.example", undefined],
      ["https://a.example/auth/", "https://a.example", "/auth"],
      ["http://localhost:3000/x/y", "http://localhost:3000", "/x/y"],
      ["https://a.example:443", "https://a.example", undefined],
      ["a.example", undefined, undefined],
      ["ftp://a.example", undefined, undefined],
      ["", undefined, undefined],
    ];
    for (const [AUTH_URL, origin, basePath] of rows) {
      const config = fill({ AUTH_URL });
      assert.deepEqual([config.origin, config.basePath], [origin, basePath]);
    }
  });

  it("setEnvDefaults decides whether to trust the host as the library does with its own environment", () => {
    const rows: [Named, boolean | undefined][] = [
      [{}, undefined],
      [{ AUTH_TRUST_HOST: "true" }, true],
      [{ AUTH_TRUST_HOST: "1" }, true],
      [{ AUTH_TRUST_HOST: "false" }, false],
      [{ AUTH_TRUST_HOST: "0" }, false],
      [{ AUTH_TRUST_HOST: "" }, false],
      [{ VERCEL: "1", NODE_ENV: "production" }, true],
      [{ CF_PAGES: "1", AUTH_TRUST_HOST: "false" }, false],
      [{ NODE_ENV: "production" }, false],
      [{ NODE_ENV: "development" }, true],
    ];
    for (const [env, trusted] of rows) {
      assert.equal(fill(env).trustHost, trusted, JSON.stringify(env));
    }
    const trustHost = ["app.example"];
    assert.equal(
      fill({ AUTH_TRUST_HOST: "true" }, { trustHost }).trustHost,
      trustHost,
    );
  });

  it("a mode that is neither development nor test nor production leaves the host open", () => {
    assert.equal(fill({ NODE_ENV: "staging" }).trustHost, undefined);
    assert.equal(fill({ NODE_ENV: "test" }).trustHost, true);
  });

  it("white space around a value is no part of it", () => {
    const value = secret();
    const env = {
      AUTH_SECRET: `${value}\r\n`,
      AUTH_URL: "https://a.example/auth\n",
      AUTH_TRUST_HOST: "0\n",
    };
    const config = fill(env);
    assert.deepEqual(
      [config.secret, config.origin, config.basePath, config.trustHost],
      [[value], "https://a.example", "/auth", false],
    );
    const url = createActionURL("csrf", "https", new Headers(), env);
    assert.equal(url.href, "https://a.example/auth/csrf");
  });

  it("a variable that may not be read is a mistake if it is needed", () => {
    const env = (name: string) => {
      throw new Error(`no permission for ${name}`);
    };
    const words = /may not be read: .*AUTH_URL.*NODE_ENV.*--allow-env="AUTH_\*/;
    assert.throws(
      () => setEnvDefaults(env, { providers: [] }),
      (error: Error) =>
        error.name === "Configuration" && words.test(error.message),
    );
    assert.throws(
      () => createActionURL("csrf", "https", new Headers({ host: "x" }), env),
      /AUTH_URL\. Run Deno with `--allow-env=AUTH_URL`/,
    );
    const own = {
      origin: "https://a.example",
      secret: secret(),
      providers: [],
    };
    setEnvDefaults(env, own);
  });

  it("setEnvDefaults gives each provider the variables for its id, whatever its type", () => {
    const env = {
      AUTH_MY_OP_ID: "the id",
      AUTH_MY_OP_SECRET: "the secret",
      AUTH_MY_OP_ISSUER: "https://issuer.example",
      AUTH_OTHER_ID: "other",
    };
    const make = (options: object) => ({
      id: "my-op",
      name: "My",
      type: "oidc" as const,
      ...options,
    });
    const kinds: AuthConfig["providers"][] = [
      [make({})],
      [make],
      [{ ...make({}), id: "google", options: { id: "my-op" } }],
    ];
    for (const providers of kinds) {
      const config: AuthConfig = { providers };
      setEnvDefaults(env, config);
      const [provider] = config
        .providers as unknown as Record<string, unknown>[];
      assert.deepEqual(
        [provider?.clientId, provider?.clientSecret, provider?.issuer],
        ["the id", "the secret", "https://issuer.example"],
      );
    }
  });

  it("setEnvDefaults does not change a provider's own options, its fetch, and the application's objects", () => {
    const own = {
      id: "op",
      name: "Op",
      type: "oidc" as const,
      issuer: "https://own.example",
      clientId: "own",
      [customFetch]: () => Promise.reject(new Error("not asked")),
    };
    const providers = Object.freeze([Object.freeze(own)]);
    const config: AuthConfig = { providers };
    setEnvDefaults(
      { AUTH_OP_ID: "x", AUTH_OP_ISSUER: "https://x.example" },
      config,
    );
    const [provider] = config.providers as typeof own[];
    assert.equal(provider?.clientId, "own");
    assert.equal(provider?.issuer, "https://own.example");
    assert.equal(provider?.[customFetch], own[customFetch]);
    assert.equal(provider !== undefined && "clientSecret" in provider, false);
  });

  it("setEnvDefaults hides no mistake: missing providers stay missing, functions stay functions", () => {
    const config = {} as AuthConfig;
    setEnvDefaults({ AUTH_SECRET: secret() }, config);
    assert.equal("providers" in config, false);
    assert.throws(() => createAuth(config), ConfigurationError);
    const providers = () => [];
    const other: AuthConfig = { providers };
    setEnvDefaults({ AUTH_SECRET: secret() }, other);
    assert.equal(other.providers, providers);
  });

  it("setEnvDefaults makes a configuration that works without environment variables", async () => {
    const config: AuthConfig = {
      providers: [(options: object) => ({
        id: "op",
        name: "Op",
        type: "oidc",
        ...options,
      })],
    };
    setEnvDefaults({
      AUTH_SECRET: secret(),
      AUTH_URL: "https://app.example.com/login",
      AUTH_OP_ID: "x",
      AUTH_OP_ISSUER: "https://issuer.example",
    }, config);
    const answer = await Auth(new Request("http://a/login/providers"), config);
    const { op } = await answer.json();
    assert.equal(op.callbackUrl, "https://app.example.com/login/callback/op");
    const csrf = await Auth(new Request("http://a/login/csrf"), config);
    assert.match(csrf.headers.getSetCookie().join(), /^__Host-/);
  });

  it("setEnvDefaults is never called by the library: the application's object stays unchanged", async () => {
    const before = process.env.AUTH_SECRET;
    process.env.AUTH_SECRET = secret();
    try {
      const config: AuthConfig = { providers: [] };
      const copy = { ...config };
      const auth = createAuth(config);
      await auth.handler(new Request("http://localhost/auth/session"));
      await auth.session(new Request("http://localhost/"));
      assert.deepEqual(config, copy);
    } finally {
      if (before === undefined) delete process.env.AUTH_SECRET;
      else process.env.AUTH_SECRET = before;
    }
  });
});

describe("createActionURL", () => {
  const make = (
    headers: Record<string, string>,
    env: Named = {},
    options: { basePath?: string } = {},
    protocol = "https",
    action: AuthAction = "signin",
  ) =>
    createActionURL(action, protocol, new Headers(headers), env, options).href;
  const host = { host: "app.example" };

  it("the URL is below AUTH_URL, whatever the headers say", () => {
    const headers = { ...host, "x-forwarded-host": "evil.example" };
    const rows: [string, string | undefined, string][] = [
      ["https://a.example/login", undefined, "https://a.example/login/signin"],
      ["https://a.example/login/", undefined, "https://a.example/login/signin"],
      ["https://a.example", undefined, "https://a.example/auth/signin"],
      ["https://a.example/", undefined, "https://a.example/auth/signin"],
      ["https://a.example", "/x", "https://a.example/x/signin"],
      ["https://a.example/login", "/x", "https://a.example/x/signin"],
      ["https://a.example/login", "/", "https://a.example/signin"],
      ["http://localhost:3000", "/x/y/", "http://localhost:3000/x/y/signin"],
    ];
    for (const [AUTH_URL, basePath, url] of rows) {
      const options = basePath === undefined ? {} : { basePath };
      assert.equal(make(headers, { AUTH_URL }, options), url);
      const getter = createActionURL(
        "signin",
        "https",
        new Headers(headers),
        (name) => name === "AUTH_URL" ? AUTH_URL : undefined,
        options,
      );
      assert.equal(getter.href, url);
    }
  });

  it("the URL is below the host in the headers if AUTH_URL is missing", () => {
    const rows: [Record<string, string>, string, string][] = [
      [host, "https", "https://app.example/auth/signin"],
      [host, "http", "http://app.example/auth/signin"],
      [host, "https:", "https://app.example/auth/signin"],
      [{ host: "localhost:3000" }, "http", "http://localhost:3000/auth/signin"],
      [
        { ...host, "x-forwarded-host": "b.example" },
        "http",
        "http://b.example/auth/signin",
      ],
      [
        { ...host, "x-forwarded-host": "b.example, c.example" },
        "http",
        "http://b.example/auth/signin",
      ],
      [
        { ...host, "x-forwarded-proto": "https,http" },
        "http",
        "https://app.example/auth/signin",
      ],
      [
        { ...host, "x-forwarded-proto": "https:" },
        "http",
        "https://app.example/auth/signin",
      ],
      [{ host: "app.example:443" }, "https", "https://app.example/auth/signin"],
    ];
    for (const [headers, protocol, url] of rows) {
      assert.equal(make(headers, {}, {}, protocol), url);
    }
  });

  it("the URL is https without a protocol, unless a header says otherwise", () => {
    for (const protocol of [undefined, ""]) {
      const make = (headers: Record<string, string>) =>
        createActionURL("signin", protocol, new Headers(headers), {}).href;
      assert.equal(make(host), "https://app.example/auth/signin");
      assert.equal(
        make({ ...host, "x-forwarded-proto": "http" }),
        "http://app.example/auth/signin",
      );
    }
  });

  it("createActionURL throws a TypeError without a usable host, and never puts the host in a URL [HOST-04]", () => {
    const bad: Record<string, string>[] = [
      {},
      { host: "" },
      { host: "a b" },
      { host: "evil.example/path" },
      { host: "user@evil.example" },
      { host: "a.example?x" },
      { host: "a.example#x" },
      { ...host, "x-forwarded-host": "evil.example/x?" },
      { ...host, "x-forwarded-proto": "javascript" },
      { ...host, "x-forwarded-proto": "https://evil.example/" },
    ];
    for (const headers of bad) {
      assert.throws(() => make(headers), TypeError, JSON.stringify(headers));
    }
    assert.throws(() => make(host, {}, {}, "ftp"), TypeError);
  });

  it("createActionURL ignores an invalid AUTH_URL", () => {
    for (const AUTH_URL of ["", "a.example", "ftp://a.example"]) {
      assert.equal(make(host, { AUTH_URL }), "https://app.example/auth/signin");
    }
  });

  it("createActionURL takes every action, and keeps the base path inside the path", () => {
    assert.equal(
      make(host, {}, {}, "https", "verify-request"),
      "https://app.example/auth/verify-request",
    );
    for (
      const basePath of ["//evil.example", "/../..//evil.example", "\\\\x"]
    ) {
      const url = new URL(make(host, {}, { basePath }));
      assert.equal(url.origin, "https://app.example", basePath);
    }
  });
});

describe("isAuthAction", () => {
  it("isAuthAction is true for the actions only", () => {
    const actions = [
      "csrf",
      "providers",
      "session",
      "signin",
      "callback",
      "signout",
      "error",
      "verify-request",
    ];
    for (const action of actions) assert.equal(isAuthAction(action), true);
    const others = [
      "",
      "Signin",
      "signin/",
      " signin",
      "constructor",
      "__proto__",
      "toString",
      "0",
      "signin\n",
    ];
    for (const action of others) assert.equal(isAuthAction(action), false);
  });
});
