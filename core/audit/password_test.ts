/** What the audit trail has of passwords that the library stores. */

import "../runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { AuditRecord } from "@latchkey/auth";
import { assertHidden, endTest } from "../../testing/checks_testkit.ts";
import { site } from "../../testing/app_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  password,
  signInWith,
} from "../methods/password/password_testkit.ts";
import { createSink, take } from "./audit_testkit.ts";

afterEach(endTest);

const wrong = "a wrong guess at the password";

async function createStage(strategy: "jwt" | "database") {
  const sink = createSink();
  const flow = await createPasswordFlow({
    config: {
      audit: sink.write,
      clientAddress: () => "203.0.113.7",
      session: { strategy },
    },
  });
  const id = await addMember(flow.adapter);
  return { ...flow, sink, id };
}

type Stage = Awaited<ReturnType<typeof createStage>>;

/**
 * Asserts what the trail has got: records of one request that say where from,
 * and have nothing that was typed.
 */
function assertTold({ sink }: Stage, told: readonly string[]): AuditRecord[] {
  const records = [...sink.records];
  assert.deepEqual(take(sink), told);
  for (const { address, request } of records) {
    assert.equal(address, "203.0.113.7");
    assert.equal(request, records[0]?.request);
  }
  assertHidden([JSON.stringify(records)], [password, another, wrong, address]);
  return records;
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`the audit trail of passwords (${strategy})`, () => {
    it("has a sign-in, with who, how and which session", async () => {
      const stage = await createStage(strategy);
      await signInWith(stage.browser, { email: address, password });
      const [record] = assertTold(stage, ["signIn done"]);
      const { user, actor, by, provider, method } = record ?? {};
      assert.deepEqual([user, actor, by], [stage.id, stage.id, "user"]);
      assert.deepEqual([provider, method], ["password", "credentials"]);
      assert.deepEqual(record?.details, { isNewUser: false });
      assert.ok(record.session);
    });

    it("has a wrong password as a failure of a visitor, with its number", async () => {
      const stage = await createStage(strategy);
      for (const attempt of [1, 2]) {
        await signInWith(stage.browser, { email: address, password: wrong });
        const [record] = assertTold(stage, ["signInFailed failed credentials"]);
        const { user, actor, by, session, provider } = record ?? {};
        assert.deepEqual([user, actor, by], [null, null, "visitor"]);
        assert.deepEqual([session, provider], [null, "password"]);
        const error = "CredentialsSignin";
        assert.deepEqual(record?.details, { error, attempt });
      }
    });

    it("has a reset by mail: the sessions that it ends, the change, and the sign-in", async () => {
      const stage = await createStage(strategy);
      const { browser } = stage;
      const mail = await getMail(stage, browser, "reset");
      // Anybody can ask for a mail.
      assertTold(stage, []);
      await choose(browser, await openLink(browser, mail.url), another);
      const records = assertTold(stage, [
        "updateUser done verified",
        "sessionRevoked done user",
        "passwordChanged done reset",
        "signIn done",
      ]);
      assert.ok(records.every(({ user }) => user === stage.id));
      const last = records.at(-1);
      assert.deepEqual([last?.by, last?.method], ["user", "email"]);
      assert.ok(last?.session);
    });

    it("has a change, with the session in which it was made", async () => {
      const stage = await createStage(strategy);
      const { browser } = stage;
      await signInWith(browser, { email: address, password });
      const [entered] = assertTold(stage, ["signIn done"]);
      const page = await browser.goto(`${site}/auth/password`);
      const fields = { password: another };
      await browser.submit(page, { action: "/auth/password", fields });
      const records = assertTold(stage, [
        "sessionRevoked done user",
        "passwordChanged done change",
      ]);
      for (const { user, actor, by, session } of records) {
        assert.deepEqual([user, actor, by], [stage.id, stage.id, "user"]);
        assert.equal(session, entered?.session);
      }
    });
  });
}
