/**
 * Tests that each sign-in method counts attempts before it checks the proof.
 */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig, CredentialsConfig, LimitKind } from "@latchkey/auth";
import { Overloaded } from "@latchkey/auth/errors";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { Browser } from "@latchkey/auth/testing";
import {
  ada,
  createCredentialsFlow,
  makeProvider,
  right,
} from "../methods/credentials/credentials_testkit.ts";
import {
  createApp,
  readCsrfToken,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  ask,
  askForMail,
  createMailFlow,
} from "../methods/email/email_testkit.ts";
import {
  ask as askFor,
  authenticate,
  createMember,
  createPasskeySite,
  createPerson,
  onOtherBrowser,
  whoIs,
} from "../methods/passkey/passkeys_testkit.ts";

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

/**
 * Asserts the limit's answer, which is the same whether the account exists or
 * not.
 */
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

  it("credentials are limited by account, in any spelling, and right ones wait as well", async () => {
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

  it("the answers are the same for an existing account and an unknown one", async () => {
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

  it("right credentials do not count", async () => {
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

  it("the owner's browser is not slowed down by strangers' attempts", async () => {
    const flow = await createCredentialsFlow(undefined, {
      limits: { credentials: { account: 2, address: 5 } },
      clientAddress: () => "203.0.113.7",
    });
    const owner = flow.createBrowser();
    await post(owner, "callback/credentials", right);
    await owner.submit(await owner.goto(`${site}/auth/signout`));
    assert.equal(await readSession(owner), null);
    const stranger = flow.createBrowser();
    for (let i = 0; i < 3; i++) {
      await post(stranger, "callback/credentials", guess);
    }
    await assertLimited(await post(stranger, "callback/credentials", right));
    await post(owner, "callback/credentials", right);
    assert.ok(await readSession(owner));
  });

  it("failures count, except for an outage that the library recognises", async () => {
    const authorize = () => {
      throw new Error("Wrong password");
    };
    const flow = await createCredentialsFlow(
      [makeProvider({ authorize })],
      limitedTo("credentials"),
    );
    const browser = flow.createBrowser();
    for (let i = 0; i < 2; i++) {
      const answer = await post(browser, "callback/credentials", right);
      assert.equal(answer.status, 500);
    }
    await assertLimited(await post(browser, "callback/credentials", right));
  });

  it("attempts do not count while the server is overloaded", async () => {
    let isDown = true;
    const authorize = () => {
      if (isDown) throw new Overloaded("Too many passwords.", 5);
      return ada;
    };
    const flow = await createCredentialsFlow(
      [makeProvider({ authorize })],
      limitedTo("credentials"),
    );
    const browser = flow.createBrowser();
    for (let i = 0; i < 9; i++) {
      const answer = await post(browser, "callback/credentials", right);
      assert.equal(answer.status, 503);
    }
    isDown = false;
    await post(browser, "callback/credentials", right);
    assert.ok(await readSession(browser));
  });

  it("a user with the same name elsewhere does not make a browser known", async () => {
    const flow = await createCredentialsFlow([makeProvider({
      credentials: { tenant: {}, username: {}, password: { type: "password" } },
      authorize: ({ tenant, password }) =>
        tenant === "mine" && password === "p" ? { id: "1" } : null,
    })], limitedTo("credentials"));
    const browser = flow.createBrowser();
    const send = (tenant: string) =>
      post(browser, "callback/credentials", {
        tenant,
        username: "admin",
        password: "p",
      });
    assert.equal((await send("mine")).status, 200);
    const statuses: number[] = [];
    for (let i = 0; i < 9; i++) {
      statuses.push((await send("yours")).status, (await send("mine")).status);
    }
    assert.ok(statuses.filter((one) => one === 401).length <= 2, `${statuses}`);
  });

  it("a form that itself names the user does not make a browser known", async () => {
    const authorize = ({ email }: { email?: string }) =>
      email === "own@x.example" ? { id: "1" } : null;
    const flow = await createCredentialsFlow([
      makeProvider(
        { credentials: {}, authorize } as Partial<CredentialsConfig>,
      ),
    ], limitedTo("credentials"));
    const browser = flow.createBrowser();
    const send = (email: string) =>
      post(browser, "callback/credentials", { username: "decoy", email });
    assert.equal((await send("own@x.example")).status, 200);
    assert.equal((await send("ada@x.example")).status, 401);
    assert.equal((await send("ada@x.example")).status, 401);
    await assertLimited(await send("ada@x.example"));
  });

  it("credentials are counted by the field that names the account, and separately for each provider", async () => {
    const cases: [changes: object, fields: (i: number) => object][] = [
      [{
        credentials: { company: {}, username: {}, password: {} },
      }, (i) => ({ company: `no ${i}`, username: "ada" })],
      [{
        credentials: { username: {}, card: {}, password: {} },
        accountField: "card",
      }, (i) => ({ username: `no ${i}`, card: "7" })],
      [{
        credentials: { pin: { type: "password" }, badge: {} },
      }, (i) => ({ pin: `${i}`, badge: "7" })],
      [{ credentials: {} }, (i) => ({ more: `${i}`, email: "ada@x.example" })],
    ];
    for (const [changes, fields] of cases) {
      const nobody = { authorize: () => null };
      const flow = await createCredentialsFlow([
        makeProvider({ ...changes, ...nobody }),
        makeProvider({ ...changes, ...nobody, id: "other" }),
      ], limitedTo("credentials"));
      const send = (i: number, id = "credentials") =>
        post(flow.createBrowser(), `callback/${id}`, { ...fields(i) });
      assert.equal((await send(1)).status, 401);
      assert.equal((await send(2)).status, 401);
      await assertLimited(await send(3));
      assert.equal((await send(4, "other")).status, 401);
    }
  });

  it("credentials for different accounts are limited by address", async () => {
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
  it("mails to one address are limited, and none is sent beyond the limit", async () => {
    const flow = await createMailFlow(limitedTo("email"));
    const browser = flow.createBrowser();
    await ask(browser);
    await ask(browser, "ADA@example.test", { target: "/two" });
    const fields = { email: "ada@example.test", callbackUrl: "/three" };
    await assertLimited(await post(browser, "signin/email", fields));
    assert.equal(flow.mails.length, 2);
  });

  it("mails that could not be sent do not count, and mails that may arrive do", async () => {
    const codes = [
      ["EAUTH", false],
      ["ECONNREFUSED", false],
      ["ESOCKET", true],
      // The refused recipient is chosen by the visitor.
      ["EENVELOPE", true],
    ] as const;
    for (const [code, isCounted] of codes) {
      const fail = () => Promise.reject(Object.assign(new Error(), { code }));
      const flow = await createMailFlow(limitedTo("email"), { sendMail: fail });
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        const fields = { email: "ada@example.test" };
        const answer = await post(flow.createBrowser(), "signin/email", fields);
        statuses.push(answer.status);
      }
      assert.equal(statuses.includes(429), isCounted, `${code}: ${statuses}`);
    }
  });
});

describe("codes", () => {
  it("codes are limited", async () => {
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

  it("each wrong code fires signInFailed", async () => {
    const told: object[] = [];
    const events = {
      signInFailed: (message: object) => void told.push(message),
    };
    const flow = await createMailFlow({ events, ...limitedTo("code") });
    const browser = flow.createBrowser();
    const page = await ask(browser);
    const state = new URL(page.url).searchParams.get("state") ?? "";
    for (let i = 0; i < 2; i++) {
      await post(browser, "callback/email", { code: "00000000", state });
    }
    assert.deepEqual(
      told,
      [1, 2].map((attempt) => ({
        type: "Verification",
        code: "wrong_code",
        provider: "email",
        address: "203.0.113.7",
        attempt,
      })),
    );
  });
});

describe("links", () => {
  const wrong = { email: "ada@example.test", token: "guess" };
  const limited = {
    limits: { callback: { address: 3 } },
    clientAddress: () => "203.0.113.7",
  };

  it("wrong links are limited by address", async () => {
    const flow = await createMailFlow(limited);
    const browser = flow.createBrowser();
    for (let i = 0; i < 3; i++) {
      assert.equal((await post(browser, "callback/email", wrong)).status, 403);
    }
    await assertLimited(await post(browser, "callback/email", wrong));
  });

  it("links that any page can make a browser open are not limited", async () => {
    const flow = await createMailFlow(limited);
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser);
    const query = new URLSearchParams(wrong);
    for (let i = 0; i < 9; i++) {
      const answer = await browser.fetch(
        `${site}/auth/callback/email?${query}`,
      );
      assert.equal(answer.status, 200);
    }
    await browser.goto(url);
    assert.ok(await readSession(browser));
  });
});

describe("passkeys", () => {
  it("wrong answers of passkeys are limited by address", async () => {
    const flow = await createPasskeySite({
      limits: { callback: { address: 2 } },
      clientAddress: () => "203.0.113.7",
    });
    const person = await createMember(flow);
    const other = onOtherBrowser(flow, person);
    for (let i = 0; i < 2; i++) {
      const answer = await authenticate(other, {
        origin: "https://evil.example",
      });
      assert.equal(answer.status, 400);
    }
    assert.equal((await authenticate(other)).status, 429);
    assert.equal(await whoIs(other.browser), null);
  });

  it("new users' registrations are limited by address, and those of signed-in users are not", async () => {
    const flow = await createPasskeySite({
      limits: { signUp: { address: 2 } },
      clientAddress: () => "203.0.113.7",
    });
    const ada = await createMember(flow, "ada@example.com");
    const grace = await createMember(flow, "grace@example.com");
    const { browser } = createPerson(flow);
    const path =
      "webauthn-options/passkey?action=register&email=eve@example.com";
    assert.equal((await askFor(browser, path)).status, 429);
    for (const member of [ada, grace]) {
      const again = onOtherBrowser(flow, member);
      assert.equal((await authenticate(again)).status, 200);
      const path = "webauthn-options/passkey?action=register";
      assert.equal((await askFor(again.browser, path)).status, 200);
    }
  });

  it("passkeys that are created and used properly do not count", async () => {
    const flow = await createPasskeySite({
      limits: { passkey: { address: 2 } },
      clientAddress: () => "203.0.113.7",
    });
    const person = await createMember(flow);
    for (let i = 0; i < 4; i++) {
      const again = onOtherBrowser(flow, person);
      assert.equal((await authenticate(again)).status, 200);
    }
    // Failed ones still count.
    const other = onOtherBrowser(flow, person);
    const origin = "https://evil.example";
    for (let i = 0; i < 2; i++) await authenticate(other, { origin });
    const path = "webauthn-options/passkey?action=authenticate";
    assert.equal((await askFor(other.browser, path)).status, 429);
  });

  it("the start of a ceremony is limited by address", async () => {
    const flow = await createApp({
      config: {
        limits: { passkey: { address: 3 } },
        clientAddress: () => "203.0.113.7",
        adapter: createMemoryAdapter(),
        origin: site,
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
