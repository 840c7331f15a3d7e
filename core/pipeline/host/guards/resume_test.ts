import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth, createMemoryStore, type Store } from "@latchkey/auth";
import type { Browser, Page } from "@latchkey/auth/testing";
import { ENGLISH } from "../../../config/pages/page_words.ts";
import { app, cookieName, signIn } from "../../../../testing/app_testkit.ts";
import {
  assertHidden,
  assertRefused,
  readSetCookies,
} from "../../../../testing/checks_testkit.ts";
import { NOON } from "../../../session/session_testkit.ts";
import {
  createFormSite,
  createRefused,
  FIELDS,
  type FormSite,
  PATH,
  readResumeUrl,
  sendForm,
  titleOf,
} from "./resume_testkit.ts";

const { words } = ENGLISH;
const BODY = new URLSearchParams(FIELDS).toString();
const SENT = {
  path: PATH,
  type: "application/x-www-form-urlencoded",
  body: BODY,
};

afterEach(() => mock.timers.reset());

/** Posts a form as a browser does that cannot be asked to fill one in. */
async function post(
  browser: Browser,
  body: BodyInit | null,
  { headers = {}, path = PATH }: {
    headers?: Record<string, string>;
    path?: string;
  } = {},
): Promise<Response> {
  return await browser.fetch(app + path, {
    method: "POST",
    mode: "navigate",
    headers: { accept: "text/html", ...headers },
    body,
  } as never);
}

async function assertNotSent(
  answer: Response,
  site: FormSite,
  status: number,
): Promise<string> {
  const text = await answer.text();
  assert.equal(answer.status, status, text);
  assert.ok(text.includes(`<h1>${words.formNotSent}</h1>`), text);
  assert.ok(text.includes(words.formNotKept));
  assert.match(
    text,
    /<a class="b main" href="[^"]*signin[^"]*" target="_blank">/,
  );
  assert.deepEqual(site.received, []);
  assertRefused({ headers: answer.headers, text }, site);
  const cookies = readSetCookies(answer.headers);
  assert.deepEqual(cookies.filter(({ deletes }) => !deletes), []);
  return text;
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`a form that meets a guard with resume, with the strategy ${strategy}`, () => {
    it("the form is sent unchanged where it was sent first, once its sender has signed in again and pressed Continue", async () => {
      const { refused, browser, received, lines } = await createRefused(
        strategy,
      );
      assert.equal(refused.status, 200);
      assert.deepEqual(received, []);
      const page = await signIn(browser, { page: refused.url });
      assert.equal(page.status, 200);
      assert.equal(titleOf(page), words.continueForm);
      assert.match(page.headers.get("cache-control") ?? "", /\bno-store\b/);
      assert.deepEqual(received, []);
      const done = await browser.submit(page, { button: words.continue });
      assert.equal(done.text, "sent");
      assert.equal(done.url, app + PATH);
      assert.deepEqual(received, [SENT]);
      assertHidden(lines, [FIELDS.to, FIELDS.note]);
    });

    it("the page shows where the form goes, its fields, and the way back", async () => {
      const { browser, refused } = await createRefused(strategy);
      const { text } = await signIn(browser, { page: refused.url });
      assert.ok(text.includes("<bdi>app.example/transfer</bdi>"));
      for (const [name, value] of Object.entries(FIELDS)) {
        assert.ok(text.includes(`<dt><bdi>${name}</bdi></dt>`));
        assert.ok(text.includes(`<bdi>${value}</bdi>`));
      }
      assert.ok(
        text.includes(`<a class="b" href="${app}${PATH}">${words.cancel}</a>`),
      );
    });

    it("reloading the page loses nothing", async () => {
      const { browser, refused, resumeUrl, received } = await createRefused(
        strategy,
      );
      await signIn(browser, { page: refused.url });
      await browser.goto(resumeUrl);
      const page = await browser.goto(resumeUrl);
      await browser.submit(page);
      assert.deepEqual(received, [SENT]);
    });

    it("the form is not shown to the next user of the browser, and is not sent for them", async () => {
      const { browser, refused, op, resumeUrl, received } = await createRefused(
        strategy,
      );
      op.user = { ...op.user, sub: "user-2", email: "bob@example.com" };
      const page = await signIn(browser, { page: refused.url });
      assert.equal(page.status, 403);
      assert.equal(titleOf(page), words.formNotSent);
      assert.ok(page.text.includes(words.formOfAnotherUser));
      for (const value of Object.values(FIELDS)) {
        assert.ok(!page.text.includes(value), value);
      }
      const forced = await post(browser, BODY, {
        path: resumeUrl.slice(app.length),
      });
      assert.equal(forced.status, 403);
      assert.deepEqual(received, []);
      // The sender can still send it.
      op.user = { ...op.user, sub: "user-1", email: "ada@example.com" };
      await browser.submit(await signIn(browser, { page: refused.url }));
      assert.deepEqual(received, [SENT]);
    });

    it("the form is shown only after a sign-in that is later than the form", async () => {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const site = await createFormSite(strategy);
      await signIn(site.browser);
      mock.timers.tick(60_000);
      site.makeOld();
      const resumeUrl = readResumeUrl(await sendForm(site.browser));
      const asked = await site.browser.goto(resumeUrl);
      assert.equal(titleOf(asked), words.confirmItsYou);
      assert.equal(readResumeUrl(asked), resumeUrl);
      const page = await site.browser.submit(asked);
      assert.equal(titleOf(page), words.continueForm);
    });
  });
}

describe("a form that was kept", () => {
  it("a signed-out visitor is asked to sign in, and comes back", async () => {
    const { browser, resumeUrl, received } = await createRefused();
    browser.deleteCookie(app, cookieName.session);
    const asked = await browser.goto(resumeUrl);
    assert.equal(readResumeUrl(asked), resumeUrl);
    await browser.submit(await browser.submit(asked));
    assert.deepEqual(received, [SENT]);
  });

  it("another browser of the same user cannot continue it", async () => {
    const { createBrowser, resumeUrl, received } = await createRefused();
    const other = createBrowser();
    await signIn(other);
    const page = await other.goto(resumeUrl);
    assert.equal(page.status, 410);
    assert.ok(page.text.includes(words.formNoLongerKept));
    assert.ok(!page.text.includes(FIELDS.to));
    const forced = await post(other, BODY, {
      path: resumeUrl.slice(app.length),
    });
    assert.equal(forced.status, 410);
    assert.deepEqual(received, []);
  });

  it("it cannot be continued after ten minutes", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { browser, refused, received } = await createRefused();
    mock.timers.tick(599_000);
    const page = await signIn(browser, { page: refused.url });
    assert.equal(titleOf(page), words.continueForm);
    mock.timers.tick(1000);
    const late = await browser.submit(page);
    assert.equal(late.status, 410);
    assert.equal(titleOf(late), words.formNotSent);
    assert.deepEqual(received, []);
  });

  it("it is sent once, if the button is pressed twice and the first answer is lost", async () => {
    const { browser, refused, received } = await createRefused();
    const page = await signIn(browser, { page: refused.url });
    const first = browser.clone();
    await first.submit(page);
    const second = await browser.submit(page);
    assert.equal(second.status, 409);
    assert.equal(titleOf(second), words.formAlreadySent);
    assert.deepEqual(received, [SENT]);
  });

  it("it is sent once, if the button is pressed again before the browser has followed the redirect", async () => {
    const { browser, refused, received } = await createRefused();
    const page = await signIn(browser, { page: refused.url });
    const stopAt = (url: string) => url === app + PATH;
    const { pending } = await browser.submit(page, { stopAt });
    assert.equal(pending, app + PATH);
    assert.deepEqual(received, []);
    await browser.submit(page);
    assert.deepEqual(received, [SENT]);
  });

  it("it is sent once, if both presses arrive at the form's own page", async () => {
    const { browser, refused, received } = await createRefused();
    const page = await signIn(browser, { page: refused.url });
    await browser.submit(page, { stopAt: (url) => url === app + PATH });
    const second = browser.clone();
    const form = new URLSearchParams(FIELDS);
    const answers = await Promise.all([
      post(browser, form),
      post(second, form),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(received.length, 1);
  });

  it("the same form can be filled in again afterwards", async () => {
    const { browser, refused, received } = await createRefused();
    await browser.submit(await signIn(browser, { page: refused.url }));
    await sendForm(browser);
    await sendForm(browser);
    assert.equal(received.length, 3);
  });

  it("it does not use up a form that is sent to another path", async () => {
    const { browser, refused, received } = await createRefused();
    const page = await signIn(browser, { page: refused.url });
    await browser.submit(page, { stopAt: (url) => url === app + PATH });
    await sendForm(browser, FIELDS, "/transfer?from=2");
    await sendForm(browser, FIELDS, "/transfer?from=2");
    await browser.submit(page);
    assert.deepEqual(received.map(({ path }) => path), [
      "/transfer?from=2",
      "/transfer?from=2",
      PATH,
    ]);
  });

  it("two tabs continue each with its own form", async () => {
    const site = await createFormSite();
    const { browser, received } = site;
    await signIn(browser);
    site.makeOld();
    const one = await sendForm(browser, { ...FIELDS, to: "one" });
    const two = await sendForm(browser, { ...FIELDS, to: "two" });
    const first = await signIn(browser, { page: one.url });
    const second = await browser.goto(readResumeUrl(two));
    await browser.submit(second);
    await browser.submit(first);
    const names = received.map(({ body }) =>
      new URLSearchParams(body).get("to")
    );
    assert.deepEqual(names, ["two", "one"]);
  });

  it("it is kept anew, and sent once, if the guard refuses it again", async () => {
    const site = await createRefused();
    const { browser, received } = site;
    const page = await signIn(browser, { page: site.refused.url });
    site.makeOld();
    const again = await browser.submit(page);
    assert.notEqual(readResumeUrl(again), site.resumeUrl);
    const next = await signIn(browser, { page: again.url });
    const twice = browser.clone();
    await browser.submit(next);
    await twice.submit(next);
    assert.deepEqual(received, [SENT]);
    assert.equal((await browser.goto(site.resumeUrl)).status, 410);
  });

  it("a form of another site cannot have it sent", async () => {
    const { browser, refused, resumeUrl, received } = await createRefused();
    await signIn(browser, { page: refused.url });
    for (
      const headers of [
        { origin: "https://evil.example" },
        { "sec-fetch-site": "cross-site" },
      ]
    ) {
      const answer = await post(browser, BODY, {
        path: resumeUrl.slice(app.length),
        headers,
      });
      assert.equal(answer.status, 403);
    }
    assert.deepEqual(received, []);
  });

  it("the application may redirect to another site afterwards", async () => {
    const { browser, refused } = await createRefused();
    const page = await signIn(browser, { page: refused.url });
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /form-action \*/);
    assert.match(policy, /frame-ancestors 'none'/);
  });
});

describe("a form with more than its text fields", () => {
  /** Makes a site with a session that the guard refuses. */
  async function createOld(): Promise<FormSite> {
    const site = await createFormSite();
    await signIn(site.browser);
    site.makeOld();
    return site;
  }

  /** Writes a form as browsers do, with an input for files that is empty: Node would leave out its `filename`. */
  function toMultipart(
    entries: readonly (readonly [name: string, value: string])[],
  ): Blob {
    const boundary = "form-boundary";
    const start = `--${boundary}\r\nContent-Disposition: form-data; name=`;
    const parts = entries.map(([name, value]) =>
      `${start}"${name}"\r\n\r\n${value}\r\n`
    );
    const file =
      `${start}"file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n`;
    return new Blob([...parts, file, `--${boundary}--\r\n`], {
      type: `multipart/form-data; boundary=${boundary}`,
    });
  }

  it("repeated fields, empty files, and every character stay as they were, in either encoding", async () => {
    const entries = [
      ["list", "1"],
      ["list", "2"],
      ["a[b]", " <\"&'> \r\n\u2028😀"],
      ["", "no name"],
      ["empty", ""],
    ] as const;
    for (const isMultipart of [true, false]) {
      const { browser, received, ...site } = await createOld();
      const form = isMultipart
        ? toMultipart(entries)
        : new URLSearchParams(entries.map(([name, value]) => [name, value]));
      const refused = await post(browser, form);
      assert.equal(refused.status, 303);
      const location = refused.headers.get("location") ?? "";
      const page = await signIn(browser, { page: location });
      const [shown] = page.forms();
      assert.deepEqual(
        shown?.fields.map(([name, value]) => [name, value]),
        // The HTML parser reads a line end as one character, and a browser
        // sends it as two again. A field without a name is never sent.
        entries.filter(([name]) => name !== "").map((
          [name, value],
        ) => [name, value.replace("\r\n", "\n")]),
      );
      const type = isMultipart
        ? "multipart/form-data"
        : "application/x-www-form-urlencoded";
      assert.ok(page.text.includes(` enctype="${type}"`));
      assert.equal(
        page.text.includes('<input type="file" name="file" hidden>'),
        isMultipart,
      );
      assert.deepEqual(site.lines.filter((one) => /😀/.test(one)), []);
      await browser.submit(page);
      assert.equal(received.length, 1);
    }
  });

  it("a form with a file is not kept, and the page says so with 413", async () => {
    const site = await createOld();
    const form = new FormData();
    form.append("note", "typed");
    form.append("file", new File(["x"], "x.txt"));
    const text = await assertNotSent(await post(site.browser, form), site, 413);
    assert.doesNotMatch(text, /typed/);
  });

  it("a form over 16 kB is not kept, and one of 16 kB is", async () => {
    for (const toForm of [() => new FormData(), () => new URLSearchParams()]) {
      const send = async (value: string) => {
        const site = await createOld();
        const form = toForm();
        form.append("a", value);
        return { site, answer: await post(site.browser, form) };
      };
      const fits = await send("€".repeat(5461));
      assert.equal(fits.answer.status, 303);
      const { answer, site } = await send("€".repeat(5461) + "x");
      await assertNotSent(answer, site, 413);
      const huge = await send("x".repeat(500_000));
      await assertNotSent(huge.answer, huge.site, 413);
    }
  });

  it("a body that is no form of text fields in UTF-8 is not kept", async () => {
    const urlencoded = "application/x-www-form-urlencoded";
    const rows = [
      ["application/json", '{"a":"b"}'],
      ["text/plain", "a=b"],
      [urlencoded, "a=%FC"],
      [urlencoded, new Uint8Array([0x61, 0x3d, 0xfc])],
      ["multipart/form-data", "a=b"],
      ["multipart/form-data; boundary=x", "--x\r\nbroken"],
    ] as const;
    for (const [type, body] of rows) {
      const site = await createOld();
      const headers = { "content-type": type };
      const answer = await post(site.browser, body, { headers });
      await assertNotSent(answer, site, 400);
    }
  });
});

describe("a form that cannot be kept", () => {
  it("a form from another site, or of unknown origin, is not kept", async () => {
    const rows: readonly Record<string, string>[] = [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "https://sub.app.example", "sec-fetch-site": "same-site" },
      {},
    ];
    for (const sent of rows) {
      const site = await createFormSite();
      await signIn(site.browser);
      site.makeOld();
      const cookie = site.browser.cookieHeader(app);
      const request = new Request(app + PATH, {
        method: "POST",
        headers: { accept: "text/html", cookie, ...sent },
        body: new URLSearchParams(FIELDS),
      });
      await assertNotSent(await site.handler(request), site, 403);
    }
  });

  it("a form whose sender is not known is not kept", async () => {
    const site = await createFormSite();
    const answer = await post(site.browser, new URLSearchParams(FIELDS));
    await assertNotSent(answer, site, 401);
  });

  it("a form is not kept while the store is down, and can be sent again from its page", async () => {
    const inner = createMemoryStore();
    let isDown = false;
    const fail = () => {
      if (isDown) throw new Error("the store is down");
    };
    const store: Store = {
      ...inner,
      get: (keys) =>
        keys[0]?.startsWith("form:")
          ? fail() ?? inner.get(keys)
          : inner.get(keys),
      compareAndSet: (...args) => fail() ?? inner.compareAndSet(...args),
    };
    const site = await createFormSite("jwt", { store });
    await signIn(site.browser);
    site.makeOld();
    isDown = true;
    const answer = await post(site.browser, new URLSearchParams(FIELDS));
    await assertNotSent(answer, site, 503);
    isDown = false;
    const refused = await sendForm(site.browser);
    const page = await signIn(site.browser, { page: refused.url });
    isDown = true;
    const failed = await site.browser.submit(page);
    assert.ok(failed.status >= 500 || /error/.test(failed.url), failed.url);
    assert.deepEqual(site.received, []);
    isDown = false;
    await site.browser.submit(page);
    assert.equal(site.received.length, 1);
  });

  it("a user has five forms at most", async () => {
    const site = await createFormSite();
    const { browser } = site;
    await signIn(browser);
    site.makeOld();
    for (let i = 0; i < 5; i++) {
      const kept = await post(browser, new URLSearchParams({ i: `${i}` }));
      assert.equal(kept.status, 303);
    }
    const answer = await post(browser, new URLSearchParams(FIELDS));
    await assertNotSent(answer, site, 429);
  });

  it("a program gets the guard's JSON, and its body is not kept", async () => {
    const site = await createFormSite();
    const answer = await post(site.browser, new URLSearchParams(FIELDS), {
      headers: { accept: "application/json" },
    });
    assert.equal(answer.status, 401);
    assert.equal((await answer.json()).error, "SignInRequired");
  });
});

describe("a form that is sent with a session that has ended", () => {
  it("the form continues for the user whom the cookie still names", async () => {
    const site = await createFormSite();
    const { browser, received } = site;
    await signIn(browser);
    await createAuth(site.config).revoke({ all: true });
    const refused = await sendForm(browser);
    await browser.submit(await signIn(browser, { page: refused.url }));
    assert.deepEqual(received, [SENT]);
  });

  it("the form does not continue for another user", async () => {
    const site = await createFormSite();
    const { browser, op, received } = site;
    await signIn(browser);
    await createAuth(site.config).revoke({ all: true });
    const refused = await sendForm(browser);
    op.user = { ...op.user, sub: "user-2" };
    const page: Page = await signIn(browser, { page: refused.url });
    assert.equal(page.status, 403);
    assert.deepEqual(received, []);
  });

  it("the form is not kept if the cookie is of another application", async () => {
    const site = await createFormSite();
    await signIn(site.browser);
    const { value = "" } =
      site.browser.cookies(app).find(({ name }) =>
        name === cookieName.session
      ) ??
        {};
    await createAuth(site.config).revoke({ all: true });
    const other = "https://other.example";
    const request = new Request(other + PATH, {
      method: "POST",
      headers: {
        accept: "text/html",
        origin: other,
        cookie: `${cookieName.session}=${value}`,
      },
      body: new URLSearchParams(FIELDS),
    });
    await assertNotSent(await site.handler(request), site, 401);
  });

  it("the form is not kept if the browser sends several sessions", async () => {
    const site = await createFormSite();
    await signIn(site.browser);
    const cookie = site.browser.cookieHeader(app);
    await createAuth(site.config).revoke({ all: true });
    const request = new Request(app + PATH, {
      method: "POST",
      headers: {
        accept: "text/html",
        origin: app,
        cookie: `${cookie}; ${cookieName.session}=x`,
      },
      body: new URLSearchParams(FIELDS),
    });
    await assertNotSent(await site.handler(request), site, 401);
  });
});

describe("GET /auth/resume without a form", () => {
  it("the page says that the form was not sent, for a script that posted it", async () => {
    const site = await createFormSite();
    const page = await site.browser.goto(`${app}/auth/resume`);
    assert.equal(page.status, 401);
    assert.equal(titleOf(page), words.formNotSent);
    assert.match(
      page.text,
      /href="https:\/\/app\.example\/auth\/signin\?[^"]*fresh"/,
    );
  });
});
