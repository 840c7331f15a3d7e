import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { site } from "../../testing/app_testkit.ts";
import { readPage, render } from "./pages_testkit.ts";

/** Renders a kept form, and returns the values that its overview shows, by name. */
async function show(
  fields: readonly (readonly [string, string | null])[],
): Promise<{ html: string; shown: Record<string, string | undefined> }> {
  const html = await render({
    name: "resume",
    action: `${site}/auth/resume?kept-form=id`,
    type: "application/x-www-form-urlencoded",
    fields,
    to: "app.example/transfer",
    cancelUrl: `${site}/`,
  });
  const elements = readPage(html);
  const texts = (name: string) =>
    elements.filter((one) => one.name === name).map(({ text }) => text);
  const values = texts("dd");
  return {
    html,
    shown: Object.fromEntries(texts("dt").map((name, i) => [name, values[i]])),
  };
}

describe("the page of a kept form", () => {
  it("the overview shows short values, and hides what may be a secret", async () => {
    const visible = {
      to: "Grace Hopper",
      amount: "100.00",
      iso_date: "2026-06-15",
      email: "ada.lovelace.1815@example.com",
      note: "a note of more than sixteen characters",
      shipping: "express",
      keyword: "engine",
      postcode: "SW1Y 4JH",
    };
    const secret = {
      password: "a",
      new_password: "a",
      pwd: "a",
      api_key: "a",
      PIN: "1",
      "one-time code": "1",
      otp: "1",
      csrfToken: "a",
      authenticity_token: "a",
      __RequestVerificationToken: "a",
      cvc: "1",
      cardNumber: "1",
      plain: "4111 1111 1111 1111",
      value: "eyJhbGciOiJIUzI1NiJ9.abc",
      long: "word ".repeat(20),
    };
    const { shown } = await show(Object.entries({ ...visible, ...secret }));
    for (const [name, value] of Object.entries(visible)) {
      assert.equal(shown[name], value);
    }
    for (const name of Object.keys(secret)) {
      assert.ok(shown[name] === "•••" || shown[name] === undefined, name);
    }
  });

  it("the form has every field as it was sent, hidden, and the overview has twenty at most", async () => {
    const fields = Array.from(
      { length: 30 },
      (_, i) => [`f${i}`, `"<${i}>&`] as const,
    );
    const { html, shown } = await show([...fields, ["empty", ""], ["f", null]]);
    assert.equal(Object.keys(shown).length, 20);
    const inputs = readPage(html).filter(({ name }) => name === "input");
    assert.deepEqual(
      inputs.map((
        { attributes: { type, name, value } },
      ) => [type, name, value]),
      [
        ...fields.map(([name, value]) => ["hidden", name, value]),
        ["hidden", "empty", ""],
        ["file", "f", undefined],
      ],
    );
    const [file] = inputs.slice(-1);
    assert.equal(file?.attributes.hidden, "");
  });

  it("the overview is left out if there is no text", async () => {
    assert.deepEqual((await show([["empty", ""], ["file", null]])).shown, {});
  });
});
