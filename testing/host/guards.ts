import { assertFields, assertSame, assertTrue } from "../contract/case.ts";
import { declareCases, type HostCheck } from "./case.ts";
import {
  assertAccount,
  makeUser,
  makeVisitor,
  pressProvider,
  readJson,
} from "./visitor.ts";

/** Cases about guards. */
export const guardCases: readonly HostCheck[] = declareCases({
  "guard-browser": [
    "a browser without a session is sent to sign in, and comes back",
    async (app) => {
      const visitor = makeVisitor(app);
      const { browser, person } = visitor;
      const asked = await browser.goto(app.url("/private?page=2"));
      const [hop] = asked.redirects;
      assertSame(hop?.status, 303, "the status of /private");
      assertTrue(
        asked.url.startsWith(app.url("/auth/signin?")),
        `a sign-in page, and not ${asked.url}`,
      );
      const page = await pressProvider(visitor, asked);
      assertSame(page.url, app.url("/private?page=2"), "the page at the end");
      await assertAccount(page, person.name, "behind the guard");
    },
  ],
  "guard-program": [
    "a program without a session gets 401 and JSON",
    async (app) => {
      const visitor = makeVisitor(app);
      const { status, json } = await readJson(visitor, "/api/private");
      assertSame(status, 401, "the status");
      assertFields(json as object, { error: "SignInRequired" }, "the answer");
    },
  ],
  "guard-passes": [
    "a program with a session passes a guard",
    async (app) => {
      const user = await makeUser(app);
      const { status, json } = await readJson(user, "/api/private");
      assertSame(status, 200, "the status");
      const session = json as { user?: object } | null;
      assertFields(session?.user, { name: user.person.name }, "the user");
    },
  ],
  "guard-role": [
    "a user without the role gets 403, and one with it passes",
    async (app) => {
      const { browser } = await makeUser(app);
      const page = await browser.goto(app.url("/staff"));
      assertSame(page.status, 403, "the status without the role");
      const staff = await makeUser(app, { role: "staff" });
      const passed = await staff.browser.goto(app.url("/staff"));
      await assertAccount(passed, staff.person.name, "with the role");
    },
  ],
});
