/** Where the links of mails may lead, in Qwik City. */

import "../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import type { Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  page,
  readData,
  submitRequest,
} from "./qwik_testkit.ts";

const saved = process.env.NODE_ENV;
afterEach(() => {
  if (saved === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = saved;
});

/** Asks for a mail by the sign-in page and by the action; returns the recipients. */
async function askTwice(env: Readonly<Record<string, string>>) {
  const mails: Mail[] = [];
  const site = await createQwikApp({
    routes: { "/": [page()], "/account": [page()] },
    config: { adapter: createMemoryAdapter(), trustHost: undefined },
    env,
  });
  Object.assign(site.config, {
    providers: [site.op.provider(), {
      id: "post",
      type: "email",
      from: "Example <sign-in@app.example>",
      sendMail: ({ mail }: { mail: Mail }) => void mails.push(mail),
    }],
  });
  delete site.op.user.email_verified;
  const { browser } = site;
  const choice = await browser.goto(`${app}/auth/signin`);
  const answer = await browser.submit(choice, {
    action: "/auth/signin/post",
    fields: { email: "ben@example.com" },
  });
  const again = await browser.goto(`${app}/auth/signin?another=1`);
  await browser.submit(again, { action: "/auth/signin/op" });
  const cookie = browser.cookieHeader(`${app}/`);
  const { useVerifyEmail } = site.auth;
  const sent = await site.fetch(
    submitRequest("/account", useVerifyEmail, {}, { cookie }),
  );
  await readData(sent).catch(() => null);
  return { status: answer.status, to: mails.map(({ to }) => to) };
}

describe("the host in a mail of a Qwik City application", () => {
  it("a mail leads only to a host that the platform's environment names", async () => {
    delete process.env.NODE_ENV;
    const both = ["ben@example.com", "ada@example.com"];
    for (const env of [{ AUTH_URL: app }, { AUTH_TRUST_HOST: "1" }]) {
      const { to } = await askTwice(env);
      assert.deepEqual(to, both);
    }
    const { status, to } = await askTwice({});
    assert.deepEqual([status, to], [500, []]);
  });
});
