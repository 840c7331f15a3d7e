import type { Page } from "../browser_types.ts";
import { assertSame, assertTrue } from "../contract/case.ts";
import type { HostApp } from "./app.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { knownPassword } from "./known_user.ts";
import {
  assertAccount,
  assertNobody,
  cut,
  makeVisitor,
  readJson,
  type Visitor,
} from "./visitor.ts";

/** Makes a visitor who is the user with a password. */
function makeKnown(app: HostApp): Visitor {
  const { email, name } = knownPassword;
  return makeVisitor(app, { email, name });
}

async function typePassword(
  { app, browser, person: { email } }: Visitor,
  page: Page,
  password: string,
): Promise<Page> {
  const action = app.url("/auth/callback/password");
  return await browser.submit(page, { action, fields: { email, password } });
}

/** Signs in as a script of the application does, with JSON. */
async function sendPassword(visitor: Visitor, password: string) {
  const { json } = await readJson(visitor, "/auth/csrf");
  const { csrfToken } = json as { csrfToken?: string };
  const { email } = visitor.person;
  const callbackUrl = `${visitor.app.prefix}/private`;
  return await readJson(visitor, "/auth/callback/password", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, email, password, callbackUrl }),
  });
}

/** Cases about signing in with a password. */
export const passwordCases: readonly HostCheck[] = declareCases({
  "password-sign-in": [
    "a password signs in, and leads to the target",
    async (app) => {
      const known = makeKnown(app);
      const start = await known.browser.goto(app.url("/private?a=1"));
      const page = await typePassword(known, start, knownPassword.password);
      assertSame(page.url, app.url("/private?a=1"), "the page at the end");
      await assertAccount(page, known.person.name, "after the password");
    },
  ],
  "password-wrong": [
    "a wrong password signs nobody in, and the page says so",
    async (app) => {
      const known = makeKnown(app);
      const start = await known.browser.goto(app.url("/private"));
      const page = await typePassword(known, start, "a wrong one");
      assertTrue(
        page.url.startsWith(app.url("/auth/signin?error=CredentialsSignin")),
        `the sign-in page with the error, and not ${page.url}`,
      );
      await assertNobody(known, "after a wrong password");
      const again = await typePassword(known, page, knownPassword.password);
      assertSame(again.url, app.url("/private"), "the page at the end");
    },
  ],
  "password-unknown": [
    "an unknown address is answered like a wrong password",
    async (app) => {
      const wrong = await sendPassword(makeKnown(app), "a wrong one");
      const unknown = await sendPassword(makeVisitor(app), "a wrong one");
      assertSame(unknown.status, wrong.status, "the status");
      const [one, other] = [wrong, unknown].map(({ json }) => ({
        ...json as object,
        ref: null,
      }));
      assertSame(other, one, "the answer");
    },
  ],
  "password-json": [
    "a script signs in with JSON, and is told where to go",
    async (app) => {
      const known = makeKnown(app);
      const { status, json } = await sendPassword(
        known,
        knownPassword.password,
      );
      assertSame(status, 200, `the status, with ${cut(JSON.stringify(json))}`);
      const { url } = json as { url?: string };
      const target = new URL(url ?? "", app.url("/")).href;
      assertSame(target, app.url("/private"), "the URL");
      const page = await known.browser.goto(target);
      await assertAccount(page, known.person.name, "after the password");
    },
  ],
  "password-json-wrong": [
    "a script that signs in with a wrong password gets 401 and JSON",
    async (app) => {
      const known = makeKnown(app);
      const { status, json } = await sendPassword(known, "a wrong one");
      assertSame(status, 401, "the status");
      const { error } = json as { error?: string };
      assertSame(error, "CredentialsSignin", "the error");
      await assertNobody(known, "after a wrong password");
    },
  ],
});
