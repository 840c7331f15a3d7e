/**
 * Where attempts are counted: at each way in, before the proof is tried.
 */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig, LimitKind } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { Browser } from "@latchkey/auth/testing";
import {
  createCredentialsFlow,
  readCsrfToken,
  right,
} from "./credentials_testkit.ts";
import { createFlow, endTest, readSession, site } from "./flow_testkit.ts";
import { ask, createMailFlow } from "./methods/email_testkit.ts";

afterEach(endTest);

/** Two attempts at an account, three from an address. */
const rule = { account: 2, address: 3 };

function limitedTo(kind: LimitKind) {
  return {
    limits: { [kind]: rule },
    clientAddress: () => "203.0.113.7",
  } satisfies Partial<AuthConfig>;
}

/** Sends a form as a program that wants data. */
async function post(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
): Promise<Response> {
  const csrfToken = await readCsrfToken(browser);
  return await browser.fetch(`${site}/auth/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    },
    body: new URLSearchParams({ csrfToken, ...fields }).toString(),
  });
}

/** What everybody is told, whether the account exists or not. */
async function assertLimited(answer: Response): Promise<string> {
  assert.equal(answer.status, 429);
  assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  const { error, message } = await answer.json();
  assert.equal(error, "RateLimited");
  return message;
}

describe("credentials", () => {
  const guess = { ...right, password: "a guess" };

  it("are limited by account, in any spelling, and the right ones wait as well", async () => {
    const flow = await createCredentialsFlow(
      undefined,
      limitedTo("credentials"),
    );
    const browser = flow.createBrowser();
    for (const username of ["ada", " ADA "]) {
      const answer = await post(browser, "callback/credentials", {
        ...guess,
        username,
      });
      assert.equal(answer.status, 401);
    }
    const answer = await post(browser, "callback/credentials", right);
    await assertLimited(answer);
    assert.equal(await readSession(browser), null);
  });

  it("say the same of an account that exists and one that does not", async () => {
    const messages: string[] = [];
    for (const username of ["ada", "nobody"]) {
      const flow = await createCredentialsFlow(
        undefined,
        limitedTo("credentials"),
      );
      const browser = flow.createBrowser();
      const send = () =>
        post(browser, "callback/credentials", { ...guess, username });
      await send();
      await send();
      messages.push(await assertLimited(await send()));
    }
    assert.equal(messages[0], messages[1]);
  });

  it("that are right do not count", async () => {
    const flow = await createCredentialsFlow(
      undefined,
      limitedTo("credentials"),
    );
    for (let i = 0; i < 6; i++) {
      const browser = flow.createBrowser();
      await post(browser, "callback/credentials", right);
      assert.ok(await readSession(browser));
    }
  });

  it("of other accounts are limited by address", async () => {
    const flow = await createCredentialsFlow(
      undefined,
      limitedTo("credentials"),
    );
    const browser = flow.createBrowser();
    for (const username of ["a", "b", "c"]) {
      const fields = { ...guess, username };
      const answer = await post(browser, "callback/credentials", fields);
      assert.equal(answer.status, 401);
    }
    const fields = { ...guess, username: "d" };
    await assertLimited(await post(browser, "callback/credentials", fields));
  });
});

describe("mails", () => {
  it("to one address are limited, and none is sent then", async () => {
    const flow = await createMailFlow(limitedTo("email"));
    const browser = flow.createBrowser();
    await ask(browser);
    await ask(browser, "ADA@example.test");
    const fields = { email: "ada@example.test" };
    await assertLimited(await post(browser, "signin/email", fields));
    assert.equal(flow.mails.length, 2);
  });
});

describe("codes", () => {
  it("are limited", async () => {
    const flow = await createMailFlow(limitedTo("code"));
    const browser = flow.createBrowser();
    const page = await ask(browser);
    const state = new URL(page.url).searchParams.get("state") ?? "";
    const send = () =>
      post(browser, "callback/email", { code: "00000000", state });
    await send();
    await send();
    await assertLimited(await send());
    assert.equal(await readSession(browser), null);
  });
});

describe("passkeys", () => {
  it("are limited by address where a ceremony begins", async () => {
    const flow = await createFlow({
      config: {
        limits: { passkey: { address: 3 } },
        clientAddress: () => "203.0.113.7",
        adapter: createMemoryAdapter(),
        experimental: { enableWebAuthn: true },
      },
      more: [Passkey()],
    });
    const browser = flow.createBrowser();
    const url = `${site}/auth/webauthn-options/passkey?action=authenticate`;
    for (let i = 0; i < 3; i++) {
      assert.equal((await browser.fetch(url)).status, 200);
    }
    await assertLimited(await browser.fetch(url));
  });
});
