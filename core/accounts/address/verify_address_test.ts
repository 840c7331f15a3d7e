import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  type Provider,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { type Browser, createBrowser } from "@latchkey/auth/testing";
import {
  arrive,
  assertNoSecrets,
  assertSignedIn,
  cookieName,
  cookieValue,
  createApp,
  post,
  readSession,
  signIn,
  site,
} from "../../../testing/app_testkit.ts";
import {
  assertNoRejections,
  endTest,
} from "../../../testing/checks_testkit.ts";
import {
  ask,
  askForMail,
  assertDead,
  createMailFlow,
  type MailFlow,
  openLink,
  toMailProvider,
  typeCode,
} from "../../methods/email/email_testkit.ts";
import { createAuthenticator } from "../../methods/passkey/authenticator_testkit.ts";
import { register } from "../../methods/passkey/passkeys_testkit.ts";
import {
  createPlainAdapter,
  createRecorder,
  type Told,
} from "../users_testkit.ts";

afterEach(endTest);

const email = "ada@example.com";
const takeOver = { button: "Remove them and sign in" };

/**
 * A site whose provider makes no statement about addresses, unless a test sets
 * one.
 */
interface Site extends MailFlow {
  readonly adapter: Adapter;
  readonly told: Told[];
  readonly isVerified: () => Promise<boolean>;
}

async function createSite(
  adapter: Adapter = createMemoryAdapter(),
  config: Partial<AuthConfig> = {},
): Promise<Site> {
  const { told, events } = createRecorder();
  const flow = await createMailFlow({ adapter, events, ...config });
  delete flow.op.user.email_verified;
  const isVerified = async () => {
    const user = await adapter.getUserByEmail?.(email);
    assert.ok(user);
    return user.emailVerified instanceof Date;
  };
  return { ...flow, adapter, told, isVerified };
}

/** Creates a signed-in user whose provider says nothing about the address. */
async function createPerson(flow: Site): Promise<Browser> {
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  assert.equal(await flow.isVerified(), false);
  flow.told.length = 0;
  return browser;
}

async function listProviders({ adapter }: Site): Promise<string[]> {
  const user = await adapter.getUserByEmail?.(email);
  const accounts = await adapter.listAccountsByUserId?.(user?.id ?? "") ?? [];
  return accounts.map(({ provider }) => provider);
}

/**
 * Asserts that the last answer to a mail started no session, verified nothing
 * and disclosed no secret.
 */
async function assertNothing(flow: Site, browser: Browser): Promise<void> {
  const answer = flow.answers.findLast(({ url }) => url.includes("/callback/"));
  assert.ok(answer);
  const set = answer.headers.getSetCookie();
  assert.ok(!set.some((one) => one.startsWith(cookieName.session)), `${set}`);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  assertNoSecrets(flow, answer);
  assert.equal(await readSession(browser), null);
  assert.equal(await flow.isVerified(), false);
  await assertNoRejections();
}

const adapters: Readonly<Record<string, () => Adapter>> = {
  "an adapter with every capability": () => createMemoryAdapter(),
  "an adapter as those that are published": () => createPlainAdapter(),
};

for (const strategy of ["database", "jwt"] as const) {
  for (const [kind, createAdapter] of Object.entries(adapters)) {
    const config = { session: { strategy } };
    const createThis = () => createSite(createAdapter(), config);

    describe(`a mail that a signed-in user requests: ${strategy}, ${kind}`, () => {
      it("the mail verifies the address in that browser, by link or code, and removes nothing", async () => {
        for (const way of ["link", "code"]) {
          const flow = await createThis();
          const person = await createPerson(flow);
          const elsewhere = flow.createBrowser();
          await assertSignedIn(flow, elsewhere);
          flow.told.length = 0;
          const before = cookieValue(person);
          const { url, code, page, subject } = await askForMail(
            flow,
            person,
            email,
            { target: "/account" },
          );
          assert.match(subject, /^Confirm your email address/);
          assert.match(page.text, /Confirm your email address<\/button>/);
          const done = way === "link"
            ? await openLink(person, url)
            : await typeCode(person, page, code);
          assert.equal(done.url, `${site}/account`);
          assert.ok(await flow.isVerified());
          assert.deepEqual(flow.told.map(([name]) => name), ["updateUser"]);
          assert.equal(cookieValue(person), before);
          assert.ok(await readSession(person) && await readSession(elsewhere));
          await assertSignedIn(flow, flow.createBrowser());
          // The attempt is done, and spent.
          assert.equal(
            (await openLink(person, url)).url,
            `${site}/account`,
          );
          assert.doesNotMatch(
            person.cookieHeader(`${site}/`),
            /latchkey\.attempt/,
          );
        }
      });

      it("in every other browser the mail's link shows its code and changes nothing", async () => {
        const flow = await createThis();
        const person = await createPerson(flow);
        const { url, code, page } = await askForMail(flow, person, email);
        const shown = `${code.slice(0, 4)} ${code.slice(4)}`;
        const signedIn = flow.createBrowser();
        await assertSignedIn(flow, signedIn);
        for (const other of [flow.createBrowser(), signedIn]) {
          for (let i = 0; i < 3; i++) {
            const opened = await openLink(other, url);
            assert.ok(opened.text.includes(`<b>${shown}</b>`));
            assert.deepEqual(opened.forms(), []);
          }
        }
        assert.equal(await flow.isVerified(), false);
        await typeCode(person, page, code);
        assert.ok(await flow.isVerified());
      });

      it("the mail's link starts no session, however the request is sent", async () => {
        const flow = await createThis();
        const person = await createPerson(flow);
        const { url } = await askForMail(flow, person, email);
        const link = new URL(url);
        const fields = Object.fromEntries(link.searchParams);
        const other = flow.createBrowser();
        const { code: _, ...stripped } = fields;
        await post(other, "callback/email", { ...stripped, takeOver: "yes" });
        await assertNothing(flow, other);
        link.searchParams.delete("code");
        const page = await openLink(other, link.href);
        await other.submit(page);
        await assertNothing(flow, other);
        await post(other, "callback/email", fields);
        await assertNothing(flow, other);
        // The link still works after these tries.
        await openLink(person, url);
        assert.ok(await flow.isVerified());
      });

      it("the mail does nothing in that browser after a sign-out, or for another user", async () => {
        const flow = await createThis();
        const person = await createPerson(flow);
        const { url, code, page } = await askForMail(flow, person, email, {
          target: "/account",
        });
        const copy = person.clone();
        await post(person, "signout");
        for (const ended of [person, copy]) {
          const opened = await openLink(ended, url);
          assert.match(opened.text, /enter this code/);
          assert.equal(await flow.isVerified(), false);
        }
        const shown = await person.goto(page.url);
        const refused = await typeCode(person, shown, code);
        const { searchParams } = new URL(refused.url);
        assert.equal(searchParams.get("error"), "SignInRequired");
        assert.equal(searchParams.get("callbackUrl"), `${site}/account`);
        await assertNothing(flow, person);
        flow.op.user = { sub: "grace", name: "Grace", email: "g@example.com" };
        await assertSignedIn(flow, person);
        assert.match((await openLink(person, url)).text, /enter this code/);
        assert.equal(await flow.isVerified(), false);
        flow.op.user = { sub: "user-1", name: "Ada", email };
      });

      it("the mail does not transfer the address of a stranger's account to the user", async () => {
        const flow = await createThis();
        const stranger = await createPerson(flow);
        const { url } = await askForMail(flow, stranger, email);
        const owner = flow.createBrowser();
        await openLink(owner, url);
        await assertNothing(flow, owner);
        assert.ok(await readSession(stranger));
      });

      it("the mail finds the user by their session, however the database spells the address", async () => {
        const flow = await createThis();
        const person = await createPerson(flow);
        const user = await flow.adapter.getUserByEmail?.(email);
        const id = user?.id ?? "";
        await flow.adapter.updateUser?.({ id, email: "Ada@Example.com" });
        await openLink(person, (await askForMail(flow, person, email)).url);
        const after = await flow.adapter.getUser?.(id);
        assert.ok(after?.emailVerified);
        assert.equal(after.email, "Ada@Example.com");
      });

      it("the mail signs in as usual if it is for another address or for a verified one", async () => {
        const flow = await createThis();
        const person = await createPerson(flow);
        const other = await askForMail(flow, person, "g@example.com");
        assert.match(other.subject, /^Sign in to/);
        await openLink(person, other.url);
        assert.equal((await readSession(person))?.user?.email, "g@example.com");
        const before = cookieValue(person);
        const again = await askForMail(flow, person, "g@example.com");
        assert.match(again.subject, /^Sign in to/);
        await openLink(person, again.url);
        assert.notEqual(cookieValue(person), before);
        assert.equal(await flow.isVerified(), false);
      });
    });

    describe(`requesting the verification mail: ${strategy}, ${kind}`, () => {
      const toRequest = (
        browser: Browser,
        headers: Record<string, string> = {},
      ) =>
        new Request(`${site}/account`, {
          method: "POST",
          headers: {
            cookie: browser.cookieHeader(`${site}/`),
            accept: "application/json",
            ...headers,
          },
        });

      it("the verification route takes POST, with the form's token and a session", async () => {
        const flow = await createThis();
        const person = await createPerson(flow);
        const answer = await post(person, "verify-email", {
          callbackUrl: "/account",
        });
        const { url } = await answer.json();
        assert.equal(new URL(url).pathname, "/auth/verify-request");
        assert.equal(flow.mails.at(-1)?.to, email);
        const page = await person.goto(url);
        assert.match(page.text, /ada@example\.com/);
        await openLink(person, flow.mails.at(-1)?.url ?? "");
        assert.ok(await flow.isVerified());
        // There is nothing left to verify.
        const once = await post(person, "verify-email", {
          callbackUrl: "/account",
        });
        assert.equal((await once.json()).url, `${site}/account`);
        assert.equal(flow.mails.length, 1);
      });

      it("the verification route refuses requests without a session or the form's token", async () => {
        const flow = await createThis();
        const person = await createPerson(flow);
        const none = await post(flow.createBrowser(), "verify-email");
        assert.match((await none.json()).url, /error=SignInRequired/);
        const forged = await person.fetch(`${site}/auth/verify-email`, {
          method: "POST",
        });
        assert.match(forged.headers.get("location") ?? "", /MissingCSRF/);
        const read = await person.fetch(`${site}/auth/verify-email`);
        assert.equal(read.status, 405);
        assert.equal(flow.mails.length, 0);
        assert.equal(await flow.isVerified(), false);
        await assertNoRejections();
      });

      it("a page of the application requests the mail with one call", async () => {
        const flow = await createThis();
        const person = await createPerson(flow);
        const infos: unknown[] = [];
        const auth = createAuth({
          ...flow.makeConfig(),
          clientAddress: (_request, info) => {
            infos.push(info);
            return null;
          },
        });
        const { url, headers } = await auth.verifyEmail(
          toRequest(person),
          { callbackUrl: "/account" },
          { ip: "203.0.113.7" },
        );
        assert.deepEqual(infos, [{ ip: "203.0.113.7" }]);
        for (const cookie of headers.getSetCookie()) {
          person.setCookie(site, cookie);
        }
        assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
        const page = await person.goto(url);
        const code = flow.mails.at(-1)?.code ?? "";
        const done = await typeCode(person, page, code);
        assert.equal(done.url, `${site}/account`);
        assert.ok(await flow.isVerified());
        const again = await auth.verifyEmail(toRequest(person));
        assert.equal(again.url, `${site}/`);
        assert.equal(flow.mails.length, 1);
      });

      it("requesting the mail throws errors that the application can show", async () => {
        const flow = await createThis();
        const person = await createPerson(flow);
        const auth = createAuth({
          ...flow.makeConfig(),
          limits: { email: { account: 1 } },
        });
        await assert.rejects(
          auth.verifyEmail(toRequest(flow.createBrowser())),
          {
            type: "SignInRequired",
          },
        );
        const evil = { "sec-fetch-site": "cross-site" };
        await assert.rejects(auth.verifyEmail(toRequest(person, evil)), {
          type: "CrossSiteRequest",
        });
        await auth.verifyEmail(toRequest(person));
        await assert.rejects(auth.verifyEmail(toRequest(person)), {
          type: "RateLimited",
        });
        assert.equal(flow.mails.length, 1);
        const without = createAuth({
          ...flow.makeConfig(),
          providers: [flow.op.provider()],
        });
        await assert.rejects(without.verifyEmail(toRequest(person)), {
          type: "UnknownAction",
        });
      });
    });

    describe(`a provider that vouches for the address: ${strategy}, ${kind}`, () => {
      it("the provider verifies the address once, when a known user signs in", async () => {
        const flow = await createThis();
        await createPerson(flow);
        flow.op.user.email_verified = true;
        await assertSignedIn(flow);
        assert.ok(await flow.isVerified());
        await assertSignedIn(flow);
        assert.deepEqual(
          flow.told.map(([name]) => name),
          ["updateUser", "signIn", "signIn"],
        );
      });

      it("the provider verifies the address when it is linked", async () => {
        const flow = await createThis();
        const second = await createApp();
        second.op.user = { sub: "else", email, email_verified: true };
        const { providers, ...rest } = flow.makeConfig();
        const auth = createAuth({
          ...rest,
          providers: [
            ...(providers as Provider[]),
            second.op.provider({ id: "second" }),
          ],
        });
        const person = createBrowser({
          [site]: (request) => auth.handler(request),
          [flow.op.origin]: flow.op.handler,
          [second.op.origin]: second.op.handler,
        });
        await signIn(person);
        assert.equal(await flow.isVerified(), false);
        const answer = await post(person, "link/second");
        const { url } = await answer.json();
        const back = await person.goto(url, {
          stopAt: (one) => one.startsWith(`${site}/auth/callback/`),
        });
        await arrive(person, back.pending ?? "");
        assert.ok(await flow.isVerified());
      });

      const unproved: Readonly<Record<string, object>> = {
        "another address": { email: "else@example.com", email_verified: true },
        "a text": { email_verified: "true" },
        "a number": { email_verified: 1 },
        "no": { email_verified: false },
        "a look-alike": { email: "ada@example.\u212Aom", email_verified: true },
      };
      for (const [what, said] of Object.entries(unproved)) {
        it(`the provider does not verify the address if its claim is ${what}`, async () => {
          const flow = await createThis();
          await createPerson(flow);
          Object.assign(flow.op.user, said);
          await assertSignedIn(flow);
          assert.equal(await flow.isVerified(), false);
        });
      }
    });
  }

  describe(`a mail requested while signed out, for a user with other sign-in methods: ${strategy}`, () => {
    const config = { session: { strategy } };

    it("the mail's page first names the other methods, and changes nothing however often it is opened", async () => {
      const flow = await createSite(createMemoryAdapter(), config);
      const before = await createPerson(flow);
      const owner = flow.createBrowser();
      const { url } = await askForMail(flow, owner, email);
      for (let i = 0; i < 3; i++) {
        const page = await openLink(owner, url);
        assert.match(page.text, /already an account for <b><bdi>ada@/);
        const [first, last, ...more] = page.forms();
        const [button] = first?.buttons ?? [];
        assert.equal(button?.action, `${site}/auth/signin/op`);
        assert.equal(last?.action, `${site}/auth/callback/email`);
        assert.deepEqual(more, []);
        await assertNothing(flow, owner);
      }
      assert.deepEqual(await listProviders(flow), ["op"]);
      assert.ok(await readSession(before));
    });

    it("the address is verified when the user signs in by one of the other methods, and every method stays", async () => {
      for (const way of ["here", "elsewhere"]) {
        const flow = await createSite(createMemoryAdapter(), config);
        const before = await createPerson(flow);
        const asked = flow.createBrowser();
        const { url } = await askForMail(flow, asked, email, {
          target: "/cart",
        });
        const owner = way === "here" ? asked : flow.createBrowser();
        const opened = await openLink(owner, url);
        const page = way === "here" ? opened : await owner.submit(opened);
        const done = await owner.submit(page, { action: "/auth/signin/op" });
        assert.equal(done.url, `${site}/cart`);
        assert.ok(await flow.isVerified());
        assert.deepEqual(await listProviders(flow), ["op"]);
        assert.ok(await readSession(before) && await readSession(owner));
        assert.doesNotMatch(owner.cookieHeader(`${site}/`), /attempt/);
        // This uses up the mail.
        await post(owner, "signout");
        const late = flow.createBrowser();
        assertDead(await openLink(late, url));
        assert.equal(await readSession(late), null);
      }
    });

    it("the sign-in verifies no address but that of the mail", async () => {
      const flow = await createSite(createMemoryAdapter(), config);
      await createPerson(flow);
      const owner = flow.createBrowser();
      const { url } = await askForMail(flow, owner, email);
      const page = await openLink(owner, url);
      flow.op.user = { sub: "grace", name: "Grace", email: "g@example.com" };
      await owner.submit(page, { action: "/auth/signin/op" });
      const session = await readSession(owner);
      assert.equal(session?.user?.email, "g@example.com");
      const grace = await flow.adapter.getUserByEmail?.("g@example.com");
      assert.equal(grace?.emailVerified, null);
      assert.equal(await flow.isVerified(), false);
    });

    it("the second button takes over, and needs the form's token and the page before it", async () => {
      const flow = await createSite(createMemoryAdapter(), config);
      const before = await createPerson(flow);
      const owner = flow.createBrowser();
      const { url } = await askForMail(flow, owner, email);
      const link = Object.fromEntries(new URL(url).searchParams);
      const forged = await owner.fetch(`${site}/auth/callback/email`, {
        method: "POST",
        body: new URLSearchParams({ ...link, takeOver: "yes" }),
      });
      assert.match(forged.headers.get("location") ?? "", /MissingCSRF/);
      await assertNothing(flow, owner);
      // Posting the button's form without its page only leads to the page.
      for (const browser of [owner, flow.createBrowser()]) {
        const { url: mailed } = await askForMail(flow, browser, email, {
          target: "/again",
        });
        const fields = Object.fromEntries(new URL(mailed).searchParams);
        await post(browser, "callback/email", { ...fields, takeOver: "yes" });
        await assertNothing(flow, browser);
      }
      assert.deepEqual(await listProviders(flow), ["op"]);
      // Viewing the page alone is no consent.
      const seen = flow.createBrowser();
      const { url: mailed } = await askForMail(flow, seen, email);
      await openLink(seen, mailed);
      const fields = Object.fromEntries(new URL(mailed).searchParams);
      await post(seen, "callback/email", fields);
      await assertNothing(flow, seen);
      assert.deepEqual(await listProviders(flow), ["op"]);
      const page = await openLink(owner, url);
      const twin = owner.clone();
      const ends = await Promise.all([
        owner.submit(page, takeOver),
        twin.submit(page, takeOver),
      ]);
      const sessions = [await readSession(owner), await readSession(twin)];
      assert.equal(sessions.filter((one) => one !== null).length, 1, "A39");
      assert.equal(ends.length, 2);
      assert.ok(await flow.isVerified());
      assert.deepEqual(await listProviders(flow), []);
      assert.equal(await readSession(before), null);
    });

    it("a made-up link does not show the page", async () => {
      const flow = await createSite(createMemoryAdapter(), config);
      await createPerson(flow);
      const texts: string[] = [];
      for (const one of [email, "nobody@example.com"]) {
        const other = flow.createBrowser();
        const query = new URLSearchParams({
          email: one,
          token: "x".repeat(43),
        });
        const url = `${site}/auth/callback/email?${query}`;
        const page = await openLink(other, url);
        const refused = await other.submit(page);
        const coded = await openLink(other, `${url}&code=12345678`);
        const all = [page.text, refused.text, coded.text, refused.url].join();
        texts.push(
          all.replaceAll('"ada@example.com" maxlength', "")
            .replaceAll(one, "").replaceAll(encodeURIComponent(one), "")
            .replace(/(?:nonce|value)="[\w-]*"|nonce-[\w-]*/g, ""),
        );
        const asked = await ask(other, one);
        assert.equal(new URL(asked.url).pathname, "/auth/verify-request");
      }
      assert.equal(texts[0], texts[1]);
    });

    it("the page also names passkeys", async () => {
      const adapter = createMemoryAdapter();
      const experimental = { enableWebAuthn: true };
      const mails: { url: string }[] = [];
      const flow = await createApp({
        toProviders: () => [Passkey(), toMailProvider(mails)],
        config: { ...config, origin: site, adapter, experimental },
      });
      const authenticator = createAuthenticator(site);
      const person = flow.createBrowser();
      await register({ browser: person, authenticator }, email);
      const owner = flow.createBrowser();
      await ask(owner, email);
      const page = await openLink(owner, mails[0]?.url ?? "");
      assert.match(page.text, /Sign in with a passkey<\/button>/);
      // A link that was requested in the passkey's session removes nothing.
      await ask(person, email);
      await openLink(person, mails[1]?.url ?? "");
      const user = await adapter.getUserByEmail?.(email);
      assert.ok(user?.emailVerified);
      const passkeys = await adapter.listAuthenticatorsByUserId?.(user.id);
      assert.equal(passkeys?.length, 1);
    });
  });
}
