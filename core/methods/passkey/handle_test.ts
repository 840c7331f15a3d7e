import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Adapter } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readHandle, toHandle } from "./handle.ts";
import {
  assertPasskeyRefused,
  authenticate,
  createMember,
  createPasskeySite,
  createPerson,
  onOtherBrowser,
  register,
  whoIs,
} from "./passkeys_testkit.ts";

afterEach(endTest);

const ada = "ada@example.com";

/** An adapter whose database makes its own ids. */
function withOwnIds(makeId: () => string): Adapter {
  const { createUserWithAccount: _, ...adapter } = createMemoryAdapter();
  return {
    ...adapter,
    createUser: (user) => adapter.createUser({ ...user, id: makeId() }),
  };
}

function toText(bytes: string): string {
  return toBase64url(new TextEncoder().encode(bytes));
}

describe("a user handle", () => {
  it("a user handle has 32 bytes, the same for each user and different between users", async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID(), "17", "18", ""];
    const handles = await Promise.all(ids.map(toHandle));
    assert.equal(new Set(handles).size, ids.length);
    assert.deepEqual(await Promise.all(ids.map(toHandle)), handles);
    for (const handle of handles) {
      assert.equal(fromBase64url(handle)?.length, 32);
    }
  });

  it("a user handle gives back the requested id, and an altered one gives none", async () => {
    const id = crypto.randomUUID();
    const handle = await toHandle(id);
    assert.equal(await readHandle(handle), id);
    const bytes = fromBase64url(handle) ?? new Uint8Array();
    const others = [0, 15, 16, 31].map((at) =>
      toBase64url(bytes.map((byte, i) => i === at ? byte ^ 1 : byte))
    );
    const shorter = toBase64url(bytes.subarray(0, 16));
    const foreign = [...others, shorter, "", "AAAA", "%", await toHandle("17")];
    for (const one of foreign) assert.equal(await readHandle(one), null, one);
  });
});

describe("the handle that a passkey comes with", () => {
  const databases: Readonly<Record<string, () => Adapter>> = {
    "the ids that it is given": createMemoryAdapter,
    "UUIDs of its own": () => withOwnIds(() => crypto.randomUUID()),
    "numbers": () => {
      let last = 0;
      return withOwnIds(() => `${++last}`);
    },
  };
  for (const [ids, create] of Object.entries(databases)) {
    it(`the handle fits its owner, who signed up with the passkey or added it, if users have ${ids}`, async () => {
      const flow = await createPasskeySite({ adapter: create() });
      const person = await createMember(flow);
      const phone = { ...createPerson(flow), browser: person.browser };
      await register(phone);
      for (const one of [person, phone]) {
        const later = onOtherBrowser(flow, one);
        await authenticate(later);
        assert.equal(await whoIs(later.browser), ada);
      }
    });

    it(`the handle of another user is refused, if users have ${ids}`, async () => {
      const flow = await createPasskeySite({ adapter: create() });
      const eve = await createMember(flow, "eve@example.com");
      const phone = { ...createPerson(flow), browser: eve.browser };
      await register(phone);
      const userHandle = phone.authenticator.passkeys[0]?.userHandle ?? "";
      const person = onOtherBrowser(flow, await createMember(flow));
      const answer = await authenticate(person, { userHandle });
      await assertPasskeyRefused(flow, answer, [
        400,
        "WebAuthnVerificationError",
      ]);
      assert.equal(await whoIs(person.browser), null);
    });
  }

  it("the handle may be missing, and may be spelled as older scripts do", async () => {
    const flow = await createPasskeySite();
    const person = await createMember(flow);
    const [passkey] = person.authenticator.passkeys;
    const handles = ["", toText(passkey?.userHandle ?? "")];
    for (const userHandle of handles) {
      const later = onOtherBrowser(flow, person);
      await authenticate(later, { userHandle });
      assert.equal(await whoIs(later.browser), ada);
    }
    const eve = await createMember(flow, "eve@example.com");
    const userHandle = toText(eve.authenticator.passkeys[0]?.userHandle ?? "");
    const answer = await authenticate(onOtherBrowser(flow, person), {
      userHandle,
    });
    await assertPasskeyRefused(flow, answer, [
      400,
      "WebAuthnVerificationError",
    ]);
  });

  it("the handle may be unknown, as one that another library made", async () => {
    const flow = await createPasskeySite();
    const person = await createMember(flow);
    const made = "0123456789abcdef".repeat(4);
    for (const userHandle of [made, toText(made)]) {
      const later = onOtherBrowser(flow, person);
      await authenticate(later, { userHandle });
      assert.equal(await whoIs(later.browser), ada);
    }
  });
});
