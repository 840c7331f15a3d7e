import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import type { AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { SignInRequired } from "@latchkey/auth/errors";
import { ServerAuth } from "@latchkey/auth/server";
import { endTest } from "../../../testing/checks_testkit.ts";
import { site, toRequest } from "../../../testing/app_testkit.ts";
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
const start = Date.UTC(2030, 0, 1);
const HOUR = 3_600_000;

async function createOwner(config: Partial<AuthConfig> = {}) {
  mock.timers.enable({ apis: ["Date"], now: start });
  const flow = await createPasskeySite(config);
  const person = await createMember(flow);
  const auth = createAuth(flow.makeConfig());
  const list = () => auth.listPasskeys(toRequest(person.browser));
  const [first] = await list();
  assert.ok(first);
  const { credentialID } = first;
  const rename = (name: string) =>
    auth.renamePasskey(toRequest(person.browser), { credentialID, name });
  return { flow, person, auth, list, first, rename };
}

describe("the name and the times of a passkey", () => {
  for (const strategy of ["database", "jwt"] as const) {
    it(`a list shows when a passkey was added and last used, and what its owner calls it (${strategy})`, async () => {
      const { flow, person, list, first, rename } = await createOwner({
        session: { strategy },
      });
      const unused = {
        ...first,
        name: null,
        createdAt: new Date(start),
        lastUsedAt: null,
      };
      assert.deepEqual(first, unused);
      mock.timers.tick(HOUR);
      const phone = { ...createPerson(flow), browser: person.browser };
      // A passkey of several devices does not count.
      await authenticate(onOtherBrowser(flow, person), { counter: 0 });
      await authenticate(person, { counter: 0 });
      await register(phone);
      const { headers } = await rename("  Ada's phone 📱 ");
      assert.ok(headers instanceof Headers);
      const used = new Date(start + HOUR);
      const named = { ...unused, name: "Ada's phone 📱", lastUsedAt: used };
      const [own, other] = await list();
      assert.deepEqual(own, named);
      assert.deepEqual(
        [other?.name, other?.createdAt, other?.lastUsedAt],
        [null, used, null],
      );
      await rename(" ");
      assert.deepEqual((await list())[0], { ...named, name: null });
      assert.equal(await whoIs(person.browser), ada);
    });
  }

  it("a name that is too long, has control characters or is no text is refused", async () => {
    const { list, rename } = await createOwner();
    await rename("a".repeat(64));
    const names: unknown[] = [
      "a".repeat(65),
      "a\nb",
      "a\0",
      "a\u2028b",
      "\u001b[31m",
      "\ud800",
      undefined,
      null,
      ["a"],
    ];
    for (const name of names) {
      await assert.rejects(rename(name as string), {
        type: "InvalidRequest",
        message:
          "The name of a passkey must be a string of at most 64 characters without control characters.",
      });
    }
    assert.equal((await list())[0]?.name, "a".repeat(64));
  });

  it("another user's passkey is not renamed, and is answered like an unknown one [A25]", async () => {
    const { flow, list, first, auth } = await createOwner();
    const eve = await createMember(flow, "eve@example.com");
    for (const credentialID of [first.credentialID, "nothing", "", "\0"]) {
      await assert.rejects(
        auth.renamePasskey(toRequest(eve.browser), {
          credentialID,
          name: "mine",
        }),
        { type: "InvalidRequest", message: "The user has no such passkey." },
      );
    }
    assert.deepEqual(await list(), [first]);
  });

  it("renaming needs a session, and a recent sign-in", async () => {
    const { list, first, auth, rename } = await createOwner();
    await assert.rejects(
      auth.renamePasskey(new Request(site), { ...first, name: "mine" }),
      SignInRequired,
    );
    mock.timers.tick(600_000);
    await assert.rejects(rename("mine"), {
      type: "SignInRequired",
      code: "fresh",
    });
    assert.deepEqual(await list(), [first]);
  });

  it("a passkey that is removed during a sign-in does not sign in", async () => {
    const adapter = createMemoryAdapter();
    let isGone = false;
    const { flow, person } = await createOwner({
      adapter: {
        ...adapter,
        updateAuthenticator: (changes) => {
          if (isGone) adapter.deleteAuthenticator(changes);
          return adapter.updateAuthenticator(changes);
        },
      },
    });
    isGone = true;
    const later = onOtherBrowser(flow, person);
    const answer = await authenticate(later);
    await assertPasskeyRefused(flow, answer, [
      400,
      "WebAuthnVerificationError",
    ]);
    assert.equal(await whoIs(later.browser), null);
  });

  it("renamePasskey of the Express integration names a passkey, too", async () => {
    const { flow, person, list, first } = await createOwner();
    const auth = ServerAuth(flow.makeConfig());
    const req = {
      on: () => null,
      method: "GET",
      url: "/passkeys",
      headers: {
        host: new URL(site).host,
        cookie: person.browser.cookieHeader(`${site}/`),
      },
    };
    await auth.renamePasskey(req, { ...first, name: "Ada's phone" });
    assert.equal((await list())[0]?.name, "Ada's phone");
  });
});

describe("an adapter that keeps neither names nor times of passkeys", () => {
  const { updateAuthenticator: _, ...inner } = createMemoryAdapter();

  it("it is not given them, and lists passkeys without them", async () => {
    const stored: object[] = [];
    const { flow, person, list, first, rename } = await createOwner({
      adapter: {
        ...inner,
        createAuthenticator: (passkey) => {
          stored.push(passkey);
          return inner.createAuthenticator(passkey);
        },
      },
    });
    const none = { ...first, name: null, createdAt: null, lastUsedAt: null };
    assert.deepEqual(first, none);
    for (const name of ["name", "createdAt", "lastUsedAt"]) {
      assert.deepEqual(stored.filter((one) => name in one), []);
    }
    await assert.rejects(rename("mine"), /`updateAuthenticator`/);
    // It keeps the counter all the same.
    await authenticate(onOtherBrowser(flow, person), { counter: 7 });
    const copy = onOtherBrowser(flow, person);
    const again = await authenticate(copy, { counter: 7 });
    await assertPasskeyRefused(flow, again, [400, "WebAuthnVerificationError"]);
    assert.deepEqual(await list(), [none]);
  });

  it("one that returns texts as times gets them as dates into the list", async () => {
    const own = createMemoryAdapter();
    const { first } = await createOwner({
      adapter: {
        ...own,
        listAuthenticatorsByUserId: async (id) =>
          (await own.listAuthenticatorsByUserId(id)).map((one) => ({
            ...one,
            createdAt: new Date(start).toISOString() as never,
            lastUsedAt: start as never,
          })),
      },
    });
    assert.deepEqual(
      [first.createdAt, first.lastUsedAt],
      [new Date(start), new Date(start)],
    );
  });
});
