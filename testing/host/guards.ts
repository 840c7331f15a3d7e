import type { Page } from "../browser_types.ts";
import { assertFields, assertSame, assertTrue } from "../contract/case.ts";
import { assertFresh, openRaw } from "./answers.ts";
import type { HostApp } from "./app.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { forge, readClaims } from "./forge.ts";
import {
  assertAccount,
  makeUser,
  makeVisitor,
  pressProvider,
  readJson,
  readText,
  signIn,
  type Visitor,
} from "./visitor.ts";

/** Fails the case unless GET is led on; some frameworks choose the status. */
function assertLeads(status = 0, what: string): void {
  assertTrue([302, 303, 307].includes(status), `${what} answers ${status}`);
}

/** Opens a guarded page, and fails the case unless it leads to sign in. */
async function askFor(visitor: Visitor, path: string): Promise<Page> {
  const { app, browser } = visitor;
  const page = await browser.goto(app.url(path));
  const [hop] = page.redirects;
  assertLeads(hop?.status, path);
  assertTrue(
    page.url.startsWith(app.url("/auth/signin?")),
    `a sign-in page for ${path}, and not ${page.url}`,
  );
  assertSame(page.status, 200, "the status of the sign-in page");
  return page;
}

/** Cases about guards for users who are signed in. */
export const guardCases: readonly HostCheck[] = declareCases({
  "guard-browser": [
    "a browser without a session is sent to sign in, and comes back",
    async (app) => {
      const visitor = makeVisitor(app);
      const path = "/private?page=2&to=%2F%3F&name=%C3%A9";
      const page = await pressProvider(visitor, await askFor(visitor, path));
      assertSame(page.url, app.url(path), "the page at the end");
      await assertAccount(page, visitor.person.name, "behind the guard");
    },
  ],
  "guard-hides": [
    "a browser that is sent to sign in gets nothing of the page",
    async (app) => {
      const answer = await openRaw(makeVisitor(app), "/private");
      assertLeads(answer.status, "/private");
      const text = await answer.text();
      assertTrue(!text.includes("who"), `an empty answer, and not ${text}`);
      assertFresh(answer.headers, "the redirect");
    },
  ],
  "guard-program": [
    "a program without a session gets 401 and JSON",
    async (app) => {
      const answer = await readJson(makeVisitor(app), "/api/private");
      assertSame(answer.status, 401, "the status");
      const expected = { error: "SignInRequired" };
      assertFields(answer.json as object, expected, "the answer");
      assertFresh(answer.headers, "the answer");
    },
  ],
  "guard-post": [
    "a program without a session that posts gets 401, and changes nothing",
    async (app) => {
      const body = new URLSearchParams({ a: "1" });
      const init = { method: "POST", body };
      const answer = await readJson(makeVisitor(app), "/api/echo", init);
      assertSame(answer.status, 401, "the status");
      const expected = { error: "SignInRequired" };
      assertFields(answer.json as object, expected, "the answer");
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
  "guard-head": [
    "HEAD of a guarded page is answered as GET, without a body",
    async (app) => {
      const visitor = makeVisitor(app);
      const init = { method: "HEAD" };
      const asked = await openRaw(visitor, "/private", init);
      assertLeads(asked.status, "HEAD of /private");
      assertSame(await asked.text(), "", "the body without a session");
      const user = await signIn(visitor);
      const passed = await openRaw(user, "/private", init);
      assertSame(passed.status, 200, "the status with a session");
      assertSame(await passed.text(), "", "the body with a session");
    },
  ],
  "guard-over": [
    "a browser whose session is over is sent to sign in",
    async (app) => {
      const user = await makeUser(app);
      await forge(user, { maxAge: -60 });
      const page = await pressProvider(user, await askFor(user, "/private"));
      await assertAccount(page, user.person.name, "behind the guard");
    },
  ],
});

/** Cases about guards that want a role. */
export const roleCases: readonly HostCheck[] = declareCases({
  "role-browser": [
    "a user without the role gets 403, and no page",
    async (app) => {
      const { browser } = await makeUser(app, { role: "guest" });
      const page = await browser.goto(app.url("/staff"));
      assertSame(page.status, 403, "the status without the role");
      assertSame(await readText(page, "who"), null, "#who");
      assertFresh(page.headers, "the answer");
    },
  ],
  "role-passes": [
    "a user with the role passes, with a browser and with a program",
    async (app) => {
      const staff = await makeUser(app, { role: "staff" });
      const page = await staff.browser.goto(app.url("/staff"));
      await assertAccount(page, staff.person.name, "with the role");
      const { status } = await readJson(staff, "/api/staff");
      assertSame(status, 200, "the status for a program");
    },
  ],
  "role-program": [
    "a program of a user without the role gets 403 and JSON",
    async (app) => {
      const user = await makeUser(app);
      const { status, json } = await readJson(user, "/api/staff");
      assertSame(status, 403, "the status");
      assertFields(json as object, { error: "AccessDenied" }, "the answer");
    },
  ],
  "role-nobody": [
    "a visitor without a session is sent to sign in for a page with a role",
    async (app) => {
      const visitor = makeVisitor(app, { role: "staff" });
      const page = await pressProvider(
        visitor,
        await askFor(visitor, "/staff"),
      );
      assertSame(page.url, app.url("/staff"), "the page at the end");
      await assertAccount(page, visitor.person.name, "behind the guard");
    },
  ],
});

/** Makes a user who signed in an hour ago. */
async function makeLateUser(app: HostApp): Promise<Visitor> {
  const user = await makeUser(app);
  const { auth_time = 0, authn } = await readClaims(user);
  const at = (authn?.at ?? auth_time) - 3600;
  const claims = {
    auth_time: auth_time - 3600,
    ...(authn === undefined ? {} : { authn: { ...authn, at } }),
  };
  await forge(user, { claims });
  return user;
}

/** Cases about guards that want a fresh or a strong proof. */
export const proofCases: readonly HostCheck[] = declareCases({
  "fresh-passes": [
    "a user who has just signed in passes a guard with maxAge",
    async (app) => {
      const { browser, person } = await makeUser(app);
      const page = await browser.goto(app.url("/fresh"));
      assertSame(page.redirects.length, 0, "the number of redirects");
      await assertAccount(page, person.name, "behind the guard");
    },
  ],
  "fresh-browser": [
    "a user whose sign-in is old signs in again, and comes back",
    async (app) => {
      const user = await makeLateUser(app);
      const asked = await askFor(user, "/fresh?step=2");
      const page = await pressProvider(user, asked);
      assertSame(page.url, app.url("/fresh?step=2"), "the page at the end");
      await assertAccount(page, user.person.name, "behind the guard");
    },
  ],
  "fresh-other-person": [
    "somebody else does not pass in place of a user whose sign-in is old",
    async (app) => {
      const user = await makeLateUser(app);
      const asked = await askFor(user, "/fresh");
      const { person } = makeVisitor(app);
      const page = await pressProvider({ ...user, person }, asked);
      assertTrue(page.url.includes("error="), `an error, and not ${page.url}`);
      const { browser } = user;
      const still = await browser.goto(app.url("/private"));
      await assertAccount(still, user.person.name, "with the old session");
    },
  ],
  "fresh-program": [
    "a program of a user whose sign-in is old gets 401 and a challenge",
    async (app) => {
      const user = await makeLateUser(app);
      const { status, headers, json } = await readJson(user, "/api/fresh");
      assertSame(status, 401, "the status");
      const expected = { error: "InsufficientAuthentication" };
      assertFields(json as object, expected, "the answer");
      const challenge = headers.get("www-authenticate") ?? "";
      assertTrue(challenge.includes("max_age"), `a challenge: ${challenge}`);
    },
  ],
  "strong-browser": [
    "a user with a weak proof signs in again with a strong one, and comes back",
    async (app) => {
      const user = await makeUser(app);
      const asked = await askFor(user, "/strong");
      const person = { ...user.person, acr: "mfa", amr: ["pwd", "otp"] };
      const page = await pressProvider({ ...user, person }, asked);
      assertSame(page.url, app.url("/strong"), "the page at the end");
      await assertAccount(page, person.name, "behind the guard");
    },
  ],
  "strong-amr": [
    "the class alone is not enough where methods are wanted, too",
    async (app) => {
      const user = await makeUser(app, { acr: "mfa", amr: ["pwd"] });
      const asked = await askFor(user, "/strong");
      const page = await pressProvider(user, asked);
      assertSame(await readText(page, "who"), null, "#who");
    },
  ],
  "strong-acr": [
    "the methods alone are not enough where a class is wanted, too",
    async (app) => {
      const user = await makeUser(app, { acr: "basic", amr: ["otp"] });
      const asked = await askFor(user, "/strong");
      const page = await pressProvider(user, asked);
      assertSame(await readText(page, "who"), null, "#who");
    },
  ],
});
