/** The forms of the sign-in page: one field for an address, whatever needs one. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageProvider, SignInModel } from "../config/pages/page_models.ts";
import {
  readPage,
  render,
  toFields,
  toPasskeys,
  toProvider,
  toSignIn,
} from "./pages_testkit.ts";
import { planForms } from "./sign_in_plan.ts";

const password = { type: "password" };
const google = toProvider("google", "oidc");
const mail = toProvider("mail", "email");
const news = toProvider("news", "email");
const key = toProvider("key", "webauthn");
const other = toProvider("other", "webauthn");
const guest = toProvider("guest", "credentials", { fields: [] });
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
const byBoth = toProvider(
  "both",
  "credentials",
  toFields({ tenant: {}, email: {}, password }),
);
const keys = toPasskeys({ key: {} });

/** Plans the forms; each is its provider, then those that share it. */
function plan(
  providers: readonly PageProvider[],
  more: Partial<SignInModel> = {},
): string[] {
  const page = toSignIn({ providers, passkeys: null, ...more });
  return planForms(page).map((form) => {
    const signUp = form.kind === "passkey" ? null : form.signUp;
    const all = [...form.ids, ...(signUp === null ? [] : [`+${signUp.id}`])];
    return `${form.kind}: ${all.join(" ")}`;
  });
}

describe("the plan of the sign-in page's forms", () => {
  const rows: [
    string,
    readonly PageProvider[],
    Partial<SignInModel>,
    string[],
  ][] = [
    ["nothing to type", [google, guest], {}, []],
    ["a mail", [mail], {}, ["email: mail"]],
    ["a password", [byName], {}, ["credentials: name"]],
    ["a password and a mail", [mail, byAddress], {}, [
      "credentials: address mail",
    ]],
    ["all three", [key, mail, byAddress], { passkeys: keys }, [
      "credentials: address mail +key",
    ]],
    ["a mail and a passkey", [key, mail], { passkeys: keys }, [
      "email: mail +key",
    ]],
    ["a passkey alone", [key], { passkeys: keys }, ["passkey: key"]],
    [
      "a passkey that nobody signs up with",
      [key, mail],
      { passkeys: toPasskeys({ key: { signsUp: false } }) },
      ["email: mail"],
    ],
    [
      "a passkey that asks for more",
      [key, mail],
      { passkeys: toPasskeys({ key: { fields: { email: {}, nick: {} } } }) },
      ["email: mail", "passkey: key"],
    ],
    [
      "a user name and a mail, which share no field",
      [byName, mail, key],
      { passkeys: keys },
      ["credentials: name", "email: mail +key"],
    ],
    [
      "two passwords and two mails: the first ones share",
      [byName, byAddress, byBoth, mail, news],
      {},
      [
        "credentials: name",
        "credentials: address mail",
        "credentials: both",
        "email: news",
      ],
    ],
    [
      "two passkeys, of which one needs no form",
      [mail, key, other],
      { passkeys: toPasskeys({ key: {}, other: {} }) },
      ["email: mail +key", "passkey: other"],
    ],
  ];
  for (const [what, providers, more, expected] of rows) {
    it(`one field for an address serves all that need one: ${what}`, () => {
      assert.deepEqual(plan(providers, more), expected);
    });
  }

  it("the form that was used last comes first, and nothing else moves", () => {
    const all = [byName, byBoth, mail, news];
    const first = (lastUsed: string | null) => plan(all, { lastUsed });
    const usual = [
      "credentials: name",
      "credentials: both mail",
      "email: news",
    ];
    const [name = "", both = "", last = ""] = usual;
    assert.deepEqual(first(null), usual);
    assert.deepEqual(first("name"), usual);
    assert.deepEqual(first("both"), [both, name, last]);
    assert.deepEqual(first("mail"), [both, name, last]);
    assert.deepEqual(first("news"), [last, name, both]);
    for (const id of ["google", "", "constructor", "__proto__"]) {
      assert.deepEqual(first(id), usual, id);
    }
  });
});

describe("the order of the sign-in page", () => {
  /** Lists the ways on the page in order: URLs of buttons, and of forms with fields. */
  async function list(
    providers: readonly PageProvider[],
    more: Partial<SignInModel> = {},
  ) {
    const model = toSignIn({ providers, passkeys: null, ...more });
    const buttons = readPage(await render(model))
      .filter(({ name, attributes }) =>
        name === "button" && attributes.type !== "button"
      );
    return buttons.map(({ attributes, parents, text }) => {
      const form = parents.find(({ name }) => name === "form");
      const url = attributes.formaction ?? form?.attributes.action ?? "";
      const isMain = attributes.class === "main" ? " (main)" : "";
      const isLast = text.endsWith("Last used") ? " (last)" : "";
      return `${url.replace(/^.*\/auth\//, "")}${isMain}${isLast}`;
    });
  }

  it("buttons come first, and the first form has the main one", async () => {
    assert.deepEqual(await list([mail, google, byAddress, guest]), [
      "signin/google",
      "callback/guest",
      "callback/address (main)",
      "signin/mail",
    ]);
    assert.deepEqual(await list([byName, mail]), [
      "callback/name (main)",
      "signin/mail",
    ]);
    assert.deepEqual(await list([google]), ["signin/google (main)"]);
    assert.deepEqual(await list([google, guest]), [
      "signin/google",
      "callback/guest",
    ]);
  });

  it("the way that was used last comes first and is marked, a form or a button", async () => {
    const all = [guest, google, byName, mail];
    assert.deepEqual(await list(all, { lastUsed: "google" }), [
      "signin/google (last)",
      "callback/guest",
      "callback/name (main)",
      "signin/mail",
    ]);
    assert.deepEqual(await list(all, { lastUsed: "mail" }), [
      "signin/mail (main) (last)",
      "callback/guest",
      "signin/google",
      "callback/name",
    ]);
    assert.deepEqual(
      await list([google, byAddress, mail], { lastUsed: "mail" }),
      ["callback/address (main)", "signin/mail (last)", "signin/google"],
    );
  });

  it("the only way is not marked, and neither is one that is no longer there", async () => {
    assert.deepEqual(await list([google], { lastUsed: "google" }), [
      "signin/google (main)",
    ]);
    assert.deepEqual(await list([google, mail], { lastUsed: "<b>" }), [
      "signin/google",
      "signin/mail (main)",
    ]);
  });
});

describe("the place of an error on the sign-in page", () => {
  const wrong = { type: "CredentialsSignin", code: null };

  /** Returns the text of the error, and the form that it is in. */
  async function find(more: Partial<SignInModel>) {
    const model = toSignIn({ passkeys: null, error: wrong, ...more });
    const elements = readPage(await render(model));
    const alerts = elements.filter(({ attributes }) =>
      attributes.role === "alert" && !("hidden" in attributes)
    );
    assert.equal(alerts.length, 1);
    const focus = elements.find(({ attributes }) => "autofocus" in attributes);
    const form = alerts[0]?.parents.find(({ name }) => name === "form");
    const { name, role } = focus?.attributes ?? {};
    return { form: form?.attributes.action ?? null, focus: name ?? role };
  }

  const rows: [string, Partial<SignInModel>, object][] = [
    [
      "in the form that failed",
      { providers: [google, byAddress], failed: "address" },
      { form: byAddress.callbackUrl, focus: "password" },
    ],
    [
      "in the form of a mail",
      { providers: [byName, mail], failed: "mail" },
      { form: mail.signinUrl, focus: "email" },
    ],
    [
      "in the form that the mail shares, at the address",
      { providers: [byAddress, mail], failed: "mail" },
      { form: byAddress.callbackUrl, focus: "email" },
    ],
    [
      "above all, if the form is not known",
      { providers: [byAddress, byName], failed: null },
      { form: null, focus: "alert" },
    ],
    [
      "above all, if a button failed",
      { providers: [guest, google], failed: "guest" },
      { form: null, focus: "alert" },
    ],
    [
      "above all, if the provider is gone",
      { providers: [google], failed: "constructor" },
      { form: null, focus: "alert" },
    ],
  ];
  for (const [what, more, expected] of rows) {
    it(`the error is shown once and takes the focus: ${what}`, async () => {
      assert.deepEqual(await find(more), expected);
    });
  }

  it("a page that asks for a fresh sign-in shows every other error", async () => {
    const confirm = { name: "Ada", email: null };
    const fresh = { type: "SignInRequired", code: "fresh" };
    const html = await render(toSignIn({ confirm, error: fresh }));
    const alerts = readPage(html).filter(({ attributes }) =>
      attributes.role === "alert" && !("hidden" in attributes)
    );
    assert.deepEqual(alerts, []);
    const elsewhere = { type: "OAuthCallbackError", code: null };
    assert.deepEqual(
      await find({ providers: [google], confirm, error: elsewhere }),
      { form: null, focus: "alert" },
    );
  });
});
