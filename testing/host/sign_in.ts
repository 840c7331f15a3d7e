import { assertSame, assertTrue } from "../contract/case.ts";
import { declareCases, type HostCheck } from "./case.ts";
import {
  assertAccount,
  assertNobody,
  assertSomebody,
  makeUser,
  makeVisitor,
  pressProvider,
  readText,
  signIn,
} from "./visitor.ts";

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
  "provider-target": [
    "the target of a sign-in is kept, with its query",
    async (app) => {
      const target = `${app.prefix}/?from=a%20b&to=c`;
      const { page } = await signIn(makeVisitor(app), target);
      assertSame(page.url, app.origin + target, "the page after the sign-in");
    },
  ],
  "target-foreign": [
    "a target on another site is not followed",
    async (app) => {
      const visitor = makeVisitor(app);
      const { page } = await signIn(visitor, "https://evil.example/");
      assertSame(page.url, app.url("/"), "the page after the sign-in");
    },
  ],
  "provider-denied": [
    "a user who refuses at the provider is told so, and is not signed in",
    async (app) => {
      const visitor = makeVisitor(app);
      app.op.faults.authorize = { error: "access_denied" };
      const start = await visitor.browser.goto(app.url("/auth/signin"));
      const { url } = await pressProvider(visitor, start);
      assertTrue(
        url.startsWith(app.url("/auth/signin?error=")),
        `the error is shown on the sign-in page, not on ${url}`,
      );
      await assertNobody(visitor, "after the refusal");
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
});
