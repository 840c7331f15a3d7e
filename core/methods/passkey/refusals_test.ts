import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore, type WebAuthnConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { WebAuthn } from "@latchkey/auth/providers/webauthn";
import type { Browser } from "@latchkey/auth/testing";
import { createFaultAdapter } from "../../accounts/users_testkit.ts";
import { toBase64url } from "../../crypto/base64url.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  cborText,
  concat,
  createAuthenticator,
  type CreationOptions,
  type Lies,
  type RequestOptions,
} from "./authenticator_testkit.ts";
import { site } from "../../../testing/app_testkit.ts";
import {
  ask,
  assertCleared,
  assertPasskeyRefused,
  authenticate,
  countRows,
  createMember,
  createPasskeySite,
  createPerson,
  getOptions,
  onOtherBrowser,
  register,
  send,
  whoIs,
} from "./passkeys_testkit.ts";

afterEach(endTest);

const failed = [400, "WebAuthnVerificationError"] as const;
const stale = [400, "InvalidCheck"] as const;
const ada = "ada@example.com";

/** Answers with the present cookies, even much later: a browser's clock may be off. */
async function keepCookies(browser: Browser) {
  const { body: { csrfToken } } = await ask(browser, "csrf");
  const cookie = browser.cookieHeader(`${site}/auth/`);
  return (action: string, data: string) =>
    ask(browser, "callback/passkey", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, action, data }),
      headers: { cookie },
    });
}

/** False answers that are refused for both a new passkey and a known one. */
const lies: Record<string, Lies> = {
  "another origin": { origin: "https://evil.example" },
  "another origin of the same domain": { origin: "https://x.app.example" },
  "this origin on another port": { origin: `${site}:8443` },
  "another relying party": { rpId: "evil.example" },
  "a page of another site around it": { crossOrigin: true },
  "a page of another site around it that only its name tells": {
    topOrigin: "https://evil.example",
  },
  "no user presence": { flags: { up: false, uv: false } },
  "no user verification": { flags: { up: true, uv: false } },
  "the type of a payment": { type: "payment.get" },
};

describe("refusals of a new passkey [4.19]", () => {
  for (const [what, lie] of Object.entries(lies)) {
    it(`a new passkey with ${what} is refused`, async () => {
      const flow = await createPasskeySite();
      const person = createPerson(flow);
      const answer = await register(person, ada, lie);
      await assertPasskeyRefused(flow, answer, failed);
      assertCleared(answer);
      assert.deepEqual(await countRows(flow, ada), [0, 0, 0]);
      assert.equal(await whoIs(person.browser), null);
      assert.deepEqual(flow.told, []);
    });
  }

  it("a new passkey with the type of a known one is refused", async () => {
    const flow = await createPasskeySite();
    const answer = await register(createPerson(flow), ada, {
      type: "webauthn.get",
    });
    await assertPasskeyRefused(flow, answer, failed);
  });

  it("a new passkey with different ids outside and inside is refused", async () => {
    const flow = await createPasskeySite();
    const person = createPerson(flow);
    const id = toBase64url(new Uint8Array(32).fill(7));
    const answer = await register(person, ada, { id });
    await assertPasskeyRefused(flow, answer, failed);
    assertCleared(answer);
    assert.deepEqual(await countRows(flow, ada), [0, 0, 0]);
    assert.equal(await whoIs(person.browser), null);
  });

  it("a new passkey under a known id is refused, whosever it is", async () => {
    const flow = await createPasskeySite();
    const victim = await createMember(flow);
    const credentialId = victim.authenticator.passkeys[0]?.id ?? "";
    const thief = createPerson(flow);
    const answer = await register(thief, "thief@example.com", { credentialId });
    await assertPasskeyRefused(flow, answer, [409, "AccountNotLinked"]);
    assertCleared(answer);
    assert.equal(await whoIs(thief.browser), null);
    assert.deepEqual(await countRows(flow, "thief@example.com"), [0, 0, 0]);
    // The thief's key does not sign in, and the victim's still does.
    await authenticate(thief);
    assert.equal(await whoIs(thief.browser), null);
    const later = onOtherBrowser(flow, victim);
    await authenticate(later);
    assert.equal(await whoIs(later.browser), ada);
  });

  it("a new passkey for a taken address is refused, and nothing is added to the address's owner", async () => {
    const flow = await createPasskeySite();
    await createMember(flow);
    const thief = createPerson(flow);
    const answer = await register(thief, ada);
    await assertPasskeyRefused(flow, answer, [409, "AccountNotLinked"]);
    assertCleared(answer);
    assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
    assert.equal(await whoIs(thief.browser), null);
    await authenticate(thief);
    assert.equal(await whoIs(thief.browser), null);
  });

  it("a new passkey is refused without reading its certificates or fetching addresses in them [A78]", async () => {
    const flow = await createPasskeySite();
    const fetched = mock.method(globalThis, "fetch", () => {
      throw new Error("asked somebody");
    });
    const statement = concat(
      Uint8Array.of(0xa3),
      cborText("alg"),
      Uint8Array.of(0x26),
      cborText("sig"),
      Uint8Array.of(0x41, 0x00),
      cborText("x5c"),
      Uint8Array.of(0x81, 0x41, 0x00),
    );
    const person = createPerson(flow);
    const answer = await register(person, ada, {
      attestation: { fmt: "packed", statement },
    });
    // No statement was requested, so this one is ignored.
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(fetched.mock.callCount(), 0);
    fetched.mock.restore();
  });

  it("a new passkey with a false attestation is refused if attestation was requested [A78]", async () => {
    const flow = await createPasskeySite({}, {
      registrationOptions: { attestationType: "direct" },
    });
    const statement = concat(
      Uint8Array.of(0xa3),
      cborText("alg"),
      Uint8Array.of(0x26),
      cborText("sig"),
      Uint8Array.of(0x41, 0x00),
      cborText("x5c"),
      Uint8Array.of(0x81, 0x41, 0x00),
    );
    const answer = await register(createPerson(flow), ada, {
      attestation: { fmt: "packed", statement },
    });
    await assertPasskeyRefused(flow, answer, failed);
  });
});

describe("an answer in JSON [4.9]", () => {
  const noTexts: unknown[] = [
    {},
    { toString: "register" },
    ["register"],
    [],
    7,
    null,
  ];
  for (const field of ["action", "data"] as const) {
    it(`an answer is refused if \`${field}\` is not a text`, async () => {
      const flow = await createPasskeySite();
      const { browser, authenticator } = createPerson(flow);
      const options = await getOptions<CreationOptions>(browser, {
        action: "register",
        email: ada,
      });
      const data = await authenticator.create(options);
      const { body: { csrfToken } } = await ask(browser, "csrf");
      for (const value of [...noTexts, JSON.parse(data)]) {
        const fields = { csrfToken, action: "register", data, [field]: value };
        const answer = await ask(browser, "callback/passkey", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(fields),
        });
        await assertPasskeyRefused(flow, answer, [400, "InvalidRequest"]);
        assert.deepEqual(await countRows(flow, ada), [0, 0, 0]);
        assert.equal(await whoIs(browser), null);
      }
    });
  }
});

describe("refusals of a known passkey [4.19]", () => {
  for (const [what, lie] of Object.entries(lies)) {
    it(`a passkey with ${what} is refused`, async () => {
      const flow = await createPasskeySite();
      const person = onOtherBrowser(flow, await createMember(flow));
      const answer = await authenticate(person, lie);
      await assertPasskeyRefused(flow, answer, failed);
      assertCleared(answer);
      assert.equal(await whoIs(person.browser), null);
    });
  }

  it("a passkey with the type of a new one is refused", async () => {
    const flow = await createPasskeySite();
    const person = onOtherBrowser(flow, await createMember(flow));
    const answer = await authenticate(person, { type: "webauthn.create" });
    await assertPasskeyRefused(flow, answer, failed);
  });

  it("a passkey with another key's signature is refused", async () => {
    const flow = await createPasskeySite();
    const person = onOtherBrowser(flow, await createMember(flow));
    const answer = await authenticate(person, { wrongKey: true });
    await assertPasskeyRefused(flow, answer, failed);
    assertCleared(answer);
    assert.equal(await whoIs(person.browser), null);
  });

  it("an unknown passkey is refused in the same words", async () => {
    const flow = await createPasskeySite();
    const person = onOtherBrowser(flow, await createMember(flow));
    const wrong = await authenticate(person, { wrongKey: true });
    const elsewhere = await createPasskeySite();
    const stranger = await createMember(elsewhere);
    const answer = await authenticate({
      ...stranger,
      browser: flow.createBrowser(),
    });
    await assertPasskeyRefused(flow, answer, failed);
    const { ref: _, ...said } = answer.body;
    const { ref: _other, ...words } = wrong.body;
    assert.deepEqual(said, words);
  });

  it("a passkey whose counter does not grow is refused, and the log says so", async () => {
    for (const counter of [3, 2, 1, 0]) {
      const flow = await createPasskeySite();
      const person = onOtherBrowser(flow, await createMember(flow));
      const first = await authenticate(person, { counter: 3 });
      assert.equal(first.status, 200);
      const copy = onOtherBrowser(flow, person);
      const answer = await authenticate(copy, { counter });
      await assertPasskeyRefused(flow, answer, failed);
      assertCleared(answer);
      assert.equal(await whoIs(copy.browser), null);
      const warned = flow.log.filter(({ level }) => level === "warn");
      assert.match(warned.at(-1)?.text ?? "", /passkey-counter/);
    }
  });

  it("a passkey that never counts is not refused", async () => {
    const flow = await createPasskeySite();
    const person = await createMember(flow, ada, 0);
    for (let i = 0; i < 3; i++) {
      const later = onOtherBrowser(flow, person);
      assert.equal((await authenticate(later)).status, 200);
    }
  });

  it("a passkey is refused if its account was removed or belongs to another provider", async () => {
    const flow = await createPasskeySite();
    const person = await createMember(flow);
    const user = await flow.adapter.getUserByEmail?.(ada);
    const [account] =
      await flow.adapter.listAccountsByUserId?.(user?.id ?? "") ?? [];
    assert.ok(account);
    await flow.adapter.unlinkAccount?.(account);
    const removed = await authenticate(onOtherBrowser(flow, person));
    await assertPasskeyRefused(flow, removed, failed);
    await flow.adapter.linkAccount?.({ ...account, provider: "webauthn" });
    const other = await authenticate(onOtherBrowser(flow, person));
    await assertPasskeyRefused(flow, other, failed);
  });

  it("a passkey is refused if its account belongs to another user, stored or half-stored", async () => {
    for (const isStored of [true, false]) {
      const faults = createFaultAdapter(createMemoryAdapter());
      const flow = await createPasskeySite({ adapter: faults.adapter });
      const eve = await createMember(flow, "eve@example.com");
      const member = await createMember(flow);
      const phone = { ...createPerson(flow), browser: member.browser };
      if (!isStored) {
        faults.fault = { at: "createAuthenticator", kind: "throw" };
      }
      const added = await register(phone);
      assert.equal(added.status, isStored ? 200 : 503);
      faults.fault = null;
      const [id, other] = await Promise.all(
        [ada, "eve@example.com"].map(async (email) =>
          (await flow.adapter.getUserByEmail?.(email))?.id ?? ""
        ),
      );
      const [, account] = await flow.adapter.listAccountsByUserId?.(id ?? "") ??
        [];
      assert.ok(account && other);
      await flow.adapter.unlinkAccount?.(account);
      await flow.adapter.linkAccount?.({ ...account, userId: other });
      // Two handles are accepted: none, and that of the account's owner.
      const own = eve.authenticator.passkeys[0]?.userHandle ?? "";
      for (const userHandle of ["", own]) {
        const later = onOtherBrowser(flow, phone);
        const answer = await authenticate(later, { userHandle });
        await assertPasskeyRefused(flow, answer, failed);
        assertCleared(answer);
        assert.equal(await whoIs(later.browser), null);
      }
    }
  });

  it("a passkey is refused if the database finds another one for its id", async () => {
    const inner = createMemoryAdapter();
    const flow = await createPasskeySite({
      adapter: {
        ...inner,
        getAuthenticator: async (id) => {
          const user = await inner.getUserByEmail?.(ada);
          const all = await inner.listAuthenticatorsByUserId?.(user?.id ?? "");
          return all?.find(({ credentialID }) =>
            credentialID.toLowerCase() === id.toLowerCase()
          ) ?? null;
        },
      },
    });
    const person = await createMember(flow);
    const id = person.authenticator.passkeys[0]?.id ?? "";
    const other = id.replace(
      /[a-z]/i,
      (letter) => letter < "a" ? letter.toLowerCase() : letter.toUpperCase(),
    );
    const later = onOtherBrowser(flow, person);
    const answer = await authenticate(later, { id: other });
    await assertPasskeyRefused(flow, answer, failed);
    assertCleared(answer);
    assert.equal(await whoIs(later.browser), null);
    assert.equal((await authenticate(later)).status, 200);
  });

  it("a passkey left half-stored at another provider is refused", async () => {
    const faults = createFaultAdapter(createMemoryAdapter());
    const flow = await createPasskeySite({
      adapter: faults.adapter,
      providers: [Passkey(), WebAuthn()],
    });
    const person = createPerson(flow);
    faults.fault = { at: "createUserWithAccount", kind: "throw" };
    assert.equal((await register(person, ada)).status, 503);
    faults.fault = null;
    const { browser, authenticator } = person;
    const options = await getOptions<RequestOptions>(browser, {}, "webauthn");
    const data = await authenticator.get(options);
    const answer = await send(browser, "authenticate", data, {
      provider: "webauthn",
    });
    await assertPasskeyRefused(flow, answer, failed);
    assertCleared(answer);
    assert.deepEqual(await countRows(flow, ada), [0, 0, 0]);
    assert.equal(await whoIs(browser), null);
    // At its own provider it is completed.
    assert.equal((await authenticate(person)).status, 200);
    assert.equal(await whoIs(browser), ada);
  });

  it("a passkey with the handle of another user, or of an unknown one, is refused", async () => {
    const flow = await createPasskeySite();
    const victim = await createMember(flow, "victim@example.com");
    const person = onOtherBrowser(flow, await createMember(flow));
    const userHandle = victim.authenticator.passkeys[0]?.userHandle ?? "";
    const handles = [userHandle, toBase64url(new Uint8Array(32)), "AAAA", "%"];
    for (const handle of handles) {
      const answer = await authenticate(person, { userHandle: handle });
      await assertPasskeyRefused(flow, answer, failed);
      assertCleared(answer);
      assert.equal(await whoIs(person.browser), null);
    }
  });

  it("a passkey without user verification is refused, unless the application does not require it", async () => {
    const entry: Partial<WebAuthnConfig> = {
      authenticationOptions: { userVerification: "preferred" },
      verifyAuthenticationOptions: { requireUserVerification: false },
    };
    const flow = await createPasskeySite({}, entry);
    const person = onOtherBrowser(flow, await createMember(flow));
    const answer = await authenticate(person, {
      flags: { up: true, uv: false },
    });
    assert.equal(answer.status, 200);
  });
});

describe("a challenge [4.19]", () => {
  it("a challenge is answered once, also by a copy of the cookie", async () => {
    const flow = await createPasskeySite();
    const person = onOtherBrowser(flow, await createMember(flow));
    const { browser, authenticator } = person;
    const options = await getOptions<RequestOptions>(browser, {});
    const thief = browser.clone();
    const data = await authenticator.get(options);
    assert.equal((await send(browser, "authenticate", data)).status, 200);
    for (const one of [browser, thief]) {
      const answer = await send(one, "authenticate", data);
      await assertPasskeyRefused(flow, answer, stale);
    }
    assert.equal(await whoIs(thief), null);
  });

  it("a challenge is refused while the store cannot say whether it was used", async () => {
    const inner = createMemoryStore();
    let isDown = false;
    const flow = await createPasskeySite({
      store: {
        ...inner,
        compareAndSet: (...args) =>
          isDown
            ? Promise.reject(new Error("down"))
            : inner.compareAndSet(...args),
      },
    });
    const person = onOtherBrowser(flow, await createMember(flow));
    const options = await getOptions<RequestOptions>(person.browser, {});
    const data = await person.authenticator.get(options);
    isDown = true;
    const answer = await send(person.browser, "authenticate", data);
    await assertPasskeyRefused(flow, answer, [503, "StoreError"]);
    assertCleared(answer);
    isDown = false;
    assert.equal(await whoIs(person.browser), null);
  });

  it("a wrong answer uses up its challenge too", async () => {
    const flow = await createPasskeySite();
    const { browser, authenticator } = onOtherBrowser(
      flow,
      await createMember(flow),
    );
    const options = await getOptions<RequestOptions>(browser, {});
    const thief = browser.clone();
    const wrong = await authenticator.get(options, { wrongKey: true });
    const first = await send(browser, "authenticate", wrong);
    await assertPasskeyRefused(flow, first, failed);
    const right = await authenticator.get(options);
    const second = await send(thief, "authenticate", right);
    await assertPasskeyRefused(flow, second, stale);
  });

  it("a challenge is bound to the browser that got it", async () => {
    const flow = await createPasskeySite();
    const { browser, authenticator } = onOtherBrowser(
      flow,
      await createMember(flow),
    );
    const options = await getOptions<RequestOptions>(browser, {});
    const data = await authenticator.get(options);
    const other = flow.createBrowser();
    await assertPasskeyRefused(
      flow,
      await send(other, "authenticate", data),
      stale,
    );
    // A browser with another challenge is refused, too.
    await getOptions(other, {});
    const answer = await send(other, "authenticate", data);
    await assertPasskeyRefused(flow, answer, stale);
    assertCleared(answer);
    assert.equal(await whoIs(other), null);
  });

  it("a challenge is bound to its ceremony", async () => {
    const flow = await createPasskeySite();
    const member = onOtherBrowser(flow, await createMember(flow));
    const { browser, authenticator } = member;
    const asked = await getOptions<CreationOptions>(browser, {
      action: "register",
      email: "eve@example.com",
    });
    const used = await authenticator.get({
      challenge: asked.challenge,
      rpId: asked.rp.id,
    });
    const first = await send(browser, "authenticate", used);
    await assertPasskeyRefused(flow, first, stale);
    assertCleared(first);

    const { challenge } = await getOptions<RequestOptions>(browser, {});
    const made = await createAuthenticator(site).create({
      challenge,
      rp: { id: "app.example" },
      user: { id: "AAAA", name: "x" },
    });
    const second = await send(browser, "register", made);
    await assertPasskeyRefused(flow, second, stale);
    assertCleared(second);
  });

  it("a challenge is bound to its provider", async () => {
    const flow = await createPasskeySite({
      providers: [Passkey(), WebAuthn()],
    });
    const { browser, authenticator } = onOtherBrowser(
      flow,
      await createMember(flow),
    );
    const options = await getOptions<RequestOptions>(browser, {});
    const data = await authenticator.get(options);
    const answer = await send(browser, "authenticate", data, {
      provider: "webauthn",
    });
    await assertPasskeyRefused(flow, answer, stale);
    assertCleared(answer);
  });

  it("a challenge expires after five minutes", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const flow = await createPasskeySite();
    const { browser, authenticator } = onOtherBrowser(
      flow,
      await createMember(flow),
    );
    const options = await getOptions<RequestOptions>(browser, {});
    const late = await keepCookies(browser);
    mock.timers.tick(299_999);
    const data = await authenticator.get(options);
    const early = await keepCookies(browser);
    mock.timers.tick(1);
    const answer = await late("authenticate", data);
    await assertPasskeyRefused(flow, answer, stale);
    assertCleared(answer);
    mock.timers.setTime(Date.now() - 1);
    const inTime = await early("authenticate", data);
    assert.equal(inTime.status, 200, JSON.stringify(inTime.body));
  });

  it("a challenge for adding a passkey is bound to the session [SES-04]", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const flow = await createPasskeySite({ session: { maxAge: 60 } });
    const person = await createMember(flow);
    const { browser } = person;
    const options = await getOptions<CreationOptions>(browser, {
      action: "register",
    });
    const phone = createAuthenticator(site);
    const data = await phone.create(options);
    // The session's row still exists, and the cookie is still sent.
    const late = await keepCookies(browser);
    mock.timers.tick(61_000);
    const answer = await late("register", data);
    await assertPasskeyRefused(flow, answer, [401, "SignInRequired"]);
    assertCleared(answer);
    assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
  });

  it("a challenge for adding a passkey is refused to another user who has signed in since", async () => {
    const flow = await createPasskeySite();
    const person = await createMember(flow);
    const options = await getOptions<CreationOptions>(person.browser, {
      action: "register",
    });
    const data = await createAuthenticator(site).create(options);
    const other = await createMember(flow, "eve@example.com");
    const cookie = person.browser.cookies(site).find(({ name }) =>
      name.endsWith("challenge")
    );
    other.browser.setCookie(
      site,
      `${cookie?.name}=${cookie?.value}; Secure; Path=/; HttpOnly`,
    );
    const answer = await send(other.browser, "register", data);
    await assertPasskeyRefused(flow, answer, stale);
    assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
    assert.deepEqual(await countRows(flow, "eve@example.com"), [1, 1, 1]);
  });

  it("another site can neither replace a challenge nor answer it with a form", async () => {
    const flow = await createPasskeySite();
    const { browser, authenticator } = onOtherBrowser(
      flow,
      await createMember(flow),
    );
    const options = await getOptions<RequestOptions>(browser, {});
    const from = "https://evil.example/";
    const answer = await browser.fetch(
      `${site}/auth/webauthn-options/passkey?action=authenticate`,
      { from, headers: { accept: "application/json" } },
    );
    assert.equal(answer.status, 403);
    const data = await authenticator.get(options);
    const missing = await ask(browser, "callback/passkey", {
      method: "POST",
      body: new URLSearchParams({ action: "authenticate", data }),
    });
    assert.deepEqual([missing.status, missing.body.error], [
      403,
      "MissingCSRF",
    ]);
    assert.equal(await whoIs(browser), null);
  });
});
