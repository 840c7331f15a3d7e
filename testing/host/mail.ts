import type { Mail } from "../../types.ts";
import type { Page } from "../browser_types.ts";
import { assertSame, assertTrue } from "../contract/case.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { readCookie } from "./forge.ts";
import {
  assertAccount,
  assertNobody,
  assertSomebody,
  makeVisitor,
  type Visitor,
} from "./visitor.ts";

/** A mail, and the page that waits for its code. */
interface Posted {
  readonly page: Page;
  readonly mail: Mail;
}

/** Asks for a mail on a page with the form for it. */
async function askForMail(visitor: Visitor, path: string): Promise<Posted> {
  const { app, browser, person } = visitor;
  const start = await browser.goto(app.url(path));
  const page = await browser.submit(start, {
    action: app.url("/auth/signin/email"),
    fields: { email: person.email },
  });
  const mail = app.mails.find(({ to }) => to === person.email);
  if (mail) return { page, mail };
  throw new Error(`no mail came, and the page is ${page.url}`);
}

/** Makes a visitor whom pages call by the address. */
function makeReader(app: Visitor["app"]): Visitor {
  const visitor = makeVisitor(app);
  const { person } = visitor;
  return { ...visitor, person: { ...person, name: person.email } };
}

async function typeCode(
  { app, browser }: Visitor,
  { page }: Posted,
  code: string,
): Promise<Page> {
  const action = app.url("/auth/callback/email");
  return await browser.submit(page, { action, fields: { code } });
}

/** Cases about signing in by mail. */
export const mailCases: readonly HostCheck[] = declareCases({
  "mail-link": [
    "the link of a mail signs in, and leads to the target",
    async (app) => {
      const reader = makeReader(app);
      const { mail } = await askForMail(reader, "/private?a=1");
      assertTrue(mail.url.startsWith(app.origin), `its link is ${mail.url}`);
      const page = await reader.browser.goto(mail.url);
      assertSame(page.url, app.url("/private?a=1"), "the page at the end");
      await assertAccount(page, reader.person.name, "after the link");
    },
  ],
  "mail-code": [
    "the code of a mail signs in, and leads to the target",
    async (app) => {
      const reader = makeReader(app);
      const posted = await askForMail(reader, "/private?a=1");
      const page = await typeCode(reader, posted, posted.mail.code);
      assertSame(page.url, app.url("/private?a=1"), "the page at the end");
      await assertAccount(page, reader.person.name, "after the code");
    },
  ],
  "mail-wrong-code": [
    "a wrong code signs nobody in, and the right one still does",
    async (app) => {
      const reader = makeReader(app);
      const posted = await askForMail(reader, "/auth/signin");
      const wrong = posted.mail.code === "00000000" ? "00000001" : "00000000";
      const page = await typeCode(reader, posted, wrong);
      assertTrue(page.status < 500, `the status is ${page.status}`);
      await assertNobody(reader, "after a wrong code");
      await typeCode(reader, { ...posted, page }, posted.mail.code);
      await assertSomebody(reader, "after the right code");
    },
  ],
  "mail-link-once": [
    "the link of a mail signs in once",
    async (app) => {
      const reader = makeReader(app);
      const { mail } = await askForMail(reader, "/auth/signin");
      await reader.browser.goto(mail.url);
      await assertSomebody(reader, "after the link");
      const thief = makeVisitor(app);
      const page = await thief.browser.goto(mail.url);
      assertTrue(page.status < 500, `the status is ${page.status}`);
      await assertNobody(thief, "after the link, the second time");
      assertSame(readCookie(thief), "", "the session cookie");
    },
  ],
});
