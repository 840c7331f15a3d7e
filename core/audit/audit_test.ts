/** What the audit trail has of each way to sign in, and of what users do then. */

import "../runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type AuditRecord,
  type AuthConfig,
  createAuth,
  type Mail,
  type Provider,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { Browser } from "@latchkey/auth/testing";
import {
  makeProvider,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import { ask, toMailProvider } from "../methods/email/email_testkit.ts";
import { createAuthenticator } from "../methods/passkey/authenticator_testkit.ts";
import { authenticate, register } from "../methods/passkey/passkeys_testkit.ts";
import {
  createApp,
  post,
  readSession,
  signIn,
  site,
  toRequest,
} from "../../testing/app_testkit.ts";
import { assertHidden, endTest } from "../../testing/checks_testkit.ts";
import { createSink, take } from "./audit_testkit.ts";

const NOW = Date.parse("2027-01-15T12:00:00.250Z");
beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(endTest);

const email = "ada@example.com";
const address = "203.0.113.7";

type Strategy = "jwt" | "database";

async function createStage(
  strategy: Strategy = "database",
  config: Partial<AuthConfig> = {},
) {
  const sink = createSink();
  const mails: Mail[] = [];
  const adapter = createMemoryAdapter();
  const app = await createApp({
    keepsConfig: true,
    config: {
      adapter,
      audit: sink.write,
      clientAddress: () => address,
      origin: site,
      session: { strategy },
      experimental: { enableWebAuthn: true },
      ...config,
    },
    toProviders: (op): Provider[] => [
      op.provider(),
      toMailProvider(mails),
      makeProvider(),
      Passkey(),
    ],
  });
  const auth = createAuth(app.config);
  const authenticator = createAuthenticator(site);
  return { app, sink, mails, adapter, auth, authenticator };
}

type Stage = Awaited<ReturnType<typeof createStage>>;

/** The ways to sign in for the first time, and the records of each. */
const ways: Readonly<
  Record<string, {
    readonly enter: (stage: Stage, browser: Browser) => Promise<unknown>;
    readonly provider: string;
    readonly told: readonly string[];
  }>
> = {
  oidc: {
    enter: (_, browser) => signIn(browser),
    provider: "op",
    told: ["createUser done", "linkAccount done", "signIn done"],
  },
  email: {
    enter: async ({ mails }, browser) => {
      await ask(browser, email);
      await browser.goto(mails.at(-1)?.url ?? "");
    },
    provider: "email",
    told: ["createUser done", "signIn done"],
  },
  credentials: {
    enter: (_, browser) => typeIn(browser),
    provider: "credentials",
    told: ["createUser done", "linkAccount done", "signIn done"],
  },
  webauthn: {
    enter: ({ authenticator }, browser) =>
      authenticator.passkeys.length === 0
        ? register({ browser, authenticator }, email)
        : authenticate({ browser, authenticator }),
    provider: "passkey",
    told: ["createUser done", "linkAccount done", "signIn done"],
  },
};

/** The members that every record has. */
const members = [
  "version id time event result user actor by session address userAgent",
  "provider method code request reference details",
].join(" ").split(" ").sort();

/** Asserts that a record has its shape, and nothing of a person but ids. */
function assertShape(record: AuditRecord, { app }: Stage): void {
  assert.deepEqual(Object.keys(record).sort(), members);
  assert.equal(record.version, 1);
  assert.match(record.id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  assert.equal(record.time, "2027-01-15T12:00:00.250Z");
  const text = JSON.stringify(record);
  assertHidden([text], [app.secret]);
  assert.doesNotMatch(text, /@|Ada|Lovelace|eyJ/);
  assert.deepEqual(JSON.parse(text), record);
}

describe("the audit trail", () => {
  for (const strategy of ["jwt", "database"] as const) {
    for (const [method, { enter, provider, told }] of Object.entries(ways)) {
      it(`with ${strategy}, it has each event of a sign-in by ${method} and of its end once, with who, from where and which session`, async () => {
        const stage = await createStage(strategy);
        const { app, sink, adapter, auth } = stage;
        const browser = app.createBrowser();
        await enter(stage, browser);
        const user = (await adapter.getUserByEmail(email))?.id;
        assert.ok(user);
        const records = [...sink.records];
        assert.deepEqual(take(sink), told);
        for (const one of records) {
          assertShape(one, stage);
          assert.equal(one.user, user);
          assert.equal(one.address, address);
          assert.equal(one.request, records[0]?.request);
          assert.equal(one.reference, null);
        }
        const last = records.at(-1);
        const { by, actor, session } = last ?? {};
        assert.deepEqual({ by, actor }, { by: "user", actor: user });
        assert.deepEqual([last?.provider, last?.method], [provider, method]);
        assert.deepEqual(last?.details, { isNewUser: true });

        await post(browser, "signout");
        const [end] = sink.records;
        assert.ok(end && session);
        assertShape(end, stage);
        assert.deepEqual(take(sink), ["signOut done"]);
        assert.deepEqual([end.user, end.session], [user, session]);
        assert.equal(end.by, "user");

        // The id is the one that the application can name a session by.
        await enter(stage, browser);
        const { session: next } = sink.records.at(-1) ?? {};
        assert.ok(next && next !== session);
        take(sink);
        if (strategy === "jwt") await auth.revoke({ session: next });
        else await adapter.deleteSession(next);
        assert.equal(await readSession(browser), null);
      });
    }
  }

  it("the reference of a failure is that of its page", async () => {
    const { app, sink } = await createStage();
    app.op.faults.token = { status: 500 };
    const page = await signIn(app.browser);
    const [record] = sink.records;
    assert.deepEqual(take(sink), ["signInFailed failed ProviderUnavailable"]);
    assert.ok(record?.reference);
    assert.ok(app.lines.join("\n").includes(record.reference), page.url);
    assert.deepEqual(record.details, {
      error: "ProviderUnavailable",
      attempt: null,
    });
    assert.deepEqual([record.by, record.actor, record.user], [
      "visitor",
      null,
      null,
    ]);
  });

  it("a refusal by a limit is recorded once, with its kind", async () => {
    const { app, sink } = await createStage("jwt", {
      limits: { credentials: { address: 1 } },
    });
    const fields = { username: "ada", password: "a guess" };
    await typeIn(app.browser, { fields }).catch(() => null);
    take(sink);
    await typeIn(app.browser, { fields }).catch(() => null);
    assert.deepEqual(take(sink), ["rateLimited refused credentials"]);
  });

  it("what the application does has no actor, and no address", async () => {
    const { app, sink, adapter, auth } = await createStage();
    await signIn(app.browser);
    const user = (await adapter.getUserByEmail(email))?.id ?? "";
    take(sink);
    await auth.deleteUser(user);
    const [deleted, ended] = sink.records;
    assert.deepEqual(take(sink), [
      "userDeleted done",
      "sessionRevoked done user",
    ]);
    for (const one of [deleted, ended]) {
      const { by, actor, user: whom, address, request } = one ?? {};
      assert.deepEqual(
        { by, actor, whom, address, request },
        {
          ...{ by: "application", actor: null, whom: user },
          ...{ address: null, request: null },
        },
      );
    }
  });

  it("in a session of impersonation, the one who acts is the actor", async () => {
    const { app, sink, adapter, auth } = await createStage();
    await signIn(app.browser);
    const user = (await adapter.getUserByEmail(email))?.id ?? "";
    take(sink);
    const other = app.createBrowser();
    const { headers } = await auth.beginSession(toRequest(other), {
      user: { id: user },
      actor: "the-admin",
    });
    const [begun] = sink.records;
    assert.deepEqual(take(sink), ["signIn done"]);
    assert.deepEqual([begun?.user, begun?.actor, begun?.by], [
      user,
      "the-admin",
      "application",
    ]);
    const cookie = headers.getSetCookie().map((one) => one.split(";")[0])
      .join("; ");
    const request = new Request(`${site}/account`, { headers: { cookie } });
    await auth.updateSession(request, {}, { rotate: true });
    const [rotated] = sink.records;
    assert.deepEqual(take(sink), ["sessionRotated done"]);
    assert.deepEqual([rotated?.user, rotated?.actor], [user, "the-admin"]);
    assert.equal(rotated?.session, begun?.session);
  });

  it("reads of sessions are not recorded, and load nothing of it", async () => {
    const { app, sink, auth } = await createStage();
    await signIn(app.browser);
    take(sink);
    sink.calls.length = 0;
    await readSession(app.browser);
    await auth.session(toRequest(app.browser));
    assert.deepEqual(sink.calls, []);
  });

  it("it goes to a table of the adapter", async () => {
    const adapter = createMemoryAdapter();
    const { app } = await createStage("jwt", { adapter, audit: "adapter" });
    await signIn(app.browser);
    const records = adapter.listAuditRecords({ limit: 10 });
    const events = (await records).map(({ event }) => event).sort();
    assert.deepEqual(events, ["createUser", "linkAccount", "signIn"]);
  });

  it("an event is emitted to its handler as well, once it is recorded", async () => {
    const order: string[] = [];
    const { app } = await createStage("jwt", {
      audit: ([record]) => void order.push(`record ${record?.event}`),
      events: { signIn: () => void order.push("handler signIn") },
    });
    await signIn(app.browser);
    assert.deepEqual(order.slice(-2), ["record signIn", "handler signIn"]);
  });

  for (
    const [audit, problem] of [
      ["table", /`audit.*` must be a function, "adapter"/],
      [{ sink: 7 }, /`audit.sink` must be a function, or "adapter"/],
      [{}, /`audit` needs a `sink`/],
      [{ sink: () => {}, whenDown: "wait" }, /`audit.whenDown` must be/],
      [{ sink: () => {}, timeout: -1 }, /`audit.timeout` must be/],
      [{ sink: () => {}, retries: 2 }, /`audit.retries` does not exist/],
      ["adapter", /`audit` "adapter" needs an `adapter` with/],
    ] as const
  ) {
    it(`an option that is wrong is reported: ${JSON.stringify(audit)}`, async () => {
      const config = { audit } as unknown as AuthConfig;
      const app = await createApp({ config });
      const page = await app.browser.goto(`${site}/auth/signin`);
      assert.equal(page.status, 500);
      assert.match(app.lines.join("\n"), problem);
    });
  }
});
