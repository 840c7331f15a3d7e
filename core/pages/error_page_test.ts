/** The page after an error says whose fault it is, and the first thing to do. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ErrorModel } from "../config/pages/page_models.ts";
import { ENGLISH } from "../config/pages/page_words.ts";
import { site } from "../../testing/app_testkit.ts";
import { readPage, render, toSignIn } from "./pages_testkit.ts";

const { words } = ENGLISH;
const cancelled = { type: "OAuthCallbackError", code: "access_denied" };
const broken = { type: "OAuthCallbackError", code: null };

function toModel(more: Partial<ErrorModel>): ErrorModel {
  return {
    name: "error",
    error: broken,
    ref: "abcDEF_1",
    signInUrl: `${site}/auth/signin`,
    home: `${site}/`,
    ...more,
  };
}

describe("the page after a cancelled sign-in", () => {
  it("no reference is shown, because there is nothing to ask support about", async () => {
    const html = await render(toModel({ error: cancelled }));
    assert.ok(html.includes(words.errors["OAuthCallbackError access_denied"]));
    assert.doesNotMatch(html, /abcDEF_1/);
    assert.match(await render(toModel({})), /abcDEF_1/);
  });

  it("the sign-in page says so, and does not look like an error", async () => {
    const rows = [[cancelled, false], [broken, true]] as const;
    for (const [error, looksBad] of rows) {
      const model = toSignIn({ error });
      const elements = readPage(await render(model));
      const alerts = elements.filter(({ attributes }) =>
        attributes.role === "alert" && !("hidden" in attributes)
      );
      assert.equal(alerts.length, 1);
      const look = alerts[0]?.attributes.class?.split(" ");
      assert.equal(look?.includes("bad"), looksBad);
      const title = elements.find(({ name }) => name === "title")?.text;
      assert.equal(title?.startsWith("Error:"), looksBad);
    }
  });
});

describe("the page for a visitor who may not sign in", () => {
  it("the main button leads to the sign-in with another account", async () => {
    const error = { type: "AccessDenied", code: null };
    const signInUrl = `${site}/auth/signin?another=1`;
    const elements = readPage(await render(toModel({ error, signInUrl })));
    const main = elements.filter(({ attributes }) =>
      /\bmain\b/.test(attributes.class ?? "")
    );
    assert.deepEqual(
      main.map(({ text, attributes }) => [text, attributes.href]),
      [[words.useAnotherAccount, signInUrl]],
    );
  });
});
