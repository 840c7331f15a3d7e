import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Adapter } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { createFaultAdapter } from "../../accounts/users_testkit.ts";
import { cookieName, cookieValue, site } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  createAuthenticator,
  type CreationOptions,
  type RequestOptions,
} from "./authenticator_testkit.ts";
import {
  ask,
  assertCleared,
  assertPasskeyRefused,
  authenticate,
  challengeCookie,
  countRows,
  createMember,
  createPasskeySite,
  createPerson,
  getOptions,
  onOtherBrowser,
  type PasskeySite,
  type Person,
  register,
  send,
  whoIs,
} from "./passkeys_testkit.ts";

afterEach(endTest);

const ada = "ada@example.com";
const eve = "eve@example.com";
const strategies = ["database", "jwt"] as const;

/** Adapters that create a user and an account in one step, and in two. */
const adapters: Readonly<Record<string, () => Adapter>> = {
  "one step": createMemoryAdapter,
  "two steps": () => {
    const { createUserWithAccount: _, ...adapter } = createMemoryAdapter();
    return adapter;
  },
};

type Removal = (adapter: Adapter, userId: string) => Promise<void>;

async function removeAccounts(adapter: Adapter, userId: string): Promise<void> {
  for (const one of await adapter.listAccountsByUserId?.(userId) ?? []) {
    await adapter.unlinkAccount?.(one);
  }
}

/** Things that may be removed between the proof and the end of the sign-in. */
const removals: Readonly<Record<string, Removal>> = {
  "passkey": async (adapter, userId) => {
    await removeAccounts(adapter, userId);
    const own = await adapter.listAuthenticatorsByUserId?.(userId) ?? [];
    for (const { credentialID } of own) {
      await adapter.deleteAuthenticator?.({ credentialID, userId });
    }
  },
  "account": removeAccounts,
  "user": async (adapter, userId) => void await adapter.deleteUser?.(userId),
};

/** A site on which something is removed while the `signIn` callback runs. */
interface RacingSite {
  readonly flow: PasskeySite;
  readonly calls: readonly string[];
  /** Runs during the next call of the `signIn` callback. */
  race: (() => Promise<void>) | null;
}

async function createRacingSite(
  adapter: Adapter,
  strategy: typeof strategies[number],
  faults = createFaultAdapter(adapter),
): Promise<RacingSite> {
  const racing: Pick<RacingSite, "race"> = { race: null };
  const flow = await createPasskeySite({
    adapter: faults.adapter,
    session: { strategy },
    callbacks: {
      signIn: async () => {
        await racing.race?.();
        return true;
      },
    },
  });
  return Object.assign(racing, { flow, calls: faults.calls });
}

async function findId(adapter: Adapter): Promise<string> {
  return (await adapter.getUserByEmail?.(ada))?.id ?? "";
}

/** Asserts that no user is created if a passkey's owner is removed while it is used. */
async function assertCreatesNobody(
  own: RacingSite,
  person: Person,
  remove: () => Promise<void>,
): Promise<void> {
  const { flow, calls } = own;
  const later = onOtherBrowser(flow, person);
  const before = calls.length;
  flow.told.length = 0;
  own.race = remove;
  const answer = await authenticate(later);
  own.race = null;
  await assertPasskeyRefused(flow, answer, [403, "AccessDenied"]);
  assertCleared(answer);
  assert.equal(await whoIs(later.browser), null);
  const written = calls.slice(before)
    .filter((name) => /^(?:create|link)/.test(name));
  assert.deepEqual(written, []);
  assert.deepEqual(flow.told, []);
}

for (const strategy of strategies) {
  describe(`a sign-in with a passkey, with the strategy ${strategy}`, () => {
    for (const [steps, create] of Object.entries(adapters)) {
      for (const [what, remove] of Object.entries(removals)) {
        it(`the sign-in creates no user if its ${what} is removed in the meantime, with users created in ${steps}`, async () => {
          const adapter = create();
          const own = await createRacingSite(adapter, strategy);
          const person = await createMember(own.flow);
          const userId = await findId(adapter);
          await assertCreatesNobody(
            own,
            person,
            () => remove(adapter, userId),
          );
        });
      }

      it(`the sign-in creates no user if the user of a half-stored passkey is removed in the meantime, with users created in ${steps}`, async () => {
        const adapter = create();
        const faults = createFaultAdapter(adapter);
        const own = await createRacingSite(adapter, strategy, faults);
        const { browser } = await createMember(own.flow);
        const phone = { ...createPerson(own.flow), browser };
        faults.fault = { at: "createAuthenticator", kind: "throw" };
        assert.equal((await register(phone)).status, 503);
        faults.fault = null;
        const userId = await findId(adapter);
        await assertCreatesNobody(
          own,
          phone,
          async () => void await adapter.deleteUser?.(userId),
        );
      });
    }
  });

  describe(`a passkey challenge, with the strategy ${strategy}`, () => {
    /** Copies a cookie of one browser into another. */
    function plant(from: Browser, to: Browser, name: string): void {
      const cookie = from.cookies(site).find((one) => one.name === name);
      to.setCookie(site, `${name}=${cookie?.value}; Path=/; Secure`);
    }

    async function createVisit() {
      const flow = await createPasskeySite({ session: { strategy } });
      const member = await createMember(flow, eve);
      return { flow, member, visitor: createPerson(flow) };
    }

    it("a challenge from before the sign-in signs no user in over the session begun since", async () => {
      const { flow, member } = await createVisit();
      const person = onOtherBrowser(flow, await createMember(flow));
      const { browser, authenticator } = person;
      const options = await getOptions<RequestOptions>(browser, {});
      const data = await authenticator.get(options);
      plant(member.browser, browser, cookieName.session);
      const before = cookieValue(browser);
      const answer = await send(browser, "authenticate", data);
      await assertPasskeyRefused(flow, answer, [400, "InvalidCheck"]);
      assertCleared(answer);
      assert.equal(cookieValue(browser), before);
      assert.equal(await whoIs(browser), eve);
    });

    it("a challenge from before the sign-in adds no passkey to the session begun since", async () => {
      const { flow, member, visitor } = await createVisit();
      const { browser } = visitor;
      const options = await getOptions<CreationOptions>(browser, {
        action: "register",
        email: ada,
      });
      const data = await createAuthenticator(site).create(options);
      plant(member.browser, browser, cookieName.session);
      flow.told.length = 0;
      const answer = await send(browser, "register", data);
      await assertPasskeyRefused(flow, answer, [400, "InvalidCheck"]);
      assertCleared(answer);
      assert.deepEqual(await countRows(flow, ada), [0, 0, 0]);
      assert.deepEqual(await countRows(flow, eve), [1, 1, 1]);
      assert.deepEqual(flow.told, []);
      assert.equal(await whoIs(browser), eve);
    });

    it("a challenge of a session is refused without that session", async () => {
      const { flow, member, visitor } = await createVisit();
      const options = await getOptions<RequestOptions>(member.browser, {
        action: "authenticate",
      });
      const data = await member.authenticator.get(options);
      plant(member.browser, visitor.browser, challengeCookie);
      const answer = await send(visitor.browser, "authenticate", data);
      await assertPasskeyRefused(flow, answer, [400, "InvalidCheck"]);
      assertCleared(answer);
      assert.equal(await whoIs(visitor.browser), null);
    });
  });
}

describe("a passkey challenge", () => {
  it("a challenge for one of two session cookies is refused while the other one is the session", async () => {
    const inner = createMemoryAdapter();
    const hidden = new Set<string>();
    const adapter: Adapter = {
      ...inner,
      // Simulates a database replica that lags behind.
      getSessionAndUser: (key) =>
        hidden.has(key) ? null : inner.getSessionAndUser(key),
    };
    const flow = await createPasskeySite({ adapter });
    const own = await createMember(flow, ada);
    const other = await createMember(flow, eve);
    const keyOf = async (email: string) => {
      const user = await inner.getUserByEmail(email);
      const [row] = await inner.listSessionsByUserId(user?.id ?? "");
      return row?.sessionToken ?? "";
    };
    const both = [own, other]
      .map(({ browser }) => `${cookieName.session}=${cookieValue(browser)}`);
    const visitor = flow.createBrowser();
    const asBoth = async (path: string, init: RequestInit = {}) => {
      const rest = visitor.cookieHeader(`${site}/auth/`);
      const cookie = [...both, rest].filter(Boolean).join("; ");
      const answer = await ask(flow.createBrowser(), path, {
        ...init,
        headers: { cookie },
      });
      for (const line of answer.headers.getSetCookie()) {
        visitor.setCookie(site, line);
      }
      return answer;
    };
    hidden.add(await keyOf(eve));
    const { body } = await asBoth("webauthn-options/passkey?action=register");
    const data = await createAuthenticator(site).create(body.options);
    const { body: { csrfToken } } = await asBoth("csrf");
    hidden.clear();
    hidden.add(await keyOf(ada));
    const answer = await asBoth("callback/passkey", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, action: "register", data }),
    });
    await assertPasskeyRefused(flow, answer, [401, "SignInRequired"]);
    assertCleared(answer);
    assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
    assert.deepEqual(await countRows(flow, eve), [1, 1, 1]);
  });
});
