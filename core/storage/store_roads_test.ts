import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser, Page } from "@latchkey/auth/testing";
import {
  makeProvider,
  right,
} from "../methods/credentials/credentials_testkit.ts";
import {
  approach,
  arrive,
  assertCallbackRefused,
  assertNoSecrets,
  assertSignedIn,
  cookieName,
  pressButton,
  readSession,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { assertNoRejections, endTest } from "../../testing/checks_testkit.ts";
import {
  ask,
  askForMail,
  createMailFlow,
  type MailFlow,
  openLink,
  typeCode,
} from "../methods/email/email_testkit.ts";
import {
  authenticate,
  createMember,
  createPasskeySite,
  createPerson,
  onOtherBrowser as forgetSession,
  register,
} from "../methods/passkey/passkeys_testkit.ts";
import {
  createFaultStore,
  type FaultStore,
  type StoreFault,
  storeFaults,
} from "./store_faults_testkit.ts";

afterEach(endTest);

/** A site with every method, a browser, and a store whose faults are switched on later. */
interface Place {
  readonly flow: MailFlow;
  readonly browser: Browser;
  readonly broken: FaultStore;
  readonly auth: ReturnType<typeof createAuth>;
  /** A request of the browser. */
  readonly toRequest: () => Request;
}

async function createPlace(config: Partial<AuthConfig> = {}): Promise<Place> {
  const broken = createFaultStore();
  const flow = await createMailFlow({ ...broken.config, ...config });
  const browser = flow.createBrowser();
  const auth = createAuth(flow.makeConfig());
  const toRequest = () =>
    new Request(`${site}/`, {
      headers: { cookie: browser.cookieHeader(site) },
    });
  return { flow, browser, broken, auth, toRequest };
}

/** Breaks the store, runs something, and mends the store. Calls that hung fail then. */
async function whileBroken<T>(
  { broken }: Pick<Place, "broken">,
  fault: StoreFault,
  work: () => Promise<T>,
): Promise<T> {
  broken.fault = fault;
  try {
    return await work();
  } finally {
    assert.ok(broken.calls() > 0, "the store was not asked");
    broken.fault = null;
    broken.failLate();
    await assertNoRejections();
  }
}

/** Asserts that the page reports the outage, is not cached, and reveals no secret. */
function assertOutage({ flow }: Place, page: Page, error = "StoreError"): void {
  assert.equal(page.status, 503, page.url);
  assert.equal(new URL(page.url).searchParams.get("error"), error);
  for (const answer of flow.answers.slice(-2)) {
    assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
    assertNoSecrets(flow, answer);
  }
}

function sessionCookie({ browser }: Place): string | undefined {
  return browser.cookies(site)
    .find(({ name }) => name === cookieName.session)?.value;
}

const storeError = { type: "StoreError", status: 503 };

/** The functions for pages that need the current user. */
const reads: Readonly<
  Record<string, (place: Place) => Promise<unknown>>
> = {
  "a session read": ({ auth, toRequest }) => auth.session(toRequest()),
  "a guard": ({ auth, toRequest }) => auth.require(toRequest()),
  "an update": ({ auth, toRequest }) => auth.updateSession(toRequest(), {}),
  "a rotation": ({ auth, toRequest }) =>
    auth.updateSession(toRequest(), {}, { rotate: true }),
};

/** Ways of keeping sessions in which each read calls the store. */
const keepings: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "in the cookie": () => ({}),
  "in the cookie, with users in an adapter": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
  }),
  "in rows that cannot all be removed": () => {
    const { deleteSessionsByUserId: _, ...adapter } = createMemoryAdapter();
    return { adapter };
  },
};

/** Asserts that GET /session is 503, and changes no cookie. */
async function assertUnavailable(place: Place, fault: StoreFault) {
  const answer = await whileBroken(
    place,
    fault,
    () => place.browser.fetch(`${site}/auth/session`),
  );
  assert.equal(answer.status, 503);
  assert.equal((await answer.json()).error, "StoreError");
  assert.deepEqual(answer.headers.getSetCookie(), []);
  assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
}

for (const fault of storeFaults) {
  describe(`a store that ${fault}`, () => {
    for (const [where, toConfig] of Object.entries(keepings)) {
      it(`every read is an error, never "signed out" (sessions ${where})`, async () => {
        const place = await createPlace(toConfig());
        await assertSignedIn(place.flow, place.browser);
        await assertUnavailable(place, fault);
        const cookie = sessionCookie(place);
        for (const [name, read] of Object.entries(reads)) {
          await whileBroken(
            place,
            fault,
            () => assert.rejects(read(place), storeError, name),
          );
          assert.equal(sessionCookie(place), cookie, name);
          assert.ok(await readSession(place.browser), name);
        }
      });
    }

    it("no sessions are listed", async () => {
      const toConfig = keepings["in rows that cannot all be removed"];
      const place = await createPlace(toConfig?.());
      await assertSignedIn(place.flow, place.browser);
      const { auth, toRequest } = place;
      await whileBroken(
        place,
        fault,
        () => assert.rejects(auth.listSessions(toRequest()), storeError),
      );
      assert.equal((await auth.listSessions(toRequest())).length, 1);
    });

    it("no session is ended by revoke, and the caller gets an error", async () => {
      const place = await createPlace();
      await assertSignedIn(place.flow, place.browser);
      const { revoke } = createAuth(place.flow.makeConfig());
      const whats = [{ session: "a" }, { user: "a".repeat(43) }, {
        all: true,
      }] as const;
      for (const what of whats) {
        await whileBroken(
          place,
          fault,
          () => assert.rejects(revoke(what), storeError),
        );
      }
      assert.ok(await readSession(place.browser));
    });

    it("signing out fails on a page that says so, and the cookie stays", async () => {
      const place = await createPlace();
      const { flow, browser } = place;
      await assertSignedIn(flow, browser);
      const cookie = sessionCookie(place);
      const form = await browser.goto(`${site}/auth/signout`);
      const page = await whileBroken(
        place,
        fault,
        () => browser.submit(form),
      );
      assertOutage(place, page, "SignOutError");
      assert.match(page.text, /couldn’t sign you out/);
      assert.equal(sessionCookie(place), cookie);
      assert.ok(await readSession(browser));
      await browser.submit(await browser.goto(`${site}/auth/signout`));
      assert.equal(await readSession(browser), null);
    });

    it("signing out fails with 503 and the reason for an API client, and the cookie stays", async () => {
      const place = await createPlace();
      const { flow, browser } = place;
      await assertSignedIn(flow, browser);
      const cookie = sessionCookie(place);
      const token = await browser.fetch(`${site}/auth/csrf`);
      const body = new URLSearchParams(await token.json());
      const answer = await whileBroken(
        place,
        fault,
        () =>
          browser.fetch(`${site}/auth/signout`, {
            method: "POST",
            headers: { accept: "application/json" },
            body,
          }),
      );
      assert.equal(answer.status, 503);
      const { error, message } = await answer.json();
      assert.equal(error, "SignOutError");
      assert.match(message, /couldn’t sign you out/);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assert.equal(sessionCookie(place), cookie);
    });

    it("visitors can go to the provider, and none of them comes back signed in", async () => {
      const place = await createPlace({ adapter: createMemoryAdapter() });
      const { flow, browser } = place;
      const callback = await approach(browser);
      const begun = await pressButton(browser);
      assert.ok(begun.pending);
      const refusal = { error: "StoreError", page: "/auth/error" };
      await whileBroken(
        place,
        fault,
        () => assertCallbackRefused(flow, browser, callback, refusal),
      );
      assert.equal(await readSession(browser), null);
      const { adapter } = flow.makeConfig();
      assert.equal(await adapter?.getUserByEmail?.("ada@example.com"), null);
      await assertSignedIn(flow);
    });

    it("the previous session is kept if it cannot be ended", async () => {
      const place = await createPlace();
      const { flow, browser } = place;
      await assertSignedIn(flow, browser);
      const cookie = sessionCookie(place);
      const callback = await approach(browser);
      const page = await whileBroken(
        place,
        fault,
        () => arrive(browser, callback),
      );
      assertOutage(place, page);
      assert.equal(sessionCookie(place), cookie);
    });

    it("the link and the code of a mail work after the outage if they were not used during it", async () => {
      const place = await createPlace();
      const { flow, browser } = place;
      const { url, code, page } = await askForMail(flow, browser);
      const tries = [
        () => openLink(browser, url),
        () => typeCode(browser, page, code),
      ];
      for (const go of tries) {
        const answer = await whileBroken(place, fault, go);
        assertOutage(place, answer);
        assert.equal(await readSession(browser), null);
      }
      // A store that answers nonsense carried out the call.
      if (fault === "answers nonsense") return;
      await openLink(browser, url);
      assert.ok(await readSession(browser));
    });

    it("no passkey signs in or is created", async () => {
      const broken = createFaultStore();
      const flow = await createPasskeySite({ ...broken.config });
      const member = await createMember(flow);
      const person = forgetSession(flow, member);
      const answers = await whileBroken({ broken }, fault, async () => [
        await authenticate(person),
        await register(createPerson(flow), "eve@example.com"),
      ]);
      for (const { status, body, headers } of answers) {
        assert.deepEqual([status, body.error], [503, "StoreError"]);
        const set = headers.getSetCookie();
        assert.ok(!set.some((one) => one.startsWith(cookieName.session)));
        assert.ok(
          set.some((one) => /challenge=; Max-Age=0/.test(one)),
          `${set}`,
        );
        assert.match(headers.get("cache-control") ?? "", /no-store/);
      }
      assert.equal(await readSession(person.browser), null);
      const eve = await flow.adapter.getUserByEmail?.("eve@example.com");
      assert.equal(eve, null);
      assert.equal((await authenticate(person)).status, 200);
    });

    it("no attempt is counted: the right password signs in, and the log says so", async () => {
      const broken = createFaultStore();
      const flow = await createMailFlow(broken.config);
      const config = { ...flow.makeConfig(), providers: [makeProvider()] };
      const auth = createAuth(config);
      const token = await auth.csrfToken(new Request(`${site}/`));
      const [cookie = ""] = token.headers.getSetCookie();
      const send = (password: string) =>
        auth.handler(
          new Request(`${site}/auth/callback/credentials`, {
            method: "POST",
            headers: {
              cookie: cookie.split(";")[0] ?? "",
              origin: site,
              accept: "application/json",
            },
            body: new URLSearchParams({
              username: right.username,
              password,
              csrfToken: token.csrfToken,
            }),
          }),
        );
      const [wrong, good] = await whileBroken({ broken }, fault, async () => [
        await send("wrong"),
        await send(right.password),
      ]);
      assert.equal(wrong?.status, 401);
      const set = good?.headers.getSetCookie() ?? [];
      assert.ok(
        set.some((one) => one.startsWith(cookieName.session)),
        `${set}`,
      );
      const lines = flow.log.map(({ text }) => text).join("\n");
      assert.match(lines, /An attempt could not be counted/);
    });

    it("form tokens are given, because they need no store", async () => {
      const { browser, broken } = await createPlace();
      await signIn(browser);
      const before = broken.calls();
      broken.fault = fault;
      const answer = await browser.fetch(`${site}/auth/csrf`);
      assert.equal(answer.status, 200);
      assert.equal(broken.calls(), before);
      assert.ok((await answer.json()).csrfToken);
      broken.fault = null;
      assert.ok(await readSession(browser));
    });
  });
}

for (const fault of storeFaults) {
  // A store that answers nonsense has kept the entry.
  if (fault === "answers nonsense") continue;
  it(`no unusable mail is sent while a store ${fault}`, async () => {
    const place = await createPlace();
    const page = await whileBroken(place, fault, () => ask(place.browser));
    assertOutage(place, page);
    assert.equal(place.flow.mails.length, 0);
  });
}
