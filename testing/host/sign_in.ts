import type { Page } from "../browser_types.ts";
import { assertSame, assertTrue } from "../contract/case.ts";
import type { HostApp } from "./app.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { readCookie } from "./forge.ts";
import {
  assertAccount,
  assertNobody,
  assertSomebody,
  makeUser,
  makeVisitor,
  pressProvider,
  readText,
  signIn,
  type Visitor,
} from "./visitor.ts";

/** Goes to the provider and back, and stops before the callback. */
async function reachCallback(
  { app, browser, person }: Visitor,
): Promise<string> {
  app.op.user = person;
  const start = await browser.goto(app.url("/auth/signin"));
  const page = await browser.submit(start, {
    action: app.url("/auth/signin/op"),
    stopAt: (url) => url.startsWith(app.url("/auth/callback/op")),
  });
  assertTrue(page.pending !== undefined, `no callback, but ${page.url}`);
  return page.pending ?? "";
}

/** Fails the case unless a page is the sign-in page with an error. */
function assertError(app: HostApp, { url, status }: Page, error: string): void {
  const isOurs = url.startsWith(app.url(`/auth/signin?error=${error}`)) ||
    url.startsWith(app.url(`/auth/error?error=${error}`));
  assertTrue(isOurs, `the page about ${error}, and not ${url}`);
  assertTrue(status < 500, `its status, and not ${status}`);
}

/** Cases about signing in at a provider. */
export const signInCases: readonly HostCheck[] = declareCases({
  "home-nobody": [
    "a page knows that nobody is signed in",
    async (app) => {
      const page = await app.createBrowser().goto(app.url("/"));
      await assertAccount(page, "nobody", "for a new visitor");
      assertSame(await readText(page, "note"), "", "#note");
    },
  ],
  "provider-sign-in": [
    "a visitor signs in at a provider, and the pages know the user",
    async (app) => {
      const user = await makeUser(app);
      assertSame(user.page.url, app.url("/"), "the page after the sign-in");
      await assertSomebody(user, "on the next page");
    },
  ],
  "provider-name": [
    "a name with any letters is shown as it is",
    async (app) => {
      const name = `Zoë <b>& "Ōno" 日本 ${"👩‍👩‍👧"} ${makeVisitor(app).person.sub}`;
      await assertSomebody(await makeUser(app, { name }), "with such a name");
    },
  ],
  "provider-own-form": [
    "a form of the application with a token signs in, and leads to its target",
    async (app) => {
      const visitor = makeVisitor(app);
      const form = await visitor.browser.goto(app.url("/form"));
      const page = await pressProvider(visitor, form);
      assertSame(page.url, app.url("/private"), "the page after the sign-in");
      await assertAccount(page, visitor.person.name, "after the sign-in");
    },
  ],
  "provider-again": [
    "a sign-in as somebody else takes the place of the session",
    async (app) => {
      const { browser } = await makeUser(app);
      const second = { ...makeVisitor(app), browser };
      const form = await browser.goto(app.url("/form"));
      await pressProvider(second, form);
      await assertSomebody(second, "after the second sign-in");
    },
  ],
  "provider-two-tabs": [
    "two sign-ins of one browser at the same time both succeed",
    async (app) => {
      const visitor = makeVisitor(app);
      const first = await reachCallback(visitor);
      const second = await reachCallback(visitor);
      for (const url of [first, second]) {
        const page = await visitor.browser.goto(url);
        await assertAccount(page, visitor.person.name, "after a callback");
      }
    },
  ],
  "provider-denied": [
    "a user who refuses at the provider is told so, and is not signed in",
    async (app) => {
      const visitor = makeVisitor(app);
      app.op.faults.authorize = { error: "access_denied" };
      const start = await visitor.browser.goto(app.url("/auth/signin"));
      const page = await pressProvider(visitor, start);
      assertError(app, page, "OAuthCallbackError");
      await assertNobody(visitor, "after the refusal");
    },
  ],
  "provider-retry": [
    "after a refusal at the provider, a second attempt leads to the first target",
    async (app) => {
      const visitor = makeVisitor(app);
      app.op.faults.authorize = [{ error: "access_denied" }];
      const start = await visitor.browser.goto(app.url("/private?a=1"));
      const refused = await pressProvider(visitor, start);
      const page = await pressProvider(visitor, refused);
      assertSame(page.url, app.url("/private?a=1"), "the page at the end");
      await assertAccount(page, visitor.person.name, "after the retry");
    },
  ],
  "provider-down": [
    "a provider that fails signs nobody in, and the application goes on",
    async (app) => {
      const visitor = makeVisitor(app);
      app.op.faults.token = { status: 500, body: "out of order" };
      const start = await visitor.browser.goto(app.url("/auth/signin"));
      const page = await pressProvider(visitor, start);
      assertTrue(page.url.includes("error="), `an error, and not ${page.url}`);
      assertTrue(!page.text.includes("out of order"), "its answer is shown");
      app.op.reset();
      await assertNobody(visitor, "after the failure");
      await signIn(visitor);
    },
  ],
  "callback-replayed": [
    "a callback that is opened again signs nobody in",
    async (app) => {
      const visitor = makeVisitor(app);
      const url = await reachCallback(visitor);
      await visitor.browser.goto(url);
      const before = readCookie(visitor);
      await visitor.browser.goto(url);
      assertSame(readCookie(visitor), before, "the session afterwards");
      const another = makeVisitor(app);
      await another.browser.goto(url);
      await assertNobody(another, "in another browser");
    },
  ],
  "callback-stolen": [
    "a callback of another browser signs nobody in",
    async (app) => {
      const url = await reachCallback(makeVisitor(app));
      const victim = makeVisitor(app);
      assertSame((await victim.browser.goto(url)).status < 500, true, "status");
      await assertNobody(victim, "after a callback of somebody else");
    },
  ],
  "cookies-cleared": [
    "the cookies of an attempt are gone after the sign-in",
    async (app) => {
      const { browser } = await makeUser(app);
      const names = browser.cookies(app.origin).map(({ name }) => name);
      const left = names.filter((name) => name.includes("attempt"));
      assertSame(left, [], "the cookies of attempts");
      assertSame(browser.dropped, [], "the cookies that the browser refused");
    },
  ],
});

/** Signs in by a form of the application that asks for a target. */
async function signInFor(
  { app, browser, person }: Visitor,
  callbackUrl: string,
): Promise<Page> {
  app.op.user = person;
  const action = app.url("/auth/signin/op");
  const form = await browser.goto(app.url("/form"));
  return await browser.submit(form, { action, fields: { callbackUrl } });
}

/** Cases about where a sign-in leads. */
export const targetCases: readonly HostCheck[] = declareCases({
  "target-kept": [
    "the target of a sign-in is kept, with its query",
    async (app) => {
      const target = `${app.prefix}/?from=a%20b&to=%C3%A9%2F%3F&to=c`;
      const { page } = await signIn(makeVisitor(app), target);
      assertSame(page.url, app.origin + target, "the page after the sign-in");
    },
  ],
  "target-url": [
    "a target may be a whole URL of the application",
    async (app) => {
      const url = app.url("/private");
      const { page } = await signIn(makeVisitor(app), url);
      assertSame(page.url, url, "the page after the sign-in");
    },
  ],
  "target-foreign": [
    "a target on another site is not followed",
    async (app) => {
      const targets = [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "javascript:alert(1)",
      ];
      for (const target of targets) {
        const { page } = await signIn(makeVisitor(app), target);
        const asked = await signInFor(makeVisitor(app), target);
        for (const { url } of [page, asked]) {
          const { origin } = new URL(url);
          assertSame(origin, app.origin, `the origin after ${target}`);
        }
      }
    },
  ],
});
