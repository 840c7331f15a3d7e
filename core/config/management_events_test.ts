import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createAuth, type Events } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createApp,
  post,
  readSession,
  signIn,
  site,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

const names = [
  "unlinkAccount",
  "userDeleted",
  "fieldsChanged",
  "sessionRotated",
] as const satisfies readonly (keyof Events)[];

/** A site whose user has accounts at two providers, and what its handlers are told. */
async function createStage() {
  const told: [name: string, message: object][] = [];
  const events = Object.fromEntries(
    names.map((name) => [
      name,
      (message: object) => void told.push([name, message]),
    ]),
  );
  const adapter = createMemoryAdapter();
  const app = await createApp({
    keepsConfig: true,
    config: {
      adapter,
      events,
      user: { fields: { role: { type: "string" } } },
      session: { strategy: "jwt" },
    },
  });
  await signIn(app.browser);
  const id = (await readSession(app.browser))?.user?.id ?? "";
  const request = await toRequest(app.browser, "/account");
  return { app, adapter, told, id, request, auth: createAuth(app.config) };
}

describe("events of account management", () => {
  it("unlinking an account tells which one, by the route and by the function", async () => {
    for (const how of ["route", "function"]) {
      const { app, adapter, told, id, request, auth } = await createStage();
      const other = { provider: "op", providerAccountId: "another" };
      await adapter.linkAccount({ ...other, userId: id, type: "oidc" });
      if (how === "route") {
        const { providerAccountId } = other;
        await post(app.browser, "unlink/op", { providerAccountId });
      } else await auth.unlinkAccount(request, other);
      assert.deepEqual(told, [["unlinkAccount", { ...other, userId: id }]]);
    }
  });

  it("a refused unlinking tells nothing", async () => {
    const { told, request, auth } = await createStage();
    await assert.rejects(auth.unlinkAccount(request, { provider: "op" }));
    assert.deepEqual(told, []);
  });

  it("deleting a user tells who did it", async () => {
    const one = await createStage();
    await one.auth.deleteUser(one.id);
    const byApplication = { userId: one.id, by: "application" };
    assert.deepEqual(one.told, [["userDeleted", byApplication]]);
    const two = await createStage();
    await two.auth.deleteAccount(two.request);
    const byUser = { userId: two.id, by: "user" };
    assert.deepEqual(two.told, [["userDeleted", byUser]]);
  });

  it("changing fields tells their names, and no value", async () => {
    const { auth, told, id } = await createStage();
    await auth.updateUser(id, { role: "a secret role" });
    const message = { userId: id, fields: ["role"] };
    assert.deepEqual(told, [["fieldsChanged", message]]);
  });

  it("a session that gets a new id by updateSession tells its user, and other updates tell nothing", async () => {
    const { auth, told, id, request } = await createStage();
    await auth.updateSession(request, {});
    assert.deepEqual(told, []);
    await auth.updateSession(request, {}, { rotate: true });
    assert.deepEqual(told, [["sessionRotated", { userId: id }]]);
    const stranger = new Request(`${site}/account`);
    await auth.updateSession(stranger, {}, { rotate: true });
    assert.equal(told.length, 1);
  });
});
