import { assertSame, assertTrue } from "../contract/case.ts";
import { assertFresh } from "./answers.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { readCookie, toCookieName } from "./forge.ts";
import {
  assertAccount,
  assertNobody,
  assertSomebody,
  makeUser,
  readJson,
  signIn,
  signOut,
} from "./visitor.ts";

/** Cases about signing out. */
export const signOutCases: readonly HostCheck[] = declareCases({
  "sign-out": [
    "a form of the application signs out, and leads to the first page",
    async (app) => {
      const user = await makeUser(app);
      const page = await signOut(user);
      assertSame(page.url, app.url("/"), "the page after the sign-out");
      await assertAccount(page, "nobody", "after the sign-out");
      assertSame(readCookie(user), "", "the session cookie");
    },
  ],
  "sign-out-page": [
    "the library's page signs out",
    async (app) => {
      const user = await makeUser(app);
      const { browser } = user;
      const asked = await browser.goto(app.url("/auth/signout"));
      await assertSomebody(user, "before the button is pressed");
      await browser.submit(asked, { action: app.url("/auth/signout") });
      await assertNobody(user, "after the sign-out");
    },
  ],
  "sign-out-copies": [
    "a copy of the cookie is worth nothing after the sign-out",
    async (app) => {
      const user = await makeUser(app);
      const copy = { ...user, browser: user.browser.clone() };
      await signOut(user);
      await assertNobody(copy, "with a copy of the cookie");
      const { json } = await readJson(copy, "/api/me");
      assertSame(json, null, "the session of a copy");
      const { status } = await readJson(copy, "/api/private");
      assertSame(status, 401, "the status of a guard with a copy");
    },
  ],
  "sign-out-only-one": [
    "a sign-out ends one session, and not the others of the user",
    async (app) => {
      const user = await makeUser(app);
      const other = await signIn({ ...user, browser: app.createBrowser() });
      await signOut(user);
      await assertSomebody(other, "in the other browser");
    },
  ],
  "sign-out-cookie": [
    "the cookie is removed under its own name, path and attributes",
    async (app) => {
      const user = await makeUser(app);
      const page = await signOut(user);
      const name = `${toCookieName(app)}=`;
      const removed = page.redirects
        .flatMap(({ headers }) => headers.getSetCookie())
        .filter((one) => one.startsWith(name));
      assertSame(removed.length, 1, "the number of removed session cookies");
      const [header = ""] = removed;
      assertTrue(/; *max-age=0/i.test(header), `it is removed: ${header}`);
      assertTrue(/; *path=\/(?:;|$)/i.test(header), `its path: ${header}`);
    },
  ],
  "sign-out-back": [
    "no page of the user is shown from a cache after the sign-out",
    async (app) => {
      const { page, browser } = await makeUser(app);
      assertFresh(page.headers, "the first page");
      const guarded = await browser.goto(app.url("/private"));
      assertFresh(guarded.headers, "the guarded page");
    },
  ],
});
