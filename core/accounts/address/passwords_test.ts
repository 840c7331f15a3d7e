import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers";
import {
  type AdapterUser,
  createAuth,
  type CredentialsConfig,
  type Passwords,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { makeProvider } from "../../methods/credentials/credentials_testkit.ts";
import {
  approach,
  assertCallbackRefused,
  assertNoSecrets,
  cookieName,
  readSession,
  signIn,
} from "../../../testing/app_testkit.ts";
import {
  assertNoRejections,
  endTest,
} from "../../../testing/checks_testkit.ts";
import {
  askForMail,
  assertDead,
  openLink,
  typeCode,
} from "../../methods/email/email_testkit.ts";
import {
  createPasswordFlow,
  email,
  type PasswordFlow,
  planted,
  typePassword,
} from "./passwords_testkit.ts";
import { createPlainAdapter } from "../users_testkit.ts";

afterEach(endTest);

const takeOver = { button: "Remove them and sign in" };

/**
 * Asserts that the attacker's changes are still there, and that the last answer
 * disclosed nothing.
 *
 * @param isIn whether the attacker is signed in: a take-over that was begun
 * ended the sessions
 */
async function assertUntouched(
  flow: PasswordFlow,
  isIn = true,
): Promise<void> {
  const { kept, user, stranger, find } = flow;
  assert.equal(kept.get(user.id), planted);
  assert.equal((await find())?.emailVerified, null);
  assert.equal(await readSession(stranger) !== null, isIn);
  const answer = flow.answers.findLast(({ url }) => url.includes("/callback/"));
  assert.ok(answer);
  const set = answer.headers.getSetCookie();
  assert.ok(!set.some((one) => one.startsWith(cookieName.session)), `${set}`);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  assertNoSecrets(flow, answer);
  await assertNoRejections();
}

/** Asserts that the attacker has lost all access. */
async function assertPutOut(flow: PasswordFlow): Promise<void> {
  assert.equal(flow.kept.size, 0);
  assert.equal(await readSession(flow.stranger), null);
  await typePassword(flow.stranger);
  assert.equal(await readSession(flow.stranger), null);
}

for (const strategy of ["database", "jwt"] as const) {
  describe(`a password set before the owner of the address came, with the strategy ${strategy} [A37]`, () => {
    it("the password is removed when the owner takes the account over by mail, and not before", async () => {
      const flow = await createPasswordFlow({ strategy });
      const owner = flow.createBrowser();
      const { url } = await askForMail(flow, owner, email);
      const page = await openLink(owner, url);
      assert.match(page.text, /<input [^>]*type="password"/);
      assert.doesNotMatch(page.text, /Test Provider/);
      await assertUntouched(flow);
      await owner.submit(page, takeOver);
      const session = await readSession(owner);
      assert.equal(session?.user?.email, email);
      assert.ok((await flow.find())?.emailVerified);
      assert.deepEqual(
        flow.told.map(([name]) => name),
        ["sessionRevoked", "updateUser", "addressTakenOver", "signIn"],
      );
      const [, message] = flow.told[2] ?? [];
      assert.deepEqual(message?.removed, {
        accounts: [],
        passkeys: 0,
        passwords: ["credentials"],
      });
      assert.equal((message?.user as AdapterUser).id, flow.user.id);
      assert.equal(message?.provider, "email");
      assert.match(
        flow.log.map(({ text }) => text).join("\n"),
        /take-over: .*the password of "credentials"/,
      );
      await assertPutOut(flow);
    });

    it("the password is removed by the link in another browser, and by the code", async () => {
      for (const way of ["elsewhere", "code"]) {
        const flow = await createPasswordFlow({ strategy });
        const asked = flow.createBrowser();
        const { url, code, page } = await askForMail(flow, asked, email);
        const owner = way === "code" ? asked : flow.createBrowser();
        const ways = way === "code"
          ? await typeCode(owner, page, code)
          : await owner.submit(await openLink(owner, url));
        assert.match(ways.text, /<input [^>]*type="password"/, way);
        await assertUntouched(flow);
        await owner.submit(ways, takeOver);
        assert.ok(await readSession(owner), way);
        await assertPutOut(flow);
      }
    });

    it("the password and every other sign-in method stay if the visitor enters the password on that page", async () => {
      const flow = await createPasswordFlow({ strategy });
      const { adapter, user } = flow;
      await adapter.linkAccount?.({
        userId: user.id,
        provider: "op",
        providerAccountId: "an account",
        type: "oidc",
      });
      const owner = flow.createBrowser();
      const { url } = await askForMail(flow, owner, email);
      const page = await openLink(owner, url);
      const typed = (password: string) => ({
        action: "/auth/callback/credentials",
        fields: { email, password },
      });
      await owner.submit(page, typed("a guess"));
      assert.equal(await readSession(owner), null);
      await assertUntouched(flow);
      await owner.submit(await openLink(owner, url), typed(planted));
      assert.equal((await readSession(owner))?.user?.email, email);
      assert.ok((await flow.find())?.emailVerified);
      assert.equal(flow.kept.get(user.id), planted);
      assert.equal((await adapter.listAccountsByUserId?.(user.id))?.length, 1);
      assert.ok(await readSession(flow.stranger));
      // This uses up the mail.
      const other = flow.createBrowser();
      assertDead(await openLink(other, url));
      assert.equal(await readSession(other), null);
    });

    it("the password is removed when a provider takes the account over", async () => {
      const flow = await createPasswordFlow({ strategy });
      flow.op.user.email_verified = true;
      const owner = flow.createBrowser();
      await signIn(owner);
      assert.ok(await readSession(owner));
      await assertPutOut(flow);
    });

    it("the password starts no lasting session while it is being removed", async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.now() });
      const late: Promise<void>[] = [];
      const flow: PasswordFlow = await createPasswordFlow({
        strategy,
        passwords: {
          exists: ({ id }) => flow.kept.has(id),
          remove: async ({ id }) => {
            mock.timers.tick(3000);
            const again = typePassword(thief);
            late.push(again);
            await again;
            assert.ok(await readSession(thief));
            mock.timers.tick(3000);
            flow.kept.delete(id);
          },
        },
      });
      const thief = flow.createBrowser();
      const owner = flow.createBrowser();
      const { url } = await askForMail(flow, owner, email);
      await owner.submit(await openLink(owner, url), takeOver);
      assert.equal(late.length, 1);
      assert.ok(await readSession(owner));
      assert.equal(await readSession(thief), null);
      await assertPutOut(flow);
    });

    it("if the password cannot be removed, mails are refused and signing in with the password verifies the address", async () => {
      for (const way of ["link", "code", "elsewhere"]) {
        for (const adapter of [createMemoryAdapter(), createPlainAdapter()]) {
          const flow = await createPasswordFlow({
            strategy,
            adapter,
            passwords: null,
          });
          const asked = flow.createBrowser();
          const { url, code, page } = await askForMail(flow, asked, email);
          const owner = way === "elsewhere" ? flow.createBrowser() : asked;
          const refused = way === "link"
            ? await openLink(owner, url)
            : way === "code"
            ? await typeCode(owner, page, code)
            : await owner.submit(await openLink(owner, url));
          const { pathname, searchParams } = new URL(refused.url);
          assert.equal(pathname, "/auth/signin");
          assert.equal(searchParams.get("error"), "OAuthAccountNotLinked");
          assert.equal(searchParams.get("code"), "unverified");
          assert.match(refused.text, /isn’t confirmed yet/);
          assert.equal(await readSession(owner), null);
          await assertUntouched(flow);
          assert.match(
            flow.log.map(({ text }) => text).join("\n"),
            /"credentials" has no `passwords: \{ exists, remove \}`/,
          );
          await typePassword(owner);
          assert.ok(await readSession(owner), way);
          assert.ok((await flow.find())?.emailVerified, way);
          assert.equal(flow.kept.get(flow.user.id), planted);
          // From then on, mails sign in.
          const next = flow.createBrowser();
          await openLink(next, (await askForMail(flow, next, email)).url);
          assert.ok(await readSession(next));
        }
      }
    });

    it("if the password cannot be removed, the mail's link verifies the address after a sign-in with the password", async () => {
      const flow = await createPasswordFlow({ strategy, passwords: null });
      const owner = flow.createBrowser();
      const { url } = await askForMail(flow, owner, email);
      await typePassword(owner);
      assert.equal((await flow.find())?.emailVerified, null);
      await openLink(owner, url);
      assert.ok((await flow.find())?.emailVerified);
      assert.equal(flow.kept.get(flow.user.id), planted);
      assert.ok(await readSession(flow.stranger));
    });
  });
}

/** The failures of the application's code. */
const faults: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error("the table is gone");
  },
  rejects: () => Promise.reject(new Error("the table is gone")),
  hangs: () => {
    setImmediate(() => mock.timers.tick(10_001));
    return new Promise(() => {});
  },
};

describe("passwords` functions that fail [A37]", () => {
  const rows: [name: keyof Passwords, fault: string, run: () => unknown][] = [
    ...(["exists", "remove"] as const).flatMap((name) =>
      Object.entries(faults).map(([fault, run]): typeof rows[number] => [
        name,
        fault,
        run,
      ])
    ),
    ["exists", "says nothing", () => undefined],
    ["exists", "gives a number", () => 0],
  ];

  for (const [name, fault, run] of rows) {
    for (const way of ["mail", "provider"]) {
      it(`if ${name} ${fault}, ${way} starts no session and removes no sign-in method, and a later try works`, async () => {
        mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
        let isDown = false;
        const sound: Passwords = {
          exists: ({ id }) => flow.kept.has(id),
          remove: ({ id }) => flow.kept.delete(id),
        };
        const flow: PasswordFlow = await createPasswordFlow({
          passwords: {
            ...sound,
            [name]: (user: AdapterUser) => isDown ? run() : sound[name](user),
          },
        });
        await flow.adapter.linkAccount?.({
          userId: flow.user.id,
          provider: "op",
          providerAccountId: "an account",
          type: "oidc",
        });
        flow.op.user.email_verified = true;
        const enter = async (browser = flow.createBrowser()) => {
          if (way === "provider") await signIn(browser);
          else {
            const { url } = await askForMail(flow, browser, email);
            const page = await openLink(browser, url);
            const isAsked = page.text.includes(takeOver.button);
            if (isAsked) {
              isDown = wants;
              await browser.submit(page, takeOver);
            }
          }
          return browser;
        };
        let wants = true;
        isDown = way === "provider" || name === "exists";
        const refused = await enter();
        assert.equal(await readSession(refused), null);
        const accounts = await flow.adapter.listAccountsByUserId?.(
          flow.user.id,
        );
        assert.equal(accounts?.length, 1);
        await assertUntouched(flow, way === "mail" && name === "exists");
        const said = flow.log.map(({ text }) => text).join("\n");
        assert.match(
          said,
          RegExp(`passwords.${name}. of provider "credentials"`),
        );
        isDown = wants = false;
        assert.ok(await readSession(await enter()));
        await assertPutOut(flow);
      });
    }
  }

  it("a link still works after `passwords.exists` has failed", async () => {
    let isDown = true;
    const flow: PasswordFlow = await createPasswordFlow({
      passwords: {
        exists: ({ id }) => {
          if (isDown) throw new Error("the table is gone");
          return flow.kept.has(id);
        },
        remove: ({ id }) => flow.kept.delete(id),
      },
    });
    const owner = flow.createBrowser();
    const { url } = await askForMail(flow, owner, email);
    const failed = await openLink(owner, url);
    assert.equal(new URL(failed.url).pathname, "/auth/error");
    isDown = false;
    await owner.submit(await openLink(owner, url), takeOver);
    assert.ok(await readSession(owner));
  });
});

describe("the `passwords` option", () => {
  it("a provider that links by address refuses an unproved user if `passwords` is missing", async () => {
    const flow = await createPasswordFlow({ passwords: null });
    flow.op.user.email_verified = true;
    const owner = flow.createBrowser();
    await assertCallbackRefused(flow, owner, await approach(owner), {
      error: "OAuthAccountNotLinked",
      log: /"credentials" has no `passwords/,
    });
    await assertUntouched(flow);
  });

  it("mistakes in `passwords` are reported at start-up", () => {
    const wrong = [null, {}, { exists: () => true }, { remove: () => {} }, 1];
    for (const passwords of wrong) {
      const changes = { passwords } as unknown as Partial<CredentialsConfig>;
      assert.throws(
        () =>
          createAuth({
            secret: "a secret that is as long as it has to be",
            providers: [makeProvider(changes)],
          }),
        /`passwords` must have two functions/,
      );
    }
  });
});
