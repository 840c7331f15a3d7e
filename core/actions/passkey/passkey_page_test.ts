/** Tests of the page after a passkey was added or removed. */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  createMember,
  createPasskeySite,
  createPerson,
  getOptions,
  register,
  send,
} from "../../methods/passkey/passkeys_testkit.ts";
import { createApp, site } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { ENGLISH } from "../../config/pages/page_words.ts";

afterEach(endTest);

const { words } = ENGLISH;

describe("the page after a passkey was added or removed", () => {
  it("a signed-in user who adds a passkey goes there, unless the request names a target", async () => {
    const flow = await createPasskeySite();
    const person = await createMember(flow);
    const phone = { ...createPerson(flow), browser: person.browser };
    const added = await register(phone);
    assert.deepEqual(added.body, { url: `${site}/auth/passkey?done=added` });
    const page = await person.browser.goto(`${site}/auth/passkey?done=added`);
    assert.equal(page.status, 200);
    assert.ok(page.text.includes(`<h1>${words.passkeyAdded}</h1>`));
    const tablet = createPerson(flow).authenticator;
    const options = await getOptions(person.browser, { action: "register" });
    const data = await tablet.create(options as never);
    const more = { callbackUrl: "/here" };
    const named = await send(person.browser, "register", data, more);
    assert.deepEqual(named.body, { url: `${site}/here` });
  });

  it("a visitor who signs up with a passkey goes home as before", async () => {
    const flow = await createPasskeySite();
    const answer = await register(createPerson(flow), "eve@example.com");
    assert.deepEqual(answer.body, { url: `${site}/` });
  });

  it("the application's redirect callback decides about that target, too", async () => {
    const asked: string[] = [];
    const flow = await createPasskeySite({
      callbacks: {
        redirect: ({ url, baseUrl }) => {
          asked.push(url);
          return `${baseUrl}/dashboard`;
        },
      },
    });
    const person = await createMember(flow);
    const phone = { ...createPerson(flow), browser: person.browser };
    const added = await register(phone);
    assert.deepEqual(added.body, { url: `${site}/dashboard` });
    assert.equal(asked.at(-1), `${site}/auth/passkey?done=added`);
  });

  it("a user who removes a passkey goes there, unless the request names a target", async () => {
    const flow = await createPasskeySite();
    const person = await createMember(flow);
    for (const callbackUrl of [undefined, "/here"]) {
      const phone = { ...createPerson(flow), browser: person.browser };
      await register(phone);
      const user = await flow.adapter.getUserByEmail?.(
        "ada@example.com",
      );
      const list = flow.adapter.listAuthenticatorsByUserId;
      const listed = await list?.(user?.id ?? "") ?? [];
      const { csrfToken } =
        await (await person.browser.fetch(`${site}/auth/csrf`)).json();
      const answer = await person.browser.fetch(
        `${site}/auth/unlink/passkey`,
        {
          method: "POST",
          headers: { origin: site, "x-auth-return-redirect": "1" },
          body: new URLSearchParams({
            csrfToken,
            credentialID: listed.at(-1)?.credentialID ?? "",
            ...(callbackUrl === undefined ? {} : { callbackUrl }),
          }),
        },
      );
      assert.deepEqual(await answer.json(), {
        url: site + (callbackUrl ?? "/auth/passkey?done=removed"),
      });
    }
    const page = await person.browser.goto(`${site}/auth/passkey?done=removed`);
    assert.ok(page.text.includes(`<h1>${words.passkeyRemoved}</h1>`));
  });

  it("an unknown value, and a site without passkeys, have no such page", async () => {
    const flow = await createPasskeySite();
    const { browser } = createPerson(flow);
    for (
      const done of ["", "constructor", "__proto__", "Added", "x".repeat(1e5)]
    ) {
      const query = new URLSearchParams({ done });
      const page = await browser.goto(`${site}/auth/passkey?${query}`);
      assert.equal(page.status, 404, done.slice(0, 20));
      assert.ok(page.text.includes(words.errors.UnknownAction));
    }
    const other = (await createApp()).createBrowser();
    const page = await other.goto(`${site}/auth/passkey?done=added`);
    assert.equal(page.status, 404);
  });
});
