import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  entry,
  idOf,
  page,
  type QwikSite,
} from "./qwik_testkit.ts";

const params = { acr_values: "gold", prompt: "login" };

/** A site whose sign-in page is its own, with `useSignIn` on it. */
async function createGuarded(): Promise<QwikSite> {
  const layout = { onRequest: entry.requireSession({ params }) };
  return await createQwikApp({
    routes: { "/": [page()], "/vault": [layout, page()] },
    config: { pages: { signIn: "/" } },
  });
}

describe("parameters of requireSession()", () => {
  it("the parameters reach the provider from a page with useSignIn, whatever authorizationParams say", async () => {
    const site = await createGuarded();
    const door = await site.browser.goto(`${app}/vault?box=7`);
    assert.equal(new URL(door.url).pathname, "/");
    const { search } = new URL(door.url);
    const action = `${search}&qaction=${idOf(site.auth.useSignIn)}`;
    const answer = await site.browser.fetch(`${app}/${action}`, {
      method: "POST",
      from: door,
      body: new URLSearchParams({
        providerId: "op",
        authorizationParams: "acr_values=none&prompt=none&ui_locales=de",
      }),
    });
    const location = answer.headers.get("location") ?? "";
    const { searchParams: sent } = new URL(location);
    assert.deepEqual(sent.getAll("acr_values"), ["gold"]);
    assert.deepEqual(sent.getAll("prompt"), ["login"]);
    assert.deepEqual(sent.getAll("ui_locales"), ["de"]);
    const room = await site.browser.goto(location);
    assert.equal(room.url, `${app}/vault?box=7`);
  });

  it("the parameters do not replace authorizationParams for another target", async () => {
    const site = await createGuarded();
    await site.browser.goto(`${app}/vault`);
    const answer = await site.browser.fetch(
      `${app}/?qaction=${idOf(site.auth.useSignIn)}`,
      {
        method: "POST",
        body: new URLSearchParams({
          providerId: "op",
          authorizationParams: "prompt=none",
        }),
      },
    );
    const { searchParams } = new URL(answer.headers.get("location") ?? "");
    assert.equal(searchParams.get("prompt"), "none");
    assert.equal(searchParams.get("acr_values"), null);
  });
});
