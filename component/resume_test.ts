import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createMemoryStore } from "@latchkey/auth";
import type { RequestEventCommon } from "@builder.io/qwik-city";
import { ENGLISH } from "../core/config/pages/page_words.ts";
import { readSetCookies } from "../testing/checks_testkit.ts";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  entry,
  page,
  type QwikSite,
  signIn,
} from "./qwik_testkit.ts";

const { words } = ENGLISH;
const form = { to: "Grace", amount: "100" };

/** A site with a guarded endpoint for a form, after a sign-in that was revoked. */
async function createGuarded(): Promise<
  { site: QwikSite; received: (readonly [string, unknown])[] }
> {
  const received: (readonly [string, unknown])[] = [];
  const layout = { onRequest: entry.requireSession({ resume: true }) };
  const onPost = async (ev: RequestEventCommon) => {
    // It has no prototype.
    const body = { ...await ev.parseBody() as object };
    received.push([ev.url.search, body]);
    ev.send(200, "sent");
  };
  const site = await createQwikApp({
    routes: { "/": [page()], "/transfer": [layout, page({ onPost })] },
    config: { store: createMemoryStore() },
  });
  await signIn(site);
  await createAuth(site.config).revoke({ all: true });
  return { site, received };
}

function post(
  { browser }: QwikSite,
  path: string,
  body: BodyInit = new URLSearchParams(form),
  accept = "text/html",
): Promise<Response> {
  const headers = { accept };
  return browser.fetch(app + path, { method: "POST", headers, body });
}

/** Signs in at the page that a refusal leads to, and continues. */
async function resume({ browser }: QwikSite, location: string) {
  const shown = await browser.submit(await browser.goto(location));
  assert.ok(shown.text.includes(words.continueForm), shown.text);
  return await browser.submit(shown);
}

describe("requireSession({ resume: true })", () => {
  it("a form is sent to its endpoint once its sender has signed in again, with the action in its URL", async () => {
    for (const query of ["?x=1", "?qaction=pay&x=1"]) {
      const { site, received } = await createGuarded();
      const refused = await post(site, `/transfer${query}`);
      assert.equal(refused.status, 303);
      assert.deepEqual(received, []);
      const location = refused.headers.get("location") ?? "";
      const done = await resume(site, location);
      assert.equal(done.text, "sent");
      assert.deepEqual(received, [[query, form]]);
    }
  });

  it("a form that Qwik's script sends makes it open the sign-in page, and then continues at the page", async () => {
    const { site, received } = await createGuarded();
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.append(name, value);
    const path = "/transfer/q-data.json?qaction=pay";
    const refused = await post(site, path, body, "*/*");
    assert.equal(refused.status, 303);
    assert.match(refused.headers.get("cache-control") ?? "", /no-store/);
    const location = refused.headers.get("location") ?? "";
    assert.equal(new URL(location).pathname, "/auth/signin");
    assert.deepEqual(received, []);
    const done = await resume(site, location);
    assert.equal(new URL(done.url).pathname, "/transfer");
    assert.deepEqual(received, [["?qaction=pay", form]]);
  });

  it("a value that Qwik's script sends cannot be kept, and makes it open the page that says so", async () => {
    const { site, received } = await createGuarded();
    const body = new Blob(['{"to":"Grace"}'], { type: "application/json" });
    const path = "/transfer/q-data.json?qaction=pay";
    const refused = await post(site, path, body, "*/*");
    assert.equal(refused.status, 303);
    const cookies = readSetCookies(refused.headers);
    assert.deepEqual(cookies.filter(({ deletes }) => !deletes), []);
    const location = refused.headers.get("location") ?? "";
    const shown = await site.browser.goto(location);
    assert.equal(shown.url, `${app}/auth/resume`);
    assert.ok(shown.text.includes(words.formNotKept));
    assert.deepEqual(received, []);
  });

  it("a form with a file is not kept, and a page says so", async () => {
    const { site, received } = await createGuarded();
    const body = new FormData();
    body.append("file", new File(["x"], "x.txt"));
    const refused = await post(site, "/transfer", body);
    assert.equal(refused.status, 413);
    assert.ok((await refused.text()).includes(words.formNotKept));
    assert.deepEqual(received, []);
  });
});
