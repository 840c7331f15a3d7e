import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { readSession } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { askForMail, openLink } from "../../methods/email/email_testkit.ts";
import { createPasswordFlow, email } from "./passwords_testkit.ts";

afterEach(endTest);

const takeOver = { button: "Remove them and sign in" };

async function createThis(strategy: "jwt" | "database") {
  const inner = createMemoryAdapter();
  const state = { isDown: false };
  const adapter = {
    ...inner,
    replaceSecret: (change: Parameters<typeof inner.replaceSecret>[0]) => {
      if (state.isDown) throw new Error("down");
      return inner.replaceSecret(change);
    },
  };
  const revoked: unknown[] = [];
  const flow = await createPasswordFlow({
    strategy,
    adapter,
    config: {
      events: { personalTokenRevoked: (message) => void revoked.push(message) },
    },
  });
  const { tokens } = createAuth(flow.config);
  const made = await tokens.create(flow.user.id, { name: "Planted" });
  const ask = async () => {
    const owner = flow.createBrowser();
    const { url } = await askForMail(flow, owner, email);
    return { owner, page: await openLink(owner, url) };
  };
  return { ...flow, state, revoked, tokens, made, ask };
}

for (const strategy of ["database", "jwt"] as const) {
  describe(`a personal token created before the owner of the address came, with the strategy ${strategy} [A37]`, () => {
    it("is revoked when the owner takes the account over, and not before", async () => {
      const { tokens, made, revoked, user, ask } = await createThis(strategy);
      const { owner, page } = await ask();
      assert.ok(await tokens.verify(made.token));
      await owner.submit(page, takeOver);
      assert.equal((await readSession(owner))?.user?.email, email);
      assert.equal(await tokens.verify(made.token), null);
      assert.deepEqual(await tokens.list(user.id), []);
      assert.deepEqual(revoked, [
        { userId: user.id, id: made.id, name: "Planted" },
      ]);
    });

    it("is looked for only where the adapter stores such tokens", async () => {
      const { getSecret: _, ...adapter } = createMemoryAdapter();
      const flow = await createPasswordFlow({ strategy, adapter });
      const owner = flow.createBrowser();
      const { url } = await askForMail(flow, owner, email);
      await owner.submit(await openLink(owner, url), takeOver);
      assert.equal((await readSession(owner))?.user?.email, email);
    });

    it("keeps the owner out as long as it cannot be removed", async () => {
      const flow = await createThis(strategy);
      const { state, tokens, made, ask, find } = flow;
      state.isDown = true;
      const first = await ask();
      await first.owner.submit(first.page, takeOver);
      assert.equal(await readSession(first.owner), null);
      assert.equal((await find())?.emailVerified, null);
      state.isDown = false;
      const second = await ask();
      await second.owner.submit(second.page, takeOver);
      assert.ok(await readSession(second.owner));
      assert.equal(await tokens.verify(made.token), null);
    });
  });
}
