import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CredentialInput } from "../../providers/credentials_provider.ts";
import type { SignInModel } from "../../config/pages/page_models.ts";
import { ENGLISH } from "../../config/pages/page_words.ts";
import { credentialsForm } from "./credentials_form.ts";
import { loadLanguage } from "../page_language.ts";
import { toFields, toProvider, toSignIn } from "../pages_testkit.ts";

async function render(
  fields: Readonly<Record<string, CredentialInput>>,
  more: Partial<SignInModel> = {},
  tag = "en",
): Promise<string> {
  const provider = toProvider("password", "credentials", {
    name: "a password",
    accountField: Object.keys(fields)[0],
    ...toFields(fields),
  });
  const page = toSignIn({ providers: [provider], passkeys: null, ...more });
  const frame = {
    site: "app.example",
    home: null,
    theme: {},
    language: await loadLanguage(tag),
    nonce: "nonce",
  };
  const form = { provider, mail: null, signUp: null };
  const place = { frame, id: "form-1", isMain: true };
  return credentialsForm(page, form, place).html;
}

const wrong = { type: "CredentialsSignin", code: "credentials" };

/** Returns the attributes of an input, except those that every one has. */
async function readAttributes(
  field: string,
  input: CredentialInput,
): Promise<string> {
  const html = await render({ [field]: input });
  const [, text = ""] =
    /<input id="[^"]+" name="[^"]+" ([^\n]*)>\n/.exec(html) ??
      [];
  return text;
}

describe("the credentials form", () => {
  it("the form has a label for each field, and one button", async () => {
    const html = await render({
      username: { label: "User name" },
      password: { type: "password" },
    });
    assert.equal(
      html.replace(/<svg.*?<\/svg>/g, "<svg>"),
      `<form id="form-1" method="post" action="https://app.example/auth/callback/password">
<input type="hidden" name="csrfToken" value="token"><input type="hidden" name="callbackUrl" value="https://app.example/after">
<div class="field">
<label for="form-1-username">User name</label>
<input id="form-1-username" name="username" type="text" autocapitalize="none" autocomplete="username" required>
</div>
<div class="field">
<label for="form-1-password">Password</label>
<input id="form-1-password" name="password" type="password" autocomplete="current-password" required>
<button type="button" class="eye" hidden data-shows="form-1-password" aria-pressed="false" aria-label="Show password"><svg></button>
</div>
<div class="col"><button class="main">Sign in</button></div>
</form>
`,
    );
  });

  it("the form says at each field what was wrong, and the password is to be typed again", async () => {
    const fields = { email: {}, password: {}, pin: {} };
    const html = await render(fields, { error: wrong, failed: "password" });
    assert.match(
      html,
      /<p class="note bad" role="alert" id="form-1-error"><svg.*<\/svg><span>These details don’t match/,
    );
    const described = /aria-invalid="true" aria-describedby="form-1-error"/g;
    assert.equal(html.match(described)?.length, 3);
    assert.match(html, /<input [^>]*name="password"[^>]* autofocus>/);
    assert.equal(html.match(/autofocus/g)?.length, 1);
    const other = await render(fields, { error: wrong, failed: "other" });
    assert.doesNotMatch(other, /role="alert"|aria-invalid|autofocus/);
  });

  it("the form names what may be wrong in words for its fields, and never which of them", async () => {
    const { words } = ENGLISH;
    const password = { type: "password" };
    const rows: [Record<string, CredentialInput>, string][] = [
      [{ email: {}, password }, words.wrongEmailOrPassword],
      [{ login: { type: "email" }, password }, words.wrongEmailOrPassword],
      [{ username: {}, password }, words.wrongUsernameOrPassword],
      [{ pin: {} }, words.errors.CredentialsSignin],
      [{ email: {}, password, code: {} }, words.errors.CredentialsSignin],
    ];
    for (const [fields, sentence] of rows) {
      const html = await render(fields, { error: wrong, failed: "password" });
      assert.ok(html.includes(`<span>${sentence}</span>`), sentence);
    }
    const limited = { type: "RateLimited", code: null };
    const html = await render({ username: {}, password }, {
      error: limited,
      failed: "password",
    });
    assert.ok(html.includes(words.errors.RateLimited));
  });

  it("the form keeps the account that was typed, and no password", async () => {
    const evil = '"><script>';
    const html = await render({ username: {}, password: {} }, { email: evil });
    assert.match(html, /name="username"[^>]* value="&quot;&gt;&lt;script&gt;"/);
    assert.doesNotMatch(html, /name="password"[^>]* value=/);
  });

  it("usual fields have a label in the visitor's language, and others that of the application", async () => {
    const { words } = await loadLanguage("de");
    const own = { en: "Member number", de: "Mitgliedsnummer" };
    const rows: [string, CredentialInput, string][] = [
      ["email", {}, words.emailAddress],
      ["x", { type: "email" }, words.emailAddress],
      ["user_name", {}, words.username],
      ["login", {}, words.username],
      ["password", {}, words.password],
      ["totp", {}, words.code],
      ["member", {}, "member"],
      ["member", { label: own }, "Mitgliedsnummer"],
      ["member", { label: { en: "Number" } }, "Number"],
      ["member", { label: { fr: "Numéro" } }, "Numéro"],
      ["member", { label: {} }, "member"],
      ["email", { label: {} }, words.emailAddress],
      ["email", { label: "Mein Postfach" }, "Mein Postfach"],
      ["constructor", {}, "constructor"],
      ["member", { label: JSON.parse('{"__proto__":"x"}') }, "x"],
      ["member", { label: Object.create({ de: "x" }) }, "member"],
      ["member", { label: { de: { html: "<b>" } as never } }, "member"],
      ["member", { label: null as never }, "member"],
    ];
    for (const [name, input, label] of rows) {
      const html = await render({ [name]: input }, {}, "de");
      const shown = /<label for="[^"]*">(.*?)<\/label>/.exec(html)?.[1];
      assert.equal(shown, label, name);
    }
  });

  it("the form has autocomplete values that browsers know, unless the application sets others", async () => {
    const rows: [string, CredentialInput, string][] = [
      ["x", {}, 'type="text"'],
      [
        "email",
        {},
        'type="text" autocapitalize="none" autocomplete="username" required dir="ltr" spellcheck="false"',
      ],
      [
        "x",
        { type: "email" },
        'type="email" autocapitalize="none" autocomplete="username" required dir="ltr" spellcheck="false"',
      ],
      [
        "secret",
        { type: "password" },
        'type="password" autocomplete="current-password" required',
      ],
      [
        "passphrase",
        {},
        'type="text" autocomplete="current-password" required',
      ],
      ["totp", {}, 'type="text" autocomplete="one-time-code"'],
      [
        "password",
        { type: "password", autocomplete: "off", required: false },
        'type="password" autocomplete="off"',
      ],
      [
        "username",
        { autoComplete: "email" },
        'type="text" autocapitalize="none" autocomplete="email" required',
      ],
      [
        "username",
        { autocomplete: undefined },
        'type="text" autocapitalize="none" autocomplete="username" required',
      ],
    ];
    for (const [field, input, expected] of rows) {
      assert.equal(await readAttributes(field, input), expected);
    }
  });

  it("harmless attributes are written in any letter case, and no others", async () => {
    const rows: [CredentialInput, string][] = [
      [
        { placeholder: "jsmith", maxLength: 8 },
        'type="text" placeholder="jsmith" maxlength="8"',
      ],
      [{ value: 7, readOnly: true }, 'type="text" value="7" readonly'],
      [{ type: "hidden", value: "a" }, 'type="hidden" value="a"'],
      [{ type: "TEL", pattern: "[0-9]+" }, 'type="tel" pattern="[0-9]+"'],
      [
        { placeholder: '"><svg onload=alert(1)>' },
        'type="text" placeholder="&quot;&gt;&lt;svg onload=alert(1)&gt;"',
      ],
      [{ onfocus: "alert(1)", onFocus: "alert(1)" }, 'type="text"'],
      [
        { style: "x", class: "x", id: "x", name: "x", form: "x" },
        'type="text"',
      ],
      [{ formaction: "https://evil.example", src: "x" }, 'type="text"'],
      [{ dangerouslySetInnerHTML: { __html: "x" } }, 'type="text"'],
      [{ 'x"><script>': "y", "autofocus onfocus=x": true }, 'type="text"'],
      [
        { placeholder: { toString: () => "x" } as never, title: null },
        'type="text"',
      ],
      [{ autofocus: "x" }, 'type="text"'],
      ...["submit", "image", "file", "button", "reset", '"><script>', ""].map(
        (type) => [{ type }, 'type="text"'] as [CredentialInput, string],
      ),
    ];
    for (const [input, expected] of rows) {
      assert.equal(await readAttributes("x", input), expected);
    }
  });

  it("hidden fields have no label", async () => {
    const html = await render({ tenant: { type: "hidden", value: "acme" } });
    assert.doesNotMatch(html, /<label/);
  });
});
