import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { Browser, Page } from "@latchkey/auth/testing";
import { endTest } from "../../../../testing/checks_testkit.ts";
import {
  cookieValue,
  readSession,
  site,
} from "../../../../testing/app_testkit.ts";
import {
  assertProofRefused,
  createGuardedSite,
  createStale,
  type GuardedSite,
  lastAsked,
  listUnfinished,
  listWays,
  openConfirm,
  page,
  type ProviderSession,
  readLinks,
  signInAt,
  storages,
} from "./step_up_testkit.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

/** Signs in from a sign-in page, and returns where that ends. */
type Method = (
  flow: GuardedSite,
  browser: Browser,
  url: string,
  email?: string,
) => Promise<Page>;

const byPassword: Method = async (_, browser, url, email = "ada@example.com") =>
  await browser.submit(await browser.goto(url), {
    action: "/auth/callback/credentials",
    fields: { email, password: "analytical-engine" },
  });

const askForMail: Method = async (_, browser, url, email = "ada@example.com") =>
  await browser.submit(await browser.goto(url), {
    action: "/auth/signin/email",
    fields: { email },
  });

const byCode: Method = async (flow, browser, ...asked) => {
  const shown = await askForMail(flow, browser, ...asked);
  return await browser.submit(shown, {
    action: "/auth/callback/email",
    fields: { code: flow.mails.at(-1)?.code ?? "" },
  });
};

const byLink: Method = async (flow, browser, ...asked) => {
  await askForMail(flow, browser, ...asked);
  const from = "https://webmail.example/";
  return await browser.goto(flow.mails.at(-1)?.url ?? "", { from });
};

const methods: Readonly<Record<string, Method>> = {
  "a password": byPassword,
  "the code of a mail": byCode,
  "the link of a mail": byLink,
};

for (const [storage, toConfig] of Object.entries(storages)) {
  describe(`a guard with maxAge (${storage})`, () => {
    it("a user whose proof is too old signs in at the provider again, and comes back", async () => {
      const { flow, browser } = await createStale(toConfig());
      const ways = await openConfirm(browser);
      assert.ok(listWays(ways).includes("/auth/signin/op"));
      const done = await browser.submit(ways, { action: "/auth/signin/op" });
      assert.deepEqual([done.url, done.text], [
        page,
        "paid by ada@example.com",
      ]);
      const sent = lastAsked(flow);
      assert.equal(sent.get("max_age"), "300");
      assert.equal(sent.get("login_hint"), "ada@example.com");
      assert.equal(sent.get("prompt"), null);
    });

    it("a provider's old session is no fresh proof, although the sign-in was a moment ago", async () => {
      const flow = await createGuardedSite({ config: toConfig() });
      const browser = flow.createBrowser();
      flow.own.authTime = NOON / 1000 - 3600;
      await signInAt(browser);
      const ways = await openConfirm(browser);
      const done = await browser.submit(ways, { action: "/auth/signin/op" });
      assert.equal(done.text, "paid by ada@example.com");
    });

    for (
      const [what, ignore] of [
        ["ignores max_age", (own) => own.honours = false],
        [
          "does not say when it authenticated the user",
          (own) => own.isSilent = true,
        ],
      ] as readonly [string, (own: ProviderSession) => void][]
    ) {
      it(`a provider that ${what} proves nothing, and the user is not sent there again [X10]`, async () => {
        const { flow, browser } = await createStale(toConfig());
        ignore(flow.own);
        const before = cookieValue(browser);
        const ways = await openConfirm(browser);
        const shown = await browser.submit(ways, { action: "/auth/signin/op" });
        await assertProofRefused(flow, browser, {
          before,
          shown,
          code: "unproved",
        });
        assert.ok(shown.text.includes("isn’t recent or secure enough"));
      });
    }

    it("a different user of the provider is refused, and nothing is created", async () => {
      const { flow, browser } = await createStale(toConfig());
      flow.op.user = {
        sub: "user-2",
        email: "eve@example.com",
        email_verified: true,
      };
      const before = cookieValue(browser);
      const ways = await openConfirm(browser);
      const shown = await browser.submit(ways, { action: "/auth/signin/op" });
      await assertProofRefused(flow, browser, {
        before,
        shown,
        code: "other_user",
      });
      const { adapter } = flow.makeConfig();
      assert.equal(
        await adapter?.getUserByEmail?.("eve@example.com") ?? null,
        null,
      );
      assert.equal(
        (await readSession(browser))?.user?.email,
        "ada@example.com",
      );
    });

    it("a different user signs in on purpose, once the page was told so", async () => {
      const { flow, browser } = await createStale(toConfig());
      flow.op.user = {
        sub: "user-2",
        email: "eve@example.com",
        email_verified: true,
      };
      const ways = await openConfirm(browser);
      const shown = await browser.submit(ways, { action: "/auth/signin/op" });
      const [, another = ""] = readLinks(shown);
      const all = await browser.goto(another);
      const done = await browser.submit(all, { action: "/auth/signin/op" });
      assert.equal(done.text, "paid by eve@example.com");
    });

    it("a different user signs in after signing out", async () => {
      const { flow, browser } = await createStale(toConfig());
      flow.op.user = {
        sub: "user-2",
        email: "eve@example.com",
        email_verified: true,
      };
      const ways = await openConfirm(browser);
      const shown = await browser.submit(ways, { action: "/auth/signin/op" });
      assert.ok(readLinks(shown).at(-1)?.startsWith(`${site}/auth/signout?`));
      // Without the page as the target, whose guard would begin anew.
      const leave = await browser.goto(`${site}/auth/signout`);
      await browser.submit(leave, { action: "/auth/signout" });
      assert.equal(await readSession(browser), null);
      const query = new URLSearchParams({ callbackUrl: "/pay" });
      const all = await browser.goto(`${site}/auth/signin?${query}`);
      const done = await browser.submit(all, { action: "/auth/signin/op" });
      assert.equal(done.text, "paid by eve@example.com");
    });

    for (const [what, method] of Object.entries(methods)) {
      it(`${what} is a proof of its moment`, async () => {
        const flow = await createGuardedSite({ config: toConfig() });
        const browser = flow.createBrowser();
        await method(flow, browser, `${site}/auth/signin`);
        assert.equal(
          (await browser.goto(page)).text,
          "paid by ada@example.com",
        );
        mock.timers.tick(6 * MINUTE);
        const { url } = await openConfirm(browser);
        const done = await method(flow, browser, url);
        assert.deepEqual([done.url, done.text], [
          page,
          "paid by ada@example.com",
        ]);
      });

      it(`a different user is refused by ${what}`, async () => {
        const flow = await createGuardedSite({ config: toConfig() });
        const browser = flow.createBrowser();
        await method(flow, browser, `${site}/auth/signin`);
        mock.timers.tick(6 * MINUTE);
        const before = cookieValue(browser);
        const { url } = await openConfirm(browser);
        const shown = await method(flow, browser, url, "eve@example.com");
        // Its token is spent.
        for (const name of listUnfinished(browser)) {
          browser.deleteCookie(site, name);
        }
        await assertProofRefused(flow, browser, {
          before,
          shown,
          code: "other_user",
        });
      });
    }

    it("two tabs confirm, and both come back", async () => {
      const { browser } = await createStale(toConfig());
      const tabs = [await openConfirm(browser), await openConfirm(browser)];
      const callbacks: string[] = [];
      for (const ways of tabs) {
        const { pending = "" } = await browser.submit(ways, {
          action: "/auth/signin/op",
          stopAt: (url) => url.startsWith(`${site}/auth/callback/`),
        });
        callbacks.push(pending);
      }
      for (const url of callbacks) {
        const done = await browser.goto(url, { from: "https://op.example/" });
        assert.equal(done.text, "paid by ada@example.com");
      }
    });
  });
}
