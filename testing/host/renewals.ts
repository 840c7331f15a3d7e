import { assertFields, assertSame, assertTrue } from "../contract/case.ts";
import { openRaw } from "./answers.ts";
import { declareCases, type HostCheck } from "./case.ts";
import {
  assertRenewed,
  makeDue,
  readClaims,
  readCookie,
  toCookieName,
} from "./forge.ts";
import {
  assertAccount,
  assertNobody,
  assertSomebody,
  makeUser,
  makeVisitor,
  readJson,
  readText,
  type Visitor,
} from "./visitor.ts";

/** Makes a user whose session is due, and returns the cookie with it. */
async function makeDueUser(app: Visitor["app"]) {
  const user = await makeUser(app);
  await makeDue(user);
  return { user, due: readCookie(user) };
}

/** Cases about sessions that are due to be written again. */
export const renewalCases: readonly HostCheck[] = declareCases({
  "renewal-page": [
    "a page renews a session that is due",
    async (app) => {
      const { user, due } = await makeDueUser(app);
      const page = await user.browser.goto(app.url("/"));
      await assertAccount(page, user.person.name, "with a session that is due");
      await assertRenewed(user, due, "the first page");
      await assertSomebody(user, "after the renewal");
    },
  ],
  "renewal-guard": [
    "a guarded page renews a session that is due",
    async (app) => {
      const { user, due } = await makeDueUser(app);
      const page = await user.browser.goto(app.url("/private"));
      await assertAccount(page, user.person.name, "with a session that is due");
      await assertRenewed(user, due, "the guarded page");
    },
  ],
  "renewal-handler": [
    "a handler for programs renews a session that is due",
    async (app) => {
      for (const path of ["/api/me", "/api/private"]) {
        const { user, due } = await makeDueUser(app);
        const { status } = await readJson(user, path);
        assertSame(status, 200, `the status of ${path}`);
        await assertRenewed(user, due, path);
      }
    },
  ],
  "renewal-form": [
    "a page with a form renews a session that is due, and its token is right",
    async (app) => {
      const { user, due } = await makeDueUser(app);
      const form = await user.browser.goto(app.url("/form"));
      await assertRenewed(user, due, "the page with a form");
      const action = app.url("/auth/signout");
      await user.browser.submit(form, { action });
      await assertNobody(user, "after the sign-out");
    },
  ],
  "renewal-stays": [
    "the cookie from before a renewal still works, as in requests on their way",
    async (app) => {
      const { user } = await makeDueUser(app);
      const late = { ...user, browser: user.browser.clone() };
      await assertSomebody(user, "with a session that is due");
      await assertSomebody(late, "with the cookie from before");
    },
  ],
  "renewal-own-cookies": [
    "cookies of the application and of the library are all kept, one by one",
    async (app) => {
      const { user, due } = await makeDueUser(app);
      const { headers } = await readJson(user, "/api/own");
      const set = headers.getSetCookie();
      const names = set.map((one) => one.split("=")[0] ?? "").sort();
      assertSame(names, [toCookieName(app), "other", "own"].sort(), "cookies");
      await assertRenewed(user, due, "/api/own");
      const kept = user.browser.cookies(app.origin)
        .filter(({ name }) => name === "own" || name === "other")
        .map(({ name, value }) => `${name}=${value}`);
      assertSame(
        kept.sort(),
        ["other=2", "own=1"],
        "the application's cookies",
      );
    },
  ],
  "renewal-private": [
    "an answer that renews a session is kept by no cache",
    async (app) => {
      for (const path of ["/", "/private", "/api/me"]) {
        const { user } = await makeDueUser(app);
        const { headers } = await openRaw(user, path);
        const cache = headers.get("cache-control") ?? "";
        assertTrue(/\bno-store\b/.test(cache), `${path}: "${cache}"`);
      }
    },
  ],
});

async function update(user: Visitor, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const answer = await readJson(user, "/api/update", { method: "POST", body });
  assertSame(answer.status, 200, "the status of /api/update");
  return answer.json as { user?: object } | null;
}

/** Cases about changes of the session. */
export const updateCases: readonly HostCheck[] = declareCases({
  "update-same-request": [
    "the request that updates the session reads the new one",
    async (app) => {
      const user = await makeUser(app);
      const session = await update(user, { note: "read me" });
      assertFields(session?.user, { note: "read me" }, "the user");
    },
  ],
  "update-next-page": [
    "the page after an update shows the new session",
    async (app) => {
      const user = await makeUser(app);
      await update(user, { note: "<i>é</i>" });
      const page = await user.browser.goto(app.url("/"));
      await assertAccount(page, user.person.name, "after the update");
      assertSame(await readText(page, "note"), "<i>é</i>", "#note");
    },
  ],
  "update-rotates": [
    "an update that rotates gives the session a new id, and ends the old one",
    async (app) => {
      const user = await makeUser(app);
      const copy = { ...user, browser: user.browser.clone() };
      const { sid } = await readClaims(user);
      const session = await update(user, { note: "new", rotate: "1" });
      assertFields(session?.user, { note: "new" }, "the user");
      const rotated = await readClaims(user);
      assertTrue(rotated.sid !== sid, "the id is another one");
      await assertSomebody(user, "after the rotation");
      await assertNobody(copy, "with the cookie from before");
    },
  ],
  "update-due": [
    "an update of a session that is due writes one cookie, the updated one",
    async (app) => {
      const { user } = await makeDueUser(app);
      const body = new URLSearchParams({ note: "once" });
      const init = { method: "POST", body };
      const { headers } = await readJson(user, "/api/update", init);
      const set = headers.getSetCookie()
        .filter((one) => one.startsWith(`${toCookieName(app)}=`));
      assertSame(set.length, 1, "the number of session cookies");
      const page = await user.browser.goto(app.url("/"));
      assertSame(await readText(page, "note"), "once", "#note");
    },
  ],
  "update-nobody": [
    "nobody updates a session without one",
    async (app) => {
      const body = new URLSearchParams({ note: "nothing" });
      const init = { method: "POST", body };
      const visitor = makeVisitor(app);
      const { status } = await readJson(visitor, "/api/update", init);
      assertSame(status, 401, "the status");
      assertSame(readCookie(visitor), "", "the session cookie");
    },
  ],
});
