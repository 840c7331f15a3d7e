import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { Adapter, AuthConfig } from "@latchkey/auth";
import {
  createMemoryAdapter,
  type MemoryAdapter,
} from "@latchkey/auth/adapters/memory";
import { createFaultAdapter } from "../../accounts/users_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  assertCleared,
  assertPasskeyRefused,
  authenticate,
  countRows,
  createMember,
  createPasskeySite,
  createPerson,
  onOtherBrowser,
  type Person,
  register,
  whoIs,
} from "./passkeys_testkit.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 15, 12) })
);
afterEach(endTest);

const ada = "ada@example.com";
const eve = "eve@example.com";
const DAY = 86_400_000;
const unknown = [400, "WebAuthnVerificationError"] as const;
const taken = [409, "AccountNotLinked"] as const;

function idOf({ authenticator }: Person): string {
  return authenticator.passkeys.at(-1)?.id ?? "";
}

/** Creates a site where one call of the adapter can fail, and a person whose passkey was left half-stored by it. */
async function createHalfStored(at: keyof Adapter, step = 1) {
  const inner = createMemoryAdapter();
  const faults = createFaultAdapter(inner);
  const flow = await createPasskeySite({ adapter: faults.adapter });
  const person = createPerson(flow, step);
  faults.fault = { at, kind: "throw" };
  const answer = await register(person, ada);
  assert.equal(answer.status, 503);
  faults.fault = null;
  return { inner, flow, person };
}

describe("a half-stored passkey", () => {
  it("a half-stored passkey is stored with the counter that was proved", async () => {
    const { inner, flow, person } = await createHalfStored(
      "createAuthenticator",
      3,
    );
    await authenticate(person);
    assert.equal(await whoIs(person.browser), ada);
    const user = await inner.getUserByEmail(ada);
    const [row] = await inner.listAuthenticatorsByUserId(user?.id ?? "");
    assert.equal(row?.counter, 3);
    // An older copy is distinguished from the original.
    const copy = onOtherBrowser(flow, person);
    for (const passkey of copy.authenticator.passkeys) passkey.counter = 0;
    await assertPasskeyRefused(flow, await authenticate(copy), unknown);
  });

  for (const at of ["createUserWithAccount", "createAuthenticator"] as const) {
    it(`a half-stored passkey can be completed for a day, and no longer, if ${at} failed`, async () => {
      const early = await createHalfStored(at);
      mock.timers.tick(DAY - 1000);
      await authenticate(early.person);
      assert.equal(await whoIs(early.person.browser), ada);

      const late = await createHalfStored(at);
      mock.timers.tick(DAY);
      const answer = await authenticate(late.person);
      await assertPasskeyRefused(late.flow, answer, unknown);
      assertCleared(answer);
      assert.equal(await whoIs(late.person.browser), null);
    });

    it(`a half-stored passkey is not replaced by a stranger's with the same id, if ${at} failed`, async () => {
      const { flow, person } = await createHalfStored(at);
      const thief = createPerson(flow);
      const answer = await register(thief, eve, {
        credentialId: idOf(person),
      });
      await assertPasskeyRefused(flow, answer, taken);
      assertCleared(answer);
      assert.deepEqual(await countRows(flow, eve), [0, 0, 0]);
      await assertPasskeyRefused(flow, await authenticate(thief), unknown);
      await authenticate(person);
      assert.equal(await whoIs(person.browser), ada);
    });
  }
});

describe("an account whose passkey is gone", () => {
  it("the account is not taken over by a stranger's passkey with the same id", async () => {
    const adapter = createMemoryAdapter();
    const flow = await createPasskeySite({ adapter });
    const person = await createMember(flow);
    const user = await adapter.getUserByEmail(ada);
    const userId = user?.id ?? "";
    for (const row of await adapter.listAuthenticatorsByUserId(userId)) {
      await adapter.deleteAuthenticator({
        credentialID: row.credentialID,
        userId,
      });
    }
    const thief = createPerson(flow);
    const answer = await register(thief, eve, { credentialId: idOf(person) });
    await assertPasskeyRefused(flow, answer, taken);
    assertCleared(answer);
    // Nothing is left that the thief could finish.
    await assertPasskeyRefused(flow, await authenticate(thief), unknown);
    assert.equal(await whoIs(thief.browser), null);
    assert.deepEqual(await countRows(flow, ada), [1, 1, 0]);
    assert.deepEqual(await countRows(flow, eve), [0, 0, 0]);
  });
});

describe("a new passkey", () => {
  /** Creates a site where another user's account gets the id of the new passkey while it is being made. */
  async function createRacing(
    race: (adapter: MemoryAdapter, id: string, victim: string) => Promise<void>,
  ) {
    const adapter = createMemoryAdapter();
    let id: string | null = null;
    let victim = "";
    const config: Partial<AuthConfig> = {
      adapter,
      callbacks: {
        signIn: async () => {
          if (id !== null) await race(adapter, id, victim);
          return true;
        },
      },
    };
    const flow = await createPasskeySite(config);
    await createMember(flow);
    victim = (await adapter.getUserByEmail(ada))?.id ?? "";
    const thief = createPerson(flow);
    const answer = async () => {
      id = "AAAAAAAAAAAAAAAAAAAAAA";
      return await register(thief, eve, { credentialId: id });
    };
    return { flow, thief, answer };
  }

  it("a new passkey is refused if another user's account got its id during the registration", async () => {
    const { flow, thief, answer } = await createRacing(
      async (adapter, id, userId) =>
        await adapter.linkAccount({
          userId,
          type: "webauthn",
          provider: "passkey",
          providerAccountId: `${id}==`,
        }) as void,
    );
    const refused = await answer();
    await assertPasskeyRefused(flow, refused, taken);
    assertCleared(refused);
    assert.equal(await whoIs(thief.browser), null);
    assert.deepEqual(await countRows(flow, ada), [1, 2, 1]);
    assert.deepEqual(await countRows(flow, eve), [0, 0, 0]);
  });

  /** Rows that may exist after a passkey could not be stored, but belong to another. */
  const others = {
    "of another user": async (adapter: MemoryAdapter) =>
      (await adapter.getUserByEmail(ada))?.id ?? "",
    "of the same user with another key": async (adapter: MemoryAdapter) =>
      (await adapter.getUserByEmail(eve))?.id ?? "",
  };
  for (const [whose, findOwner] of Object.entries(others)) {
    it(`a new passkey is refused if a passkey ${whose} already has its id`, async () => {
      const inner = createMemoryAdapter();
      let isRace = false;
      const adapter: Adapter = {
        ...inner,
        createAuthenticator: async (row) => {
          if (isRace) {
            await inner.createAuthenticator({
              ...row,
              userId: await findOwner(inner),
              credentialPublicKey: "AAAA",
            });
          }
          return inner.createAuthenticator(row);
        },
      };
      const flow = await createPasskeySite({ adapter });
      await createMember(flow);
      isRace = true;
      const person = createPerson(flow);
      const answer = await register(person, eve);
      await assertPasskeyRefused(flow, answer, [503, "AdapterError"]);
      assertCleared(answer);
      assert.equal(await whoIs(person.browser), null);
    });
  }
});
