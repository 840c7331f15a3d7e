/** What happens while the sink of the audit trail fails or hangs. */

import "../runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type AuditOptions,
  type AuditRecord,
  type AuthConfig,
  createAuth,
  type Mail,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  makeProvider,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import { ask, toMailProvider } from "../methods/email/email_testkit.ts";
import {
  beCancelled,
  cookieValue,
  createApp,
  post,
  readSession,
  signIn,
  site,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest, rejections } from "../../testing/checks_testkit.ts";
import { createSink, take } from "./audit_testkit.ts";

const NOW = Date.parse("2027-01-15T12:00:00Z");
beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(endTest);

const email = "ada@example.com";

/** A site whose sink answers within ten milliseconds, or counts as hanging. */
async function createStage(
  options: Partial<AuditOptions> = {},
  config: Partial<AuthConfig> = {},
) {
  const sink = createSink();
  const mails: Mail[] = [];
  const adapter = createMemoryAdapter();
  const audit = { sink: sink.write, timeout: 0.01, ...options };
  const app = await createApp({
    keepsConfig: true,
    config: { adapter, audit, origin: site, ...config },
    more: [toMailProvider(mails), makeProvider()],
  });
  return { app, sink, mails, adapter, auth: createAuth(app.config) };
}

/** Lets the pause after a failure pass. */
const pass = () => mock.timers.tick(1000);

for (const does of ["throw", "hang"] as const) {
  describe(`with whenDown "buffer", a sink that ${does === "hang" ? "hangs" : "throws"}`, () => {
    it("keeps nobody out, and gets what waited in its order once it works again", async () => {
      const { app, sink } = await createStage();
      sink.does = does;
      await signIn(app.browser);
      assert.ok(await readSession(app.browser));
      await typeIn(app.createBrowser());
      await post(app.browser, "signout");
      assert.equal(await readSession(app.browser), null);
      assert.deepEqual(take(sink), []);
      const lines = app.log.filter(({ level }) => level === "error")
        .map(({ text }) => text);
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? "", /The audit sink failed/);

      sink.does = "store";
      pass();
      await signIn(app.createBrowser());
      // The records that waited were written in the background.
      await new Promise((resolve) => setImmediate(resolve));
      const told = take(sink);
      assert.deepEqual(told.slice(0, 3), [
        "createUser done",
        "linkAccount done",
        "signIn done",
      ]);
      assert.deepEqual(told.filter((one) => one.startsWith("signOut")), [
        "signOut done",
      ]);
      assert.equal(told.at(-1), "signIn done");
      assert.match(
        app.lines.join("\n"),
        /The audit sink works again: \d+ records/,
      );
      assert.deepEqual(rejections, []);
    });

    it("is waited for once, and not by each event", async () => {
      const { app, sink } = await createStage();
      sink.does = does;
      await signIn(app.browser);
      assert.deepEqual(sink.calls, [1]);
      await signIn(app.createBrowser());
      assert.deepEqual(sink.calls, [1]);
    });
  });

  describe(`with whenDown "refuse", a sink that ${does === "hang" ? "hangs" : "throws"}`, () => {
    const refuse = { whenDown: "refuse" } as const;

    it("refuses a sign-in at a provider with 503, and nothing has changed", async () => {
      const { app, sink, adapter } = await createStage(refuse);
      const path = await beCancelled(app.browser);
      await app.browser.goto(site + path);
      const other = app.createBrowser();
      sink.does = does;
      const answers = app.answers.length;
      await signIn(other);
      const refused = app.answers.slice(answers)
        .find(({ status }) => status === 503);
      assert.ok(refused);
      assert.match(refused.body, /sign you in/);
      assert.equal(cookieValue(other), "");
      assert.equal(await adapter.getUserByEmail(email), null);
      sink.does = "store";
      pass();
      await signIn(other);
      assert.ok(await readSession(other));
    });

    it("refuses passwords, mails and links of mails alike", async () => {
      const { app, sink, mails, adapter } = await createStage(refuse);
      await ask(app.browser, email);
      const [mail] = mails;
      assert.ok(mail);
      sink.does = does;
      await app.browser.goto(mail.url).catch(() => null);
      await ask(app.createBrowser(), "bob@example.com").catch(() => null);
      await typeIn(app.createBrowser()).catch(() => null);
      assert.equal(mails.length, 1, "no mail was sent");
      assert.equal(await adapter.getUserByEmail(email), null);
      assert.equal(await readSession(app.browser), null);
      // The link was not used up.
      sink.does = "store";
      pass();
      await app.browser.goto(mail.url);
      assert.ok(await readSession(app.browser));
    });

    it("keeps nobody from signing out, and lets the application end sessions", async () => {
      const { app, sink, auth, adapter } = await createStage(refuse);
      const other = app.createBrowser();
      await signIn(app.browser);
      await signIn(other);
      const user = (await adapter.getUserByEmail(email))?.id ?? "";
      take(sink);
      sink.does = does;
      await post(app.browser, "signout");
      assert.equal(await readSession(app.browser), null);
      await auth.revoke({ user });
      assert.equal(await readSession(other), null);
      sink.does = "store";
      pass();
      await signIn(other);
      const told = take(sink);
      const ends = ["signOut done", "sessionRevoked done user"];
      assert.deepEqual(told.slice(0, 2), ends);
    });

    it("refuses a change on a page of the application before it is made", async () => {
      const { app, sink, auth } = await createStage(refuse);
      await signIn(app.browser);
      sink.does = does;
      const request = toRequest(app.browser);
      await assert.rejects(auth.deleteAccount(request), {
        type: "StoreError",
        status: 503,
      });
      assert.ok(await readSession(app.browser));
    });
  });
}

describe("a sink that fails between the question and the record", () => {
  for (const strategy of ["jwt", "database"] as const) {
    it(`with ${strategy}, undoes the sign-in: no session is left, and the record tells what became of it`, async () => {
      const records: AuditRecord[] = [];
      let isDown = true;
      const sink = (given: readonly AuditRecord[]) => {
        if (isDown && given.some(({ event }) => event === "signIn")) {
          throw new Error("down");
        }
        records.push(...given);
      };
      const options = { sink, whenDown: "refuse" } as const;
      const { app, adapter } = await createStage(options, {
        session: { strategy },
      });
      await signIn(app.browser);
      assert.equal(cookieValue(app.browser), "");
      const user = await adapter.getUserByEmail(email);
      assert.ok(user, "the user was created before");
      assert.deepEqual(await adapter.listSessionsByUserId(user.id), []);
      isDown = false;
      pass();
      await signIn(app.createBrowser());
      const told = records.map(({ event }) => event).filter((event) =>
        event.startsWith("signIn")
      );
      assert.deepEqual(told, ["signIn", "signInFailed", "signIn"]);
      const [undone, failed] = records.filter(({ event }) =>
        event.startsWith("signIn")
      );
      assert.ok(failed?.request);
      assert.equal(failed.request, undone?.request);
      assert.equal(failed?.code, "StoreError");
    });
  }
});

describe("records that wait", () => {
  it("are at most 1000: the first ones stay, and the trail says how many are missing", async () => {
    const { app, sink, auth } = await createStage();
    sink.does = "throw";
    for (let i = 0; i < 1005; i++) await auth.revoke({ user: `user ${i}` });
    const lines = app.lines.filter((one) => one.includes("are dropped"));
    assert.equal(lines.length, 1);
    sink.does = "store";
    pass();
    await auth.revoke({ user: "the last" });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(sink.records.length, 1001);
    assert.equal(sink.records[0]?.user, "user 0");
    assert.equal(sink.records[999]?.user, "user 999");
    const gap = sink.records.at(-1);
    assert.deepEqual(
      [gap?.event, gap?.result, gap?.details],
      ["recordsLost", "failed", { count: 6 }],
    );
    assert.match(app.lines.join("\n"), /1000 records .* and 6 were dropped/);
    assert.ok(Math.max(...sink.calls) <= 100);
  });

  it("are written without another event, and the platform is asked to wait for it", async () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOW });
    const waited: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void waited.push(work);
    const { sink, auth } = await createStage({ waitUntil });
    sink.does = "throw";
    await auth.revoke({ user: "one" });
    assert.equal(waited.length, 1);
    sink.does = "store";
    pass();
    await waited[0];
    assert.deepEqual(take(sink), ["sessionRevoked done user"]);
  });

  it("are common to all configurations with the same sink", async () => {
    const { app, sink } = await createStage();
    sink.does = "throw";
    await createAuth({ ...app.config }).revoke({ user: "one" });
    sink.does = "store";
    pass();
    await createAuth({ ...app.config }).revoke({ user: "two" });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(sink.records.map(({ user }) => user), ["one", "two"]);
  });
});
