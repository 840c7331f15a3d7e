import assert from "node:assert/strict";
import { afterEach, before, describe, it, mock } from "node:test";
import { type Adapter, createAuth } from "@latchkey/auth";
import type { AuthConfig, Callbacks } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  AccessDenied,
  LastAccount,
  SignInRequired,
} from "@latchkey/auth/errors";
import type { Browser } from "@latchkey/auth/testing";
import {
  createFaultAdapter,
  faultKinds,
} from "../../accounts/users_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { post, site } from "../../../testing/app_testkit.ts";
import {
  assertCleared,
  assertPasskeyRefused,
  authenticate,
  countRows,
  createMember,
  createPasskeySite,
  createPerson,
  onOtherBrowser,
  register,
  whoIs,
} from "./passkeys_testkit.ts";

afterEach(endTest);

const ada = "ada@example.com";

describe("the signIn callback [4.19]", () => {
  const verdicts: Record<string, () => boolean | string> = {
    "false": () => false,
    "a throw": () => {
      throw new Error("not today");
    },
    "an error of the library's": () => {
      throw new AccessDenied("not today");
    },
    "an empty text": () => "",
  };

  for (const [what, signIn] of Object.entries(verdicts)) {
    it(`a signIn callback that answers with ${what} refuses a new passkey, and nothing is stored`, async () => {
      const flow = await createPasskeySite({ callbacks: { signIn } });
      const person = createPerson(flow);
      const answer = await register(person, ada);
      await assertPasskeyRefused(flow, answer, [403, "AccessDenied"]);
      assertCleared(answer);
      assert.deepEqual(await countRows(flow, ada), [0, 0, 0]);
      assert.equal(await whoIs(person.browser), null);
      assert.deepEqual(flow.told, []);
      // Nothing is left that could be completed.
      await authenticate(person);
      assert.equal(await whoIs(person.browser), null);
    });
  }

  for (const ceremony of ["register", "authenticate"] as const) {
    it(`a signIn callback that returns a URL redirects there instead of signing in (${ceremony})`, async () => {
      let isOpen = ceremony === "authenticate";
      const signIn = () => isOpen || "/waiting-list";
      const flow = await createPasskeySite({ callbacks: { signIn } });
      const person = isOpen ? await createMember(flow) : createPerson(flow);
      isOpen = false;
      const later = onOtherBrowser(flow, person);
      const answer = ceremony === "register"
        ? await register(later, ada)
        : await authenticate(later);
      assert.deepEqual(answer.body, { url: `${site}/waiting-list` });
      assertCleared(answer);
      assert.equal(await whoIs(later.browser), null);
      const rows = ceremony === "register" ? [0, 0, 0] : [1, 1, 1];
      assert.deepEqual(await countRows(flow, ada), rows);
    });
  }

  it("a signIn callback can refuse a known passkey, and the next one that is added", async () => {
    let isOpen = true;
    const flow = await createPasskeySite({
      callbacks: { signIn: () => isOpen },
    });
    const person = await createMember(flow);
    isOpen = false;
    const later = onOtherBrowser(flow, person);
    const answer = await authenticate(later);
    await assertPasskeyRefused(flow, answer, [403, "AccessDenied"]);
    assert.equal(await whoIs(later.browser), null);
    const phone = { ...createPerson(flow), browser: person.browser };
    const added = await register(phone);
    await assertPasskeyRefused(flow, added, [403, "AccessDenied"]);
    assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
  });

  it("signIn, the other callbacks and the events get the user", async () => {
    type Message = Parameters<NonNullable<Callbacks["jwt"]>>[0];
    const asked: Record<string, unknown>[] = [];
    const tokens: Message[] = [];
    const callbacks: Callbacks = {
      signIn: (message) => {
        asked.push(message);
        return true;
      },
      jwt: (message) => {
        tokens.push(message);
        return message.token;
      },
    };
    const flow = await createPasskeySite({
      callbacks,
      session: { strategy: "jwt" },
      pages: { newUser: "/welcome" },
    });
    const person = createPerson(flow);
    const first = await register(person, ada);
    assert.match(first.body.url, /\/welcome\?callbackUrl=/);
    const phone = { ...createPerson(flow), browser: person.browser };
    await register(phone);
    await authenticate(onOtherBrowser(flow, person));
    const user = await flow.adapter.getUserByEmail?.(ada);
    for (const message of asked) {
      assert.deepEqual(Object.keys(message).sort(), ["account", "user"]);
      const { account } = message as { account: Record<string, unknown> };
      assert.deepEqual([account.provider, account.type], [
        "passkey",
        "webauthn",
      ]);
    }
    const users = asked.map(({ user }) => (user as { id: string }).id);
    assert.deepEqual(users.slice(1), [user?.id, user?.id]);
    const signIns = tokens.filter(({ account }) => account);
    assert.deepEqual(
      signIns.map(({ trigger, isNewUser }) => [
        trigger,
        isNewUser,
      ]),
      [["signUp", true], ["signIn", false]],
    );
    assert.ok(signIns.every((message) => !("profile" in message)));
    assert.deepEqual(
      flow.told.map(([name, message]) => [
        name,
        Object.keys(message).sort().join(),
      ]),
      [
        ["createUser", "user"],
        ["linkAccount", "account,profile,user"],
        ["signIn", "account,isNewUser,user"],
        ["linkAccount", "account,profile,user"],
        ["signIn", "account,isNewUser,user"],
      ],
    );
  });
});

/** Adapters that create a user and an account in one step, and in two. */
const adapters: Record<string, () => Adapter> = {
  "one step": createMemoryAdapter,
  "two steps": () => {
    const { createUserWithAccount: _, ...adapter } = createMemoryAdapter();
    return adapter;
  },
};

describe("an adapter that fails once [5.2]", () => {
  for (const [steps, create] of Object.entries(adapters)) {
    let count = 0;
    before(async () => {
      count = await countCalls(create);
    });
    for (const kind of faultKinds) {
      it(`a new user is signed up in ${steps} even if any one adapter call fails by "${kind}"`, async () => {
        mock.timers.enable({ apis: ["setTimeout"] });
        assert.ok(count > 0);
        for (let at = 0; at < count; at++) await assertHeals(create, at, kind);
      });
    }
  }

  it("a known passkey signs in again after any one adapter call of a sign-in has failed", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    for (const kind of faultKinds) {
      const faults = createFaultAdapter(createMemoryAdapter());
      const flow = await createPasskeySite({ adapter: faults.adapter });
      const person = onOtherBrowser(flow, await createMember(flow));
      const first = faults.calls.length;
      await authenticate(person);
      const calls = faults.calls.length - first;
      for (let i = 0; i < calls; i++) {
        const later = onOtherBrowser(flow, person);
        faults.fault = { at: faults.calls.length + i, kind };
        const failed = await authenticate(later);
        faults.fault = null;
        const isFailed = failed.status >= 400;
        if (isFailed) assertCleared(failed);
        assert.equal(await whoIs(later.browser), isFailed ? null : ada);
        await authenticate(later);
        assert.equal(await whoIs(later.browser), ada);
      }
    }
  });
});

async function countCalls(create: () => Adapter): Promise<number> {
  const faults = createFaultAdapter(create());
  await createMember(await createPasskeySite({ adapter: faults.adapter }));
  return faults.calls.length;
}

/** Makes one call fail; then the person signs up again, or uses their passkey, and is signed in. */
async function assertHeals(
  create: () => Adapter,
  at: number,
  kind: typeof faultKinds[number],
): Promise<void> {
  const faults = createFaultAdapter(create());
  const flow = await createPasskeySite({ adapter: faults.adapter });
  const person = createPerson(flow);
  faults.fault = { at, kind };
  const first = await register(person, ada).catch(() => null);
  faults.fault = null;
  const where = `${kind} at call ${at}, ${faults.calls[at]}: ${faults.calls}`;
  if (first !== null && first.status >= 400) {
    await assertPasskeyRefused(flow, first, [first.status, first.body.error]);
    assertCleared(first);
    assert.equal(await whoIs(person.browser), null, where);
  }
  if (await whoIs(person.browser) === null) {
    const again = await authenticate(person);
    if (again.status >= 400) await register(person, ada);
  }
  assert.equal(await whoIs(person.browser), ada, where);
  const later = onOtherBrowser(flow, person);
  await authenticate(later);
  assert.equal(await whoIs(later.browser), ada, where);
  const rows = await countRows(flow, ada);
  assert.deepEqual(rows, [1, 1, 1], where);
  const created = flow.told.filter(([name]) => name === "createUser");
  assert.equal(created.length, 1, where);
}

describe("removing passkeys", () => {
  function toRequest(browser: Browser): Request {
    const cookie = browser.cookieHeader(`${site}/`);
    return new Request(`${site}/passkeys`, { headers: { cookie } });
  }

  async function createTwo(config: Partial<AuthConfig> = {}) {
    const flow = await createPasskeySite(config);
    const person = await createMember(flow);
    const phone = { ...createPerson(flow), browser: person.browser };
    await register(phone);
    const auth = createAuth(flow.makeConfig());
    const list = () => auth.listPasskeys(toRequest(person.browser));
    return { flow, person, phone, auth, list };
  }

  /** Stores the cookies of an application's response. */
  function take(browser: Browser, headers: Headers): void {
    for (const one of headers.getSetCookie()) browser.setCookie(site, one);
  }

  for (const strategy of ["database", "jwt"] as const) {
    it(`users can list their own passkeys, and remove one with its account (${strategy})`, async () => {
      const { flow, person, phone, auth, list } = await createTwo({
        session: { strategy },
      });
      const { browser } = person;
      const own = await list();
      assert.deepEqual(
        own.map(({ deviceType, backedUp, transports }) => [
          deviceType,
          backedUp,
          transports,
        ]),
        Array(2).fill(["multiDevice", true, ["internal", "hybrid"]]),
      );
      const [first] = own;
      const before = toRequest(browser);
      const { headers } = await auth.removePasskey(before, {
        credentialID: first?.credentialID ?? "",
      });
      // The session has a new id, and the old one has ended.
      assert.equal((await auth.session(toRequest(browser))).session, null);
      take(browser, headers);
      assert.equal(await whoIs(browser), ada);
      assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
      assert.equal((await list()).length, 1);
      const removed = await authenticate(onOtherBrowser(flow, person));
      await assertPasskeyRefused(flow, removed, [
        400,
        "WebAuthnVerificationError",
      ]);
      const later = onOtherBrowser(flow, phone);
      await authenticate(later);
      assert.equal(await whoIs(later.browser), ada);
    });
  }

  it("the last sign-in method cannot be removed", async () => {
    const flow = await createPasskeySite();
    const { browser } = await createMember(flow);
    const auth = createAuth(flow.makeConfig());
    const [only] = await auth.listPasskeys(toRequest(browser));
    assert.ok(only);
    await assert.rejects(
      auth.removePasskey(toRequest(browser), only),
      LastAccount,
    );
    assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
  });

  it("another user's passkey is not removed, and is answered like an unknown one [A25]", async () => {
    const { flow, list } = await createTwo();
    const [theirs] = await list();
    const eve = await createMember(flow, "eve@example.com");
    const own = createAuth(flow.makeConfig());
    assert.equal((await own.listPasskeys(toRequest(eve.browser))).length, 1);
    for (const credentialID of [theirs?.credentialID ?? "", "nothing", ""]) {
      await assert.rejects(
        own.removePasskey(toRequest(eve.browser), { credentialID }),
        { type: "InvalidRequest", message: "The user has no such passkey." },
      );
      const answer = await post(eve.browser, "unlink/passkey", {
        credentialID,
      });
      assert.equal(answer.status, 400);
    }
    assert.deepEqual(await countRows(flow, ada), [1, 2, 2]);
  });

  it("removing needs a recent sign-in", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const { flow, person, auth, list } = await createTwo();
    const [first] = await list();
    assert.ok(first);
    assert.deepEqual(await auth.listPasskeys(new Request(site)), []);
    await assert.rejects(
      auth.removePasskey(new Request(site), first),
      SignInRequired,
    );
    mock.timers.tick(600_000);
    await assert.rejects(
      auth.removePasskey(toRequest(person.browser), first),
      { type: "SignInRequired", code: "fresh" },
    );
    const { credentialID } = first;
    const answer = await post(person.browser, "unlink/passkey", {
      credentialID,
      callbackUrl: "/passkeys",
    });
    const { url } = await answer.json();
    assert.match(url, /signin\?error=SignInRequired&code=fresh&callbackUrl=/);
    assert.deepEqual(await countRows(flow, ada), [1, 2, 2]);
    // After another sign-in it is allowed.
    await authenticate(person);
    assert.equal(
      (await post(person.browser, "unlink/passkey", { credentialID })).status,
      200,
    );
    assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
  });

  it("a removal that failed half-way can be completed", async () => {
    const faults = createFaultAdapter(createMemoryAdapter());
    const { flow, person, auth, list } = await createTwo({
      adapter: faults.adapter,
    });
    const [first] = await list();
    assert.ok(first);
    faults.fault = { at: "deleteAuthenticator", kind: "reject" };
    await assert.rejects(auth.removePasskey(toRequest(person.browser), first), {
      type: "AdapterError",
    });
    faults.fault = null;
    assert.deepEqual(await countRows(flow, ada), [1, 1, 2]);
    const refused = await authenticate(onOtherBrowser(flow, person));
    assert.equal(refused.status, 400);
    await auth.removePasskey(toRequest(person.browser), first);
    assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
  });

  it("an adapter without the methods gets an error that names them", async () => {
    const { deleteAuthenticator: _, ...adapter } = createMemoryAdapter();
    const { person, auth, list } = await createTwo({ adapter });
    const [first] = await list();
    assert.ok(first);
    await assert.rejects(
      auth.removePasskey(toRequest(person.browser), first),
      /deleteAuthenticator/,
    );
  });
});
