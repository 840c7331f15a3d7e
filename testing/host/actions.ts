import type { Page } from "../browser_types.ts";
import { assertSame, assertTrue } from "../contract/case.ts";
import { assertNotShared, openRaw } from "./answers.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { assertRenewed, makeDue, readClaims, readCookie } from "./forge.ts";
import { knownPassword } from "./known_user.ts";
import {
  assertAccount,
  assertNobody,
  assertSomebody,
  makeUser,
  makeVisitor,
  readText,
  type Visitor,
} from "./visitor.ts";

/** Presses a button on the page with actions. */
async function press(
  { app, browser, person }: Visitor,
  button: string,
  fields: Record<string, string> = {},
): Promise<Page> {
  app.op.user = person;
  const page = await browser.goto(app.url("/actions"));
  assertSame(page.status, 200, "the status of /actions");
  return await browser.submit(page, { button, fields });
}

const byPassword = "Sign in with password";

/** Sends the form of a button as a page of another site would, with all cookies. */
async function pressFromElsewhere(
  { app, browser }: Visitor,
  button: string,
): Promise<Response> {
  const page = await browser.goto(app.url("/actions"));
  const form = page.forms()
    .find(({ buttons }) => buttons.some(({ text }) => text === button));
  const pressed = form?.buttons.find(({ text }) => text === button);
  const fields = [
    ...form?.fields ?? [],
    ...(pressed?.name ? [[pressed.name, pressed.value] as const] : []),
  ];
  const body = form?.enctype === "multipart/form-data"
    ? new FormData()
    : new URLSearchParams();
  for (const [name, value] of fields) body.append(name, value);
  return await browser.fetch(pressed?.action ?? form?.action ?? "", {
    method: "POST",
    mode: "navigate",
    from: "https://evil.example/",
    body,
    headers: {
      accept: "text/html",
      cookie: browser.cookieHeader(app.url("/actions")),
    },
  });
}

/** Cases about actions of the framework's own. */
export const actionCases: readonly HostCheck[] = declareCases({
  "action-provider": [
    "an action signs in at a provider, without a token made before",
    async (app) => {
      const visitor = makeVisitor(app);
      const page = await press(visitor, "Sign in with provider");
      assertSame(page.url, app.url("/private"), "the page at the end");
      await assertAccount(page, visitor.person.name, "after the sign-in");
    },
  ],
  "action-password": [
    "an action signs in with a password",
    async (app) => {
      const visitor = makeVisitor(app);
      const { email, name, password } = knownPassword;
      const page = await press(visitor, byPassword, { email, password });
      assertSame(page.url, app.url("/private"), "the page at the end");
      await assertAccount(page, name, "after the sign-in");
      const { sub } = await readClaims(visitor);
      assertSame(sub, knownPassword.id, "the user of the cookie");
    },
  ],
  "action-password-wrong": [
    "an action that meets a wrong password shows the error on its own page",
    async (app) => {
      const visitor = makeVisitor(app);
      const { email } = knownPassword;
      const page = await press(visitor, byPassword, {
        email,
        password: "a wrong one",
      });
      const { origin, pathname } = new URL(page.url);
      assertSame(origin + pathname, app.url("/actions"), "the page");
      assertTrue(page.status < 500, `the status is ${page.status}`);
      const error = await readText(page, "error");
      const words = (error ?? "").trim().split(" ").length;
      assertTrue(words > 1, `#error says: ${error}`);
      assertTrue(!page.text.includes("a wrong one"), "the password is shown");
      await assertNobody(visitor, "after a wrong password");
    },
  ],
  "action-sign-out": [
    "an action signs out, and a copy of the cookie is worth nothing",
    async (app) => {
      const user = await makeUser(app);
      const copy = { ...user, browser: user.browser.clone() };
      const page = await press(user, "Sign out");
      assertSame(page.url, app.url("/"), "the page at the end");
      await assertAccount(page, "nobody", "after the sign-out");
      await assertNobody(copy, "with a copy of the cookie");
    },
  ],
  "action-update": [
    "an action updates the session, and its page shows the new one",
    async (app) => {
      const user = await makeUser(app);
      const page = await press(user, "Update", { note: "by an action é" });
      await assertAccount(page, user.person.name, "after the update");
      assertSame(await readText(page, "note"), "by an action é", "#note");
      const next = await user.browser.goto(app.url("/"));
      assertSame(await readText(next, "note"), "by an action é", "#note of /");
    },
  ],
  "action-due": [
    "the page with actions renews a session that is due",
    async (app) => {
      const user = await makeUser(app);
      await makeDue(user);
      const due = readCookie(user);
      const page = await user.browser.goto(app.url("/actions"));
      await assertAccount(page, user.person.name, "with a session that is due");
      await assertRenewed(user, due, "the page with actions");
      const { headers } = await openRaw(user, "/actions");
      assertNotShared(headers, "/actions");
    },
  ],
  "action-cross-site": [
    "an action that another site sends changes nothing",
    async (app) => {
      const user = await makeUser(app);
      // Frameworks refuse it themselves, each with a status of its own.
      const answer = await pressFromElsewhere(user, "Sign out");
      await answer.text();
      await assertSomebody(user, "after the post of another site");
    },
  ],
  "action-cross-site-sign-in": [
    "an action that another site sends begins no sign-in",
    async (app) => {
      const visitor = makeVisitor(app);
      const answer = await pressFromElsewhere(visitor, "Sign in with provider");
      const location = answer.headers.get("location") ?? "";
      const text = await answer.text();
      const isLed = `${location}\n${text}`.includes(
        `${app.op.issuer}/authorize`,
      );
      assertTrue(!isLed, "it leads to the provider");
    },
  ],
}, { needs: ["actions"] });
