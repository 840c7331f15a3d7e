/** The box "Remember me" of the sign-in page: one with the script, else one in each form. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageProvider } from "../config/pages/page_models.ts";
import {
  type Element,
  readPage,
  render,
  toFields,
  toPasskeys,
  toProvider,
  toSignIn,
} from "./pages_testkit.ts";

const google = toProvider("google", "oidc");
const mail = toProvider("mail", "email");
const key = toProvider("key", "webauthn");
const password = { type: "password" };
const byAddress = toProvider(
  "address",
  "credentials",
  toFields({ email: {}, password }),
);
const byName = toProvider(
  "name",
  "credentials",
  toFields({ username: {}, password }),
);
const nick = toPasskeys({ key: { fields: { nick: {}, email: {} } } });

/** Returns the form that an element is in. */
const formOf = ({ parents }: Element) =>
  parents.find(({ name }) => name === "form");
const isIn = (name: string) => ({ parents }: Element) =>
  parents.some((one) => one.name === name);

async function readBoxes(
  providers: readonly PageProvider[],
  more: Parameters<typeof toSignIn>[0] = {},
) {
  const page = toSignIn({
    ...{ providers, passkeys: null, remember: true, ...more },
  });
  const elements = readPage(await render(page));
  const boxes = elements.filter(({ attributes }) =>
    attributes.name === "remember"
  );
  const plain = boxes.filter(isIn("noscript"));
  const scripted = boxes.filter((one) => !plain.includes(one));
  const forms = elements.filter(({ name, attributes }) =>
    name === "form" && !("data-passkey" in attributes)
  );
  return { boxes, plain, scripted, forms };
}

describe("the box of a page with several forms", () => {
  const cases: readonly (readonly [
    string,
    Parameters<typeof readBoxes>,
    string,
  ])[] = [
    ["buttons and a password", [[google, byAddress, mail]], "form-1"],
    ["two passwords", [[byName, byAddress]], "form-1"],
    ["buttons and a mail", [[google, mail]], "form-1"],
    ["buttons alone", [[google]], "ways"],
    [
      "a passkey that asks for more than an address",
      [[google, key], { passkeys: nick }],
      "ways",
    ],
    [
      "such a passkey beside a password",
      [[key, byName], { passkeys: nick }],
      "form-1",
    ],
  ];
  for (const [what, given, form] of cases) {
    it(`is one with the script, and without it one in each form: ${what}`, async () => {
      const { boxes, plain, scripted, forms } = await readBoxes(...given);
      assert.deepEqual(
        scripted.map(({ attributes }) => attributes.id),
        [`${form}-remember`],
      );
      assert.ok(scripted[0] && "data-shared" in scripted[0].attributes);
      assert.ok(
        plain.every(({ attributes }) => !("data-shared" in attributes)),
      );
      assert.deepEqual(new Set(boxes.map(formOf)), new Set(forms));
      assert.equal(boxes.length, forms.length);
      assert.ok(boxes.every(({ attributes }) => "checked" in attributes));
    });
  }

  it("is not there if the application does not ask", async () => {
    const more = { remember: null };
    const { boxes } = await readBoxes([google, byAddress, mail], more);
    assert.deepEqual(boxes, []);
  });
});
