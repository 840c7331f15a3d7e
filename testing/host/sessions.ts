import { assertFields, assertSame } from "../contract/case.ts";
import { declareCases, type HostCheck } from "./case.ts";
import {
  assertNobody,
  makeUser,
  makeVisitor,
  readJson,
  signOut,
} from "./visitor.ts";

/** Cases about sessions: reading, renewing and ending them. */
export const sessionCases: readonly HostCheck[] = declareCases({
  "session-json": [
    "a program reads the session as JSON, and null without one",
    async (app) => {
      const user = await makeUser(app);
      const { status, json } = await readJson(user, "/api/me");
      assertSame(status, 200, "the status of /api/me");
      const session = json as { user?: object } | null;
      const { name, email } = user.person;
      const expected = { name, email, role: null, note: null };
      assertFields(session?.user, expected, "the user");
      const nobody = await readJson(makeVisitor(app), "/api/me");
      assertSame(nobody.json, null, "the session of a new visitor");
    },
  ],
  "session-private": [
    "a page of a signed-in user is for no shared cache",
    async (app) => {
      const { page } = await makeUser(app);
      const cache = page.headers.get("cache-control") ?? "";
      assertSame(/\b(?:private|no-store)\b/.test(cache), true, cache);
    },
  ],
  "sign-out": [
    "a form of the application signs out",
    async (app) => {
      const user = await makeUser(app);
      await signOut(user);
      await assertNobody(user, "after the sign-out");
    },
  ],
  "sign-out-copies": [
    "a copy of the cookie is worth nothing after the sign-out",
    async (app) => {
      const user = await makeUser(app);
      const browser = user.browser.clone();
      await signOut(user);
      await assertNobody({ app, browser }, "with a copy of the cookie");
    },
  ],
});
