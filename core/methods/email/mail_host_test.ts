/** Where the links of mails may lead: never to a host that only a request names. */

import "../../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type AuthConfig, createAuth, type Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Password } from "@latchkey/auth/providers/password";
import { createBrowser } from "@latchkey/auth/testing";
import { randomText } from "../../crypto/random.ts";

const NAMES = ["NODE_ENV", "AUTH_URL", "AUTH_TRUST_HOST", "VERCEL"];
const saved = { ...process.env };

function clear(): void {
  for (const name of NAMES) delete process.env[name];
}

beforeEach(clear);
afterEach(() => {
  clear();
  Object.assign(process.env, saved);
});

interface Case {
  readonly origin: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Partial<AuthConfig>;
}

/** Asks for a mail on the sign-in page of a host. */
async function askFor(
  { origin, env = {}, config = {} }: Case,
  { page: path, action } = { page: "signin", action: "/auth/signin/post" },
) {
  Object.assign(process.env, env);
  const mails: Mail[] = [];
  const errors: string[] = [];
  const auth = createAuth({
    secret: randomText(32),
    adapter: createMemoryAdapter(),
    logger: { error: (error) => void errors.push(error.message), warn() {} },
    providers: [{
      id: "post",
      type: "email",
      from: "sign-in@app.example",
      sendMail: ({ mail }) => void mails.push(mail),
    }, Password()],
    ...config,
  });
  const browser = createBrowser((request) => auth.handler(request));
  const page = await browser.goto(`${origin}/auth/${path}`);
  const fields = { email: "ada@example.com" };
  const answer = page.status === 200
    ? await browser.submit(page, { action, fields })
    : page;
  clear();
  return { mails, errors, answer };
}

const app = "https://app.example";
const evil = "https://evil.example";

const sent: readonly Case[] = [
  { origin: "http://localhost:3000" },
  { origin: "http://app.localhost" },
  { origin: "http://shop.test" },
  { origin: "http://127.0.0.1:8000" },
  { origin: "http://192.168.1.20" },
  { origin: "http://[::1]:8000" },
  { origin: evil, env: { NODE_ENV: "development" } },
  { origin: evil, env: { NODE_ENV: "test" } },
  { origin: app, env: { AUTH_TRUST_HOST: "true" } },
  { origin: app, env: { VERCEL: "1" } },
  { origin: app, config: { trustHost: true } },
  { origin: app, config: { trustHost: ["app.example"] } },
  { origin: app, config: { trustHost: (host) => host === "app.example" } },
  { origin: app, env: { AUTH_TRUST_HOST: "1", NODE_ENV: "production" } },
  { origin: app, env: { NODE_ENV: "staging" }, config: { trustHost: true } },
];

const refused: readonly Case[] = [
  { origin: evil },
  { origin: "http://8.8.8.8" },
  { origin: "http://localhost.evil.example" },
  { origin: "http://intranet" },
  { origin: evil, env: { NODE_ENV: "staging" } },
];

describe("the host in a mail", () => {
  it("a mail leads to a host that the configuration, the platform or the mode allows, or to a local one", async () => {
    for (const one of sent) {
      const { mails, errors } = await askFor(one);
      assert.deepEqual(errors, [], JSON.stringify(one));
      assert.equal(mails.length, 1, JSON.stringify(one));
      assert.equal(new URL(mails[0]?.url ?? "").origin, one.origin);
    }
  });

  it("a configured origin is in the mail, whatever host the request names", async () => {
    for (
      const one of [{ env: { AUTH_URL: app } }, { config: { origin: app } }]
    ) {
      const { mails } = await askFor({ origin: app, ...one });
      assert.equal(new URL(mails[0]?.url ?? "").origin, app);
    }
  });

  it("no mail leads to a host that only the request names: the page says that it is the site's fault, and the log has the line to add", async () => {
    for (const one of refused) {
      const { mails, errors, answer } = await askFor(one);
      assert.deepEqual(mails, [], JSON.stringify(one));
      assert.equal(answer.status, 500);
      assert.match(answer.text, /trying again won’t help/);
      assert.equal(errors.length, 1, errors.join());
      assert.match(errors[0] ?? "", /AUTH_URL=https:.*`trustHost`/);
      assert.deepEqual(
        answer.headers.getSetCookie().filter((one) =>
          /attempt|session/.test(one)
        ),
        [],
      );
    }
  });

  it("nor does a mail about a password", async () => {
    for (const page of ["signup", "reset"]) {
      const form = { page, action: `/auth/${page}` };
      const evil = await askFor({ origin: "https://evil.example" }, form);
      assert.deepEqual(evil.mails, []);
      assert.equal(evil.answer.status, 500);
      const config = { trustHost: ["app.example"] };
      const { mails } = await askFor({ origin: app, config }, form);
      assert.equal(new URL(mails[0]?.url ?? "").origin, app);
    }
  });

  it("the refusal comes each time, however often somebody asks", async () => {
    const mails: Mail[] = [];
    const auth = createAuth({
      secret: randomText(32),
      logger: { error() {}, warn() {} },
      providers: [{
        id: "post",
        type: "email",
        from: "sign-in@app.example",
        sendMail: ({ mail }) => void mails.push(mail),
      }],
    });
    const browser = createBrowser((request) => auth.handler(request));
    for (let i = 0; i < 12; i++) {
      const page = await browser.goto(`${evil}/auth/signin`);
      const answer = await browser.submit(page, {
        action: "/auth/signin/post",
        fields: { email: "ada@example.com" },
      });
      assert.equal(answer.status, 500);
    }
    assert.deepEqual(mails, []);
  });
});
