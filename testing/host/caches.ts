import { assertSame, assertTrue } from "../contract/case.ts";
import {
  assertFresh,
  assertNotShared,
  assertNotStored,
  openRaw,
} from "./answers.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { makeDue } from "./forge.ts";
import {
  assertAccount,
  assertSomebody,
  makeUser,
  makeVisitor,
  readText,
} from "./visitor.ts";

/** Fails the case unless a cache that keeps an answer asks for each visitor. */
function assertVaries(headers: Headers, what: string): void {
  const vary = (headers.get("vary") ?? "").toLowerCase();
  const cache = headers.get("cache-control") ?? "";
  assertTrue(
    /\bcookie\b|\*/.test(vary) || /\bno-store\b/.test(cache),
    `${what} has "vary: ${vary}" and "cache-control: ${cache}"`,
  );
}

/** Cases about caches. */
export const cacheCases: readonly HostCheck[] = declareCases({
  "cache-user": [
    "no answer for a user is kept by a shared cache, or shown to somebody else",
    async (app) => {
      const user = await makeUser(app, { role: "staff" });
      const paths = ["/", "/private", "/staff", "/form", "/api/me"];
      for (const path of [...paths, "/api/private", "/api/own"]) {
        const { headers, status } = await openRaw(user, path);
        assertSame(status, 200, `the status of ${path}`);
        assertFresh(headers, path);
        assertVaries(headers, path);
      }
    },
  ],
  "cache-visitor": [
    "no answer for a visitor is shown to a user",
    async (app) => {
      for (const path of ["/", "/form", "/api/me"]) {
        const { headers } = await openRaw(makeVisitor(app), path);
        assertNotShared(headers, path);
        assertVaries(headers, path);
      }
    },
  ],
  "cache-routes": [
    "no answer of an auth route is kept",
    async (app) => {
      const user = await makeUser(app);
      const paths = ["/auth/session", "/auth/csrf", "/auth/signout"];
      for (const path of [...paths, "/auth/signin"]) {
        const { headers } = await openRaw(user, path);
        assertNotStored(headers, path);
      }
    },
  ],
  "cache-alternating": [
    "users and visitors who take turns see their own pages",
    async (app) => {
      const one = await makeUser(app);
      const other = await makeUser(app);
      const visitor = makeVisitor(app);
      for (const path of ["/", "/", "/form"]) {
        const url = app.url(path);
        const { browser, person } = one;
        await assertAccount(await browser.goto(url), person.name, "first");
        const page = await visitor.browser.goto(url);
        await assertAccount(page, "nobody", "a visitor");
        const second = await other.browser.goto(url);
        await assertAccount(second, other.person.name, "second");
      }
    },
  ],
  "cache-etag": [
    "the mark of one user's page is not that of another's",
    async (app) => {
      const one = await makeUser(app);
      const { headers } = await openRaw(one, "/");
      const etag = headers.get("etag") ?? '"none"';
      const conditional = { headers: { "if-none-match": etag } };
      for (const visitor of [await makeUser(app), makeVisitor(app)]) {
        const { status } = await openRaw(visitor, "/", conditional);
        assertSame(status, 200, "the status for somebody else");
      }
    },
  ],
});

/** Cases about pages that the framework keeps for everybody. */
export const cachedPageCases: readonly HostCheck[] = declareCases({
  "cached-shared": [
    "a page that the framework keeps is the same for everybody, without cookies",
    async (app) => {
      const user = await makeUser(app);
      await makeDue(user);
      const made: (string | null)[] = [];
      for (const { browser } of [user, makeVisitor(app), await makeUser(app)]) {
        const page = await browser.goto(app.url("/cached"));
        assertSame(page.status, 200, "the status");
        made.push(await readText(page, "made"));
      }
      const [first, ...others] = made;
      assertTrue(Boolean(first), "#made");
      assertSame(others, [first, first], "#made of the others");
    },
  ],
  "cached-no-cookies": [
    "a page that the framework keeps gives nobody the cookies of another",
    async (app) => {
      const user = await makeUser(app);
      await makeDue(user);
      await openRaw(user, "/cached");
      const { headers } = await openRaw(makeVisitor(app), "/cached");
      const set = headers.getSetCookie()
        .filter((one) => one.includes("latchkey.session="));
      assertSame(set, [], "the session cookies for a visitor");
      await assertSomebody(user, "afterwards");
    },
  ],
}, { needs: ["cache"] });
