import "../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { GitHub } from "@latchkey/auth/providers/github";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  entry,
  formRequest,
  page,
  type QwikSite,
} from "./qwik_testkit.ts";

const secret = "a secret of the platform of 36 chars";

const env = {
  AUTH_SECRET: secret,
  AUTH_URL: `${app}/account`,
  AUTH_GITHUB_ID: "client-of-the-platform",
  AUTH_GITHUB_SECRET: "s".repeat(40),
};

/** A site that takes missing settings from its environment. */
async function createBare(
  values: Record<string, string>,
  config: Partial<AuthConfig> = {},
): Promise<QwikSite> {
  const { trustHost: _, ...rest } = config;
  const guard = { onRequest: entry.requireSession() };
  return await createQwikApp({
    env: values,
    routes: { "/": [page()], "/private": [guard, page()] },
    config: {
      secret: [],
      trustHost: undefined,
      providers: [GitHub],
      ...rest,
    } as unknown as Partial<AuthConfig>,
  });
}

function ask(path: string): Request {
  const headers = { accept: "text/html", cookie: "a=b" };
  return new Request(app + path, { headers });
}

/** Returns the URLs that a form, the auth routes and a guard lead to. */
async function look(site: QwikSite): Promise<(string | null)[]> {
  const fields = { providerId: "github" };
  const form = await site.fetch(formRequest("/", site.auth.useSignIn, fields));
  const text = await form.text();
  const [client = null] = /client-of-the-\w+/.exec(
    `${form.headers.get("location")} ${text}`,
  ) ?? [];
  const guarded = await site.fetch(ask("/private"));
  const session = await site.fetch(ask("/account/session"));
  return [
    client,
    guarded.headers.get("location"),
    `${session.status} ${await session.text()}`,
  ];
}

const expected = [
  `${app}/account/signin?callbackUrl=%2Fprivate`,
  "200 null",
];

describe("the environment of the platform (ev.env)", () => {
  const known = { ...process.env };
  afterEach(() => {
    for (const name of Object.keys(env)) {
      if (known[name] === undefined) delete process.env[name];
    }
  });

  it("the platform's environment has secrets, origin and clients", async () => {
    const site = await createBare(env);
    assert.deepEqual(await look(site), ["client-of-the-platform", ...expected]);
    assert.equal((await site.fetch(ask("/"))).status, 200);
    assert.deepEqual(site.lines.filter((line) => /secret/i.test(line)), []);
  });

  it("the platform's environment wins over the process's, which fills in missing variables", async () => {
    const { AUTH_SECRET, AUTH_URL, ...clients } = env;
    Object.assign(process.env, {
      AUTH_SECRET,
      AUTH_URL,
      AUTH_GITHUB_ID: "client-of-the-process",
    });
    assert.deepEqual(await look(await createBare(clients)), [
      "client-of-the-platform",
      ...expected,
    ]);
    delete process.env.AUTH_GITHUB_ID;
    assert.deepEqual(await look(await createBare(env)), [
      "client-of-the-platform",
      ...expected,
    ]);
  });

  it("the configuration wins over the platform's environment", async () => {
    const site = await createBare(env, { basePath: "/own" });
    const guarded = await site.fetch(ask("/private"));
    const location = `${app}/own/signin?callbackUrl=%2Fprivate`;
    assert.equal(guarded.headers.get("location"), location);
  });

  it("the error says where to set a missing secret on this platform", async () => {
    for (
      const [name, place] of [
        [
          "CF_PAGES",
          /AUTH_SECRET with `wrangler pages secret put AUTH_SECRET`/,
        ],
        ["VERCEL", /AUTH_SECRET with `vercel env add AUTH_SECRET`/],
        ["NETLIFY", /AUTH_SECRET with `netlify env:set AUTH_SECRET <value>`/],
        ["", /set AUTH_SECRET to a random text/],
      ] as const
    ) {
      const site = await createBare(name === "" ? {} : { [name]: "1" });
      const response = await site.fetch(ask("/auth/signin"));
      assert.equal(response.status, 500);
      assert.match(response.headers.get("cache-control") ?? "", /no-store/);
      assert.match(site.lines.join("\n"), place);
      assert.doesNotMatch(await response.text(), /AUTH_SECRET/);
    }
  });
});
