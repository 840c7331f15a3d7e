import "../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import GitHub from "@latchkey/auth/providers/github";
import { PROVIDERS } from "../../cli/check/find/catalogue.ts";
import { createLogger } from "../../testing/checks_testkit.ts";
import { randomText } from "../crypto/random.ts";
import type { Env } from "../runtime/env.ts";
import { findFormerOptions } from "./former_options.ts";

/** A configuration as applications without types may have it. */
function find(config: object, env: Record<string, string> = {}) {
  const variables: Env = (name) => env[name];
  return findFormerOptions(
    { providers: [], ...config } as AuthConfig,
    variables,
  );
}

/** Requests a route with a new configuration; returns the log. */
async function start(config: object): Promise<string[]> {
  const lines: string[] = [];
  const logger = createLogger(lines);
  const all = { providers: [], trustHost: true, logger, ...config };
  const auth = createAuth(all as AuthConfig);
  await auth.handler(new Request("http://localhost/auth/providers"));
  return lines;
}

describe("options of Auth.js", () => {
  it("options with another name are named with the line to write", () => {
    const rows: [object, RegExp][] = [
      [{ session: { jwt: true } }, /`session\.jwt`.*strategy: "jwt"/],
      [{ jwt: { encryption: true } }, /`jwt\.encryption`.*remove it/],
      [{ pages: { signin: "/in" } }, /`pages\.signin`.* signIn, signOut/],
      [{ callbacks: { authorized: () => true } }, /auth\.require\(request\)/],
      [{ database: "postgres://" }, /`database`.*`adapter`/],
    ];
    for (const [config, words] of rows) {
      const found = find(config);
      assert.equal(found.length, 1, String(words));
      assert.match(found[0] ?? "", words);
    }
  });

  it("options of next-auth 4 in a provider are named with the provider", () => {
    const rows: [object, RegExp][] = [
      [{ protection: "pkce" }, /"x": `protection`.*`checks: \["pkce"\]`/],
      [{ requestTokenUrl: "https://x.example" }, /no OAuth 1/],
      [{ version: "2.0" }, /`version` has no effect: remove it/],
      [{ scope: "email" }, /authorization: \{ params: \{ scope/],
      [{ idToken: true }, /type: "oidc"/],
    ];
    for (const [options, words] of rows) {
      for (const given of [options, { options }]) {
        const found = find({
          providers: [{ id: "x", type: "oauth", ...given }],
        });
        assert.equal(found.length, 1, String(words));
        assert.match(found[0] ?? "", words);
      }
    }
  });

  it("a definition of the catalogue with an option of next-auth 4 is found", () => {
    const options = { clientId: "x", protection: "state" };
    const found = find({ providers: [GitHub(options)] });
    assert.match(found.join(), /"github": `protection`/);
  });

  it("a configuration of this library has no such option", () => {
    const config = {
      pages: { signIn: "/sign-in", error: "/error" },
      session: { strategy: "jwt" },
      callbacks: { signIn: () => true },
      providers: [GitHub, { id: "mail", type: "email" }],
    };
    assert.deepEqual(find(config, { AUTH_URL: "https://app.example" }), []);
  });

  it("no definition of the catalogue has such an option", async () => {
    for (const id of PROVIDERS) {
      const { default: make } = await import(`@latchkey/auth/providers/${id}`);
      // Mail services have required options.
      const options = {
        version: "v19.0",
        region: "x",
        domain: "x.example",
        transactionalId: "x",
      };
      assert.deepEqual(find({ providers: [make, make(options)] }), [], id);
    }
  });

  it("anything in place of an option is no crash", () => {
    const odd = { pages: "x", session: 5, jwt: null, callbacks: [] };
    assert.deepEqual(find({ ...odd, providers: [null, 5, "x"] }), []);
    assert.deepEqual(find({ providers: undefined }), []);
  });

  it("the lifetime of mail links is mentioned beside other options of Auth.js only", () => {
    const mail = { id: "mail", type: "email" };
    assert.deepEqual(find({ providers: [mail] }), []);
    const found = find({ providers: [mail], session: { jwt: true } });
    assert.match(found.join(), /maxAge: 86400/);
    const set = { ...mail, maxAge: 600 };
    assert.equal(find({ providers: [set], session: { jwt: true } }).length, 1);
  });
});

describe("variables of next-auth", () => {
  it("NEXTAUTH_URL without AUTH_URL gives the line to write", () => {
    const url = "https://app.example/api/auth/";
    const [line, ...others] = find({}, { NEXTAUTH_URL: url });
    const expected = /write AUTH_URL=https:\/\/app\.example\/api\/auth\.$/;
    assert.match(line ?? "", expected);
    assert.deepEqual(others, []);
    const both = { NEXTAUTH_URL: url, AUTH_URL: url };
    assert.deepEqual(find({}, both), []);
    const origin = "https://app.example";
    assert.deepEqual(find({ origin }, { NEXTAUTH_URL: url }), []);
  });

  it("a password in NEXTAUTH_URL is not in the message", () => {
    for (const url of ["https://u:hunter2@app.example/?hunter2", "hunter2"]) {
      const line = find({}, { NEXTAUTH_URL: url }).join();
      assert.match(line, /write AUTH_URL=https:\/\/app\.example/);
      assert.doesNotMatch(line, /hunter2/);
    }
  });

  it("NEXTAUTH_SECRET without another secret is to be renamed", () => {
    const env = { NEXTAUTH_SECRET: "hunter2" };
    assert.deepEqual(find({}, env), [
      "NEXTAUTH_SECRET is not read: rename it to AUTH_SECRET.",
    ]);
    assert.deepEqual(find({ secret: "x" }, env), []);
    assert.deepEqual(find({}, { ...env, AUTH_SECRET_2: "x" }), []);
  });
});

describe("the message about options of Auth.js", () => {
  const saved = { ...process.env };
  afterEach(() => {
    for (const name of ["AUTH_SECRET", "NEXTAUTH_SECRET", "NEXTAUTH_URL"]) {
      const value = saved[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it("all of them are in one line of the log, once", async () => {
    const secret = randomText(32);
    process.env.NEXTAUTH_URL = "https://app.example";
    const config = { secret, session: { jwt: true }, pages: { home: "/" } };
    const lines = await start(config);
    assert.equal(lines.length, 1);
    const words = /former-options.*NEXTAUTH_URL.*session\.jwt.*pages\.home/;
    assert.match(lines[0] ?? "", words);
    assert.deepEqual(await start(config), []);
  });

  it("a thousand configurations without such options do not use up the warning of another", async () => {
    for (let i = 0; i < 1001; i++) {
      assert.deepEqual(await start({ secret: randomText(32) }), []);
    }
    const lines = await start({ secret: randomText(32), database: "x" });
    assert.equal(lines.length, 1);
  });

  it("they are among the mistakes if the configuration has mistakes", async () => {
    delete process.env.AUTH_SECRET;
    process.env.NEXTAUTH_SECRET = "hunter2";
    const errors: Error[] = [];
    const logger = { error: (error: Error) => void errors.push(error) };
    await start({ logger, session: { jwt: true } });
    assert.equal(errors.length, 1);
    const text = errors[0]?.message ?? "";
    assert.match(text, /^No secret: set AUTH_SECRET/);
    assert.match(text, /rename it to AUTH_SECRET\.\n`session\.jwt`/);
    assert.doesNotMatch(text, /hunter2/);
  });

  it("a short secret may stay as the secret of the bridge", async () => {
    process.env.AUTH_SECRET = "hunter2";
    const errors: Error[] = [];
    const logger = { error: (error: Error) => void errors.push(error) };
    await start({ logger });
    assert.match(
      errors[0]?.message ?? "",
      /fromAuthJs\(\{ secret, allowShortSecret: true \}\)/,
    );
    assert.doesNotMatch(errors[0]?.message ?? "", /hunter2/);
  });
});
