import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { FORM_MAX_AGE } from "../http/cookies.ts";
import { ENGLISH } from "../config/pages/page_words.ts";
import { signIn } from "../../testing/app_testkit.ts";
import {
  createRefused,
  FIELDS,
  sendForm,
} from "../pipeline/host/guards/resume_testkit.ts";

afterEach(() => mock.timers.reset());

const { words } = ENGLISH;

/** A store whose forms a test can read. */
function createOpenStore(): { store: Store; forms: Map<string, string> } {
  const inner = createMemoryStore();
  const forms = new Map<string, string>();
  const store: Store = {
    ...inner,
    compareAndSet: async (key, expected, value, ttl) => {
      const isSet = await inner.compareAndSet(key, expected, value, ttl);
      if (isSet && key.startsWith("form:")) forms.set(key, value);
      return isSet;
    },
  };
  return { store, forms };
}

describe("a kept form in the store", () => {
  it("the store has neither the fields nor the user, and no field once the form was sent", async () => {
    const { store, forms } = createOpenStore();
    const site = await createRefused("jwt", { store });
    const [[key = "", value = ""] = []] = forms;
    for (const text of [...Object.values(FIELDS), "user-1", "transfer"]) {
      assert.ok(!`${key} ${value}`.includes(text), text);
    }
    await site.browser.submit(
      await signIn(site.browser, { page: site.refused.url }),
    );
    assert.match(forms.get(key) ?? "", /^sent\.[\w-]{21}$/);
  });

  it("a form in the place of another one is neither shown nor sent", async () => {
    const { store, forms } = createOpenStore();
    const site = await createRefused("jwt", { store });
    const [[key = "", value = ""] = []] = forms;
    // The guard still refuses the session.
    await sendForm(site.browser, { ...FIELDS, to: "Eve" });
    const [, [, other = ""] = []] = [...forms];
    const page = await signIn(site.browser, { page: site.refused.url });
    assert.equal(await store.compareAndSet(key, value, other, 600), true);
    const swapped = await site.browser.goto(site.resumeUrl);
    assert.equal(swapped.status, 410);
    assert.ok(swapped.text.includes(words.formNoLongerKept));
    assert.equal((await site.browser.submit(page)).status, 410);
    assert.deepEqual(site.received, []);
  });

  it("a form that has expired is gone, although the store still has it and the cookie comes back", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 15, 12) });
    const lasting = createMemoryStore();
    const site = await createRefused("jwt", {
      store: {
        ...lasting,
        compareAndSet: (key, expected, value) =>
          lasting.compareAndSet(key, expected, value, 86_400),
      },
    });
    const page = await signIn(site.browser, { page: site.refused.url });
    assert.equal(page.status, 200);
    const cookies = site.browser.cookieHeader(site.resumeUrl).split("; ");
    mock.timers.tick(FORM_MAX_AGE * 1000 - 1000);
    assert.equal((await site.browser.goto(site.resumeUrl)).status, 200);
    mock.timers.tick(1000);
    for (const pair of cookies) {
      site.browser.setCookie(site.resumeUrl, `${pair}; Path=/; Secure`);
    }
    assert.equal((await site.browser.goto(site.resumeUrl)).status, 410);
  });

  it("a place is free again once its form was sent", async () => {
    const { store, forms } = createOpenStore();
    const site = await createRefused("jwt", { store });
    await site.browser.submit(
      await signIn(site.browser, { page: site.refused.url }),
    );
    site.makeOld();
    await sendForm(site.browser);
    assert.equal(forms.size, 1);
  });
});
