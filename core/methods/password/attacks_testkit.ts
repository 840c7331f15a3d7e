/**
 * For tests only: attacks on sign-up and reset, which have to fail whatever
 * serves the auth routes.
 *
 * @module
 */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBrowser } from "@latchkey/auth/testing";
import {
  readCsrfToken,
  readSession,
  signIn,
  site,
} from "../../../testing/app_testkit.ts";
import { assertRefused, toAnswer } from "../../../testing/checks_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  password,
  type PasswordFlow,
  post,
  signInWith,
  typeCode,
} from "./password_testkit.ts";

const wrong = (code: string) => code === "00000000" ? "11111111" : "00000000";

/** Asserts that a link or a code led to the page that offers a new mail. */
export function assertDead(
  { url }: { url: string },
  code: string | null,
): void {
  const { pathname, searchParams } = new URL(url);
  assert.equal(pathname, "/auth/reset", url);
  assert.equal(searchParams.get("error"), "Verification");
  assert.equal(searchParams.get("code"), code);
}

/** Whether a new browser can sign in with a password. */
export async function canSignIn(
  flow: PasswordFlow,
  typed: string,
): Promise<boolean> {
  const browser = flow.createBrowser();
  await signInWith(browser, { email: address, password: typed });
  return await readSession(browser) !== null;
}

type Options = Parameters<typeof createPasswordFlow>[0];

/**
 * Describes the attacks.
 *
 * @param name what serves the auth routes
 * @param host default: that of `createApp`
 */
export function describePasswordAttacks(
  name: string,
  host?: NonNullable<Options>["host"],
): void {
  const create = (options: Options = {}) =>
    createPasswordFlow({
      ...options,
      ...host === undefined ? {} : { host },
    });
  describe(`attacks on sign-up and reset through ${name}`, () => {
    it("a link works once, and says so when it is opened again [ASVS-6.4.1]", async () => {
      const flow = await create();
      const { browser } = flow;
      const { url } = await getMail(flow, browser, "signup");
      await choose(browser, await openLink(browser, url), password);
      const stranger = flow.createBrowser();
      assertDead(await openLink(stranger, url), "used");
      const token = new URL(url).searchParams.get("token") ?? "";
      const answer = await post(stranger, "new-password", {
        token,
        password: another,
      });
      assertRefused(await toAnswer(answer), flow, { hides: [another] });
      assert.ok(await canSignIn(flow, password));
      assert.ok(!await canSignIn(flow, another));
    });

    it("of two resets at once, exactly one sets a password, and both links are dead then", async () => {
      const flow = await create();
      await addMember(flow.adapter);
      const [one, two] = [flow.createBrowser(), flow.createBrowser()];
      const first = await getMail(flow, one, "reset");
      const second = await getMail(flow, two, "reset");
      const pages = [
        await openLink(one, first.url),
        await openLink(two, second.url),
      ] as const;
      const chosen = ["the first of two passwords", "the second of two words"];
      const ends = await Promise.all(
        [one, two].map((browser, i) =>
          choose(browser, pages[i as 0 | 1], chosen[i] ?? "")
        ),
      );
      const done = ends.filter(({ url }) => url === `${site}/after`);
      assert.equal(done.length, 1);
      const valid = await Promise.all(
        chosen.map((text) => canSignIn(flow, text)),
      );
      assert.equal(valid.filter(Boolean).length, 1);
      const reader = flow.createBrowser();
      assertDead(await openLink(reader, first.url), "used");
      assertDead(await openLink(reader, second.url), "used");
    });

    it("a scanner that opens and submits nothing changes nothing, and the link works afterwards", async () => {
      const flow = await create();
      const { browser, adapter } = flow;
      const { url } = await getMail(flow, browser, "signup");
      const scanner = flow.createBrowser();
      for (let i = 0; i < 3; i++) await openLink(scanner, url);
      const prefetch = { headers: { "sec-purpose": "prefetch" } };
      assert.equal((await scanner.fetch(url, prefetch)).status, 200);
      const head = await scanner.fetch(url, { method: "HEAD" });
      assert.equal(head.status, 405);
      assert.equal(await adapter.getUserByEmail(address), null);
      await choose(browser, await openLink(browser, url), password);
      assert.equal((await readSession(browser))?.user?.email, address);
    });

    it("a code works only in the browser that asked, and not after five wrong ones [ASVS-6.6.2, ASVS-6.6.3]", async () => {
      const flow = await create();
      await addMember(flow.adapter);
      const { page, code } = await getMail(flow, flow.browser, "reset");
      const stranger = flow.createBrowser();
      const state = new URL(page.url).searchParams.get("state") ?? "";
      const answer = await post(stranger, "callback/password", { state, code });
      assertDead({ url: answer.headers.get("location") ?? "" }, null);
      let shown = page;
      for (let i = 1; i < 5; i++) {
        shown = await typeCode(flow.browser, shown, wrong(code));
        assert.match(shown.text, /That code isn’t right/);
      }
      assertDead(await typeCode(flow.browser, shown, wrong(code)), "void");
      const late = await post(flow.browser, "callback/password", {
        state,
        code,
      });
      assertDead({ url: late.headers.get("location") ?? "" }, "void");
      assert.ok(await canSignIn(flow, password));
    });

    it("a password from before the address was proved dies when its owner signs up", async () => {
      const flow = await create();
      const id = await addMember(flow.adapter, { emailVerified: null });
      assert.ok(!await canSignIn(flow, password));
      const { browser } = flow;
      const { url } = await getMail(flow, browser, "signup");
      const ways = await openLink(browser, url);
      assert.match(ways.text, /You already have an account/);
      assert.doesNotMatch(ways.url, /token/);
      const page = await browser.submit(ways, { action: "/auth/new-password" });
      assert.match(page.text, /Choose a new password/);
      const end = await choose(browser, page, another);
      assert.equal(end.url, `${site}/after`);
      assert.equal((await readSession(browser))?.user?.id, id);
      assert.ok(!await canSignIn(flow, password));
      assert.ok(await canSignIn(flow, another));
    });
  });

  describe("a user whose address was never proved", () => {
    it("signs in as before, in the browser that opened the mail, which proves the address and keeps everything", async () => {
      const flow = await create();
      // The provider says nothing about the address.
      flow.op.faults.idToken = {
        claims: ({ email_verified: _, ...claims }) => claims,
      };
      const { browser, adapter } = flow;
      await signIn(browser, { id: "op" });
      const session = await readSession(browser);
      const email = session?.user?.email ?? "";
      const id = session?.user?.id ?? "";
      await adapter.updateUser({ id, emailVerified: null });
      const visitor = flow.createBrowser();
      const { url } = await getMail(flow, visitor, "reset", email);
      const ways = await openLink(visitor, url);
      assert.match(ways.text, /You already have an account/);
      assert.equal((await adapter.getUser(id))?.emailVerified, null);
      await signIn(visitor, { id: "op" });
      assert.equal((await readSession(visitor))?.user?.id, id);
      assert.notEqual((await adapter.getUser(id))?.emailVerified, null);
    });

    it("a forged Host is in no mail", async () => {
      const flow = await create({ config: { origin: site } });
      await addMember(flow.adapter);
      const forged = "https://evil.example";
      const thief = createBrowser({ [forged]: flow.fetch });
      const csrfToken = await readCsrfToken(thief, `${forged}/auth`);
      for (const use of ["signup", "reset"]) {
        await thief.fetch(`${forged}/auth/${use}`, {
          method: "POST",
          headers: { origin: site, "x-forwarded-host": "evil.example" },
          body: new URLSearchParams({ csrfToken, email: address }),
        });
      }
      assert.equal(flow.mails.length, 2);
      for (const { url, text, html } of flow.mails) {
        assert.equal(new URL(url).origin, site);
        assert.doesNotMatch(`${text}${html}`, /evil/);
      }
    });
  });
}
