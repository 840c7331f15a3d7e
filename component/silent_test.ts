import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  entry,
  formRequest,
  page,
  readData,
  submitRequest,
} from "./qwik_testkit.ts";

const guarded = {
  "/": [page()],
  "/private": [
    { onRequest: entry.requireSession({ silent: true }) },
    page(),
  ],
};

describe("signing in without a click", () => {
  it("requireSession sends the browser to the provider and back, once", async () => {
    const site = await createQwikApp({ routes: guarded });
    const other = site.browser.clone();
    const room = await site.browser.goto(`${app}/private?tab=2`);
    assert.equal(room.url, `${app}/private?tab=2`);
    assert.equal(room.status, 200);
    site.op.clearRequests();
    site.op.faults.silent = "login_required";
    for (let i = 0; i < 2; i++) {
      const door = await other.goto(`${app}/private?tab=2`);
      const url = new URL(door.url);
      assert.equal(url.pathname, "/auth/signin");
      assert.deepEqual([...url.searchParams], [
        ["callbackUrl", "/private?tab=2"],
      ]);
    }
    assert.equal(site.op.count("authorize"), 1);
  });

  it("requireSession leaves the provider alone if Qwik's script asks for the page's data", async () => {
    const site = await createQwikApp({ routes: guarded });
    const response = await site.fetch(
      new Request(`${app}/private/q-data.json`, {
        headers: { accept: "*/*", "sec-fetch-mode": "cors" },
      }),
    );
    assert.equal(await response.text(), "");
    assert.equal(site.op.requests.length, 0);
  });

  it("useSignIn asks for an answer without a page, by a form or by a script", async () => {
    const site = await createQwikApp();
    const { useSignIn } = site.auth;
    const modes = { "sec-fetch-mode": "cors" };
    const toPrompt = (url: string | null | undefined) =>
      new URL(url ?? "none:").searchParams.get("prompt");
    for (const [silent, prompt] of [["true", "none"], ["false", null]]) {
      const fields = { providerId: "op", silent: String(silent) };
      const answer = await site.fetch(
        formRequest("/", useSignIn, fields, modes),
      );
      assert.equal(toPrompt(answer.headers.get("location")), prompt);
    }
    for (const [silent, prompt] of [[true, "none"], [false, null]]) {
      const answer = await site.fetch(
        submitRequest("/", useSignIn, { providerId: "op", silent }),
      );
      assert.equal(toPrompt((await readData(answer)).redirect), prompt);
    }
  });
});
