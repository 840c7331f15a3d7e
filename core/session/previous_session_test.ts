import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig, Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createUserFlow,
  type UserFlow,
} from "../accounts/users_testkit.ts";
import {
  approach,
  arrive,
  cookieName,
  cookieValue,
  readSession,
  signIn,
  site,
  start,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { ask, openLink } from "../methods/email/email_testkit.ts";

afterEach(endTest);

const storages: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "token sessions": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
  }),
  "database sessions": () => ({ adapter: createMemoryAdapter() }),
  "database sessions of a plain adapter": () => ({
    adapter: createPlainAdapter(),
    session: { strategy: "database" },
  }),
};

interface MailSite extends UserFlow {
  readonly mails: readonly Mail[];
}

async function createSite(
  config: Partial<AuthConfig>,
  responseMode = "query",
): Promise<MailSite> {
  const mails: Mail[] = [];
  const flow = await createUserFlow(config, {
    entry: { authorization: { params: { response_mode: responseMode } } },
    more: [{
      id: "email",
      type: "email",
      from: "sign-in@app.example",
      sendMail: ({ mail }) => void mails.push(mail),
    }],
  });
  return { ...flow, mails };
}

/** Browsers withhold such a cookie on a request that another site starts. */
const strict: Partial<AuthConfig> = {
  cookies: { sessionToken: { options: { sameSite: "strict" } } },
};

/** A way of signing in: begins it now, and returns a function that finishes it. */
type Road = (flow: MailSite, browser: Browser) => Promise<() => Promise<void>>;

const byRedirect: Road = async (_, browser) => {
  const callback = await approach(browser);
  return async () => void await arrive(browser, callback);
};

const byForm: Road = async (_, browser) => {
  const url = await start(browser);
  const page = await browser.goto(url, { from: `${site}/` });
  assert.equal(page.forms()[0]?.method, "POST");
  return async () => void await browser.submit(page);
};

const byMail: Road = async ({ mails }, browser) => {
  await ask(browser, "ada@example.com");
  const url = mails.at(-1)?.url ?? "";
  return async () => void await openLink(browser, url);
};

interface Way {
  readonly road: Road;
  readonly responseMode?: string;
  readonly config?: Partial<AuthConfig>;
}

/** Ways back for which the browser withholds the session's cookie. */
const hidden: Readonly<Record<string, Way>> = {
  "a form from the provider": { road: byForm, responseMode: "form_post" },
  "a redirect, with a strict cookie": { road: byRedirect, config: strict },
  "a mail link, with a strict cookie": { road: byMail, config: strict },
};

/** Ways back for which the browser sends it. */
const shown: Readonly<Record<string, Way>> = {
  "a redirect": { road: byRedirect },
  "a mail link": { road: byMail },
};

/** Asserts that the browser has a new session, and that each copy of an earlier one is ended. */
async function assertReplaced(
  browser: Browser,
  copies: readonly Browser[],
): Promise<void> {
  assert.ok(await readSession(browser), "the new session");
  for (const copy of copies) {
    assert.notEqual(cookieValue(copy), "");
    assert.notEqual(cookieValue(copy), cookieValue(browser));
    assert.equal(await readSession(copy), null, "a session from before");
  }
}

for (const [storage, toConfig] of Object.entries(storages)) {
  describe(`signing in, with ${storage}`, () => {
    for (
      const [what, { road, responseMode, config }] of Object.entries(hidden)
    ) {
      it(`signing in by ${what} ends the previous session, although the browser does not send its cookie`, async () => {
        const flow = await createSite(
          { ...toConfig(), ...config },
          responseMode,
        );
        const browser = flow.createBrowser();
        await (await road(flow, browser))();
        const copy = browser.clone();
        assert.ok(await readSession(copy));
        const finish = await road(flow, browser);
        await finish();
        await assertReplaced(browser, [copy]);
      });
    }

    for (const [what, { road }] of Object.entries(shown)) {
      it(`signing in by ${what} ends a session that another tab began in the meantime`, async () => {
        const flow = await createSite(toConfig());
        const browser = flow.createBrowser();
        const finish = await road(flow, browser);
        await signIn(browser);
        const copy = browser.clone();
        await finish();
        await assertReplaced(browser, [copy]);
      });

      it(`signing in by ${what} ends both the previous session and one that another tab began`, async () => {
        const flow = await createSite(toConfig());
        const browser = flow.createBrowser();
        await signIn(browser);
        const first = browser.clone();
        const finish = await road(flow, browser);
        // As in a tab that no longer had the first session's cookie.
        browser.setCookie(
          site,
          `${cookieName.session}=; Path=/; Secure; Max-Age=0`,
        );
        await signIn(browser);
        const second = browser.clone();
        await finish();
        await assertReplaced(browser, [first, second]);
      });
    }
  });
}
