import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, createAuth } from "@latchkey/auth";
import { createBrowser } from "@latchkey/auth/testing";
import { site } from "../../testing/app_testkit.ts";
import {
  askForMail,
  createMailFlow,
  openLink,
} from "../methods/email/email_testkit.ts";
import { ENGLISH } from "../config/pages/page_words.ts";
import { de } from "./languages/de.ts";

const german = { "accept-language": "de-AT, en;q=0.8" };

/** Creates a site with browsers that prefer German. */
async function createGermanFlow() {
  const flow = await createMailFlow();
  const sites = { [site]: flow.handler, [flow.op.origin]: flow.op.handler };
  const open = () => createBrowser(sites, { headers: german });
  return { ...flow, createBrowser: open };
}

/** Asserts that a page is completely in German. Returns its text. */
function readGerman(html: string): string {
  assert.match(html, /^<!DOCTYPE html>\n<html lang="de" /);
  assert.equal(html.match(/ lang="/g)?.length, 1);
  const english = [ENGLISH.words, ENGLISH.words.errors]
    .flatMap((words) => Object.values(words))
    .filter((text) => typeof text === "string");
  for (const text of english) assert.ok(!html.includes(`>${text}<`), text);
  return html.replace(/<style.*<\/style>/s, "").replace(/<[^>]*>/g, "");
}

function assertSays(html: string, ...sentences: string[]): void {
  const text = readGerman(html);
  for (const one of sentences) assert.ok(text.includes(one), one);
}

describe("a browser that prefers German", () => {
  it("the pages are German from the sign-in page to the code of the mail", async () => {
    const flow = await createGermanFlow();
    const browser = flow.createBrowser();
    const { page, code } = await askForMail(flow, browser);
    const sentTo = de.linkAndCodeSentTo
      .replace("{email}", "ada@example.test")
      .replace("{duration}", "10 Minuten");
    assertSays(
      page.text.replaceAll("\u00a0", " "),
      de.checkYourEmail,
      sentTo,
      de.eightDigitCode,
      de.useAnotherAddress,
    );
    const wrong = await browser.submit(page, {
      fields: { code: code === "00000000" ? "1" : "00000000" },
    });
    const again = [de.errors["Verification wrong_code"], de.eightDigitCode];
    assertSays(wrong.text, ...again);
    const done = await browser.submit(wrong, { fields: { code: code ?? "" } });
    assert.equal(new URL(done.url).pathname, "/");
    const out = await browser.goto(`${site}/auth/signout`);
    const question = de.signOutOf.replace("{site}", "app.example");
    assertSays(out.text, de.signOut, question);
  });

  it("the pages are German if a mail's link is opened in another browser, and if it is opened again", async () => {
    const flow = await createGermanFlow();
    const { url } = await askForMail(flow, flow.createBrowser());
    const browser = flow.createBrowser();
    const page = await openLink(browser, url);
    assertSays(
      page.text,
      "ada@example.test",
      de.signInOnThisDevice,
      de.linkOpenedElsewhere,
      de.linkFromSomeoneElse,
    );
    await browser.submit(page);
    const late = flow.createBrowser();
    const used = await openLink(late, url);
    assertSays(used.text, de.linkWasUsed, de.errors["Verification used"]);
    const other = await late.goto(`${site}/auth/verify-request`);
    assertSays(other.text, de.linkSent, de.useAnotherAddress);
  });

  it("the pages are German on the way to a provider, and after a failure", async () => {
    const flow = await createGermanFlow();
    const browser = flow.createBrowser();
    const signIn = await browser.goto(`${site}/auth/signin`);
    const left = flow.answers.length;
    await browser.submit(signIn, { action: "/auth/signin/op" });
    const leave = flow.answers.slice(left).find(({ status }) => status === 200);
    const leaving = de.leavingFor.replace("{provider}", "Test Provider");
    assertSays(leave?.body ?? "", leaving, de.continue);
    const denied = await browser.goto(
      `${site}/auth/error?error=AccessDenied&ref=abcDEF_1`,
    );
    const ref = `${de.reference} abcDEF_1`;
    assertSays(denied.text, de.noAccess, de.errors.AccessDenied, ref);
    const unknown = await browser.goto(`${site}/auth/error?error=Nothing`);
    assertSays(unknown.text, de.errors.Configuration);
    const lost = await browser.goto(`${site}/auth/nothing`);
    assert.equal(lost.status, 404);
    assertSays(lost.text, de.somethingWentWrong, de.errors.UnknownAction);
  });

  it("the pages are German if access is denied, and if the configuration is wrong", async () => {
    const flow = await createGermanFlow();
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser);
    await openLink(browser, url);
    const ask = (accept: string) =>
      new Request(`${site}/admin`, {
        headers: { ...german, accept, cookie: browser.cookieHeader(site) },
      });
    const auth = createAuth(flow.makeConfig());
    const refused = await auth.require(ask("text/html"), { role: "admin" });
    assert.ok(refused instanceof Response);
    assert.equal(refused.status, 403);
    assertSays(await refused.text(), de.noAccess, de.forbidden);
    const failed = await Auth(
      new Request(`${site}/auth/signin`, {
        headers: { ...german, accept: "text/html" },
      }),
      { ...flow.makeConfig(), secret: "short" },
    );
    assert.equal(failed.status, 500);
    assertSays(await failed.text(), de.errors.Configuration);
  });

  it("the answers for programs stay English", async () => {
    const flow = await createGermanFlow();
    for (const path of ["nothing", "signin/nobody"]) {
      const answer = await flow.handler(
        new Request(`${site}/auth/${path}`, {
          headers: { ...german, accept: "application/json" },
        }),
      );
      const { message } = await answer.json();
      assert.equal(message, ENGLISH.words.errors.UnknownAction);
    }
  });
});
