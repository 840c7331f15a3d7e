import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CredentialInput } from "../providers/credentials_provider.ts";
import { credentialsForm } from "./credentials_form.ts";
import { markup } from "./html.ts";

function render(
  fields: Readonly<Record<string, CredentialInput>>,
  message: string | null = null,
): string {
  const provider = {
    id: "credentials",
    name: "a password",
    type: "credentials",
    signinUrl: "/auth/signin/credentials",
    callbackUrl: "/auth/callback/credentials",
    fields: Object.entries(fields),
  } as const;
  return credentialsForm(provider, markup`<!-- extras -->`, message).html;
}

/** Returns the attributes of an input, except those that every one has. */
function readAttributes(field: string, input: CredentialInput): string {
  const html = render({ [field]: input });
  const [, text = ""] =
    /<input id="[^"]+" name="[^"]+" ([^\n]*)>\n/.exec(html) ??
      [];
  return text;
}

describe("the credentials form", () => {
  it("the form has a label for each field, and a button that names what the user enters", () => {
    const html = render({
      username: { label: "User name" },
      password: { type: "password" },
    });
    assert.equal(
      html,
      `<form method="post" action="/auth/callback/credentials">
<!-- extras -->
<label for="credentials-username">User name</label>
<input id="credentials-username" name="username" type="text" autocapitalize="none" autocomplete="username" required>
<label for="credentials-password">password</label>
<input id="credentials-password" name="password" type="password" autocomplete="current-password" required>
<button class="main">Sign in with a password</button>
</form>
`,
    );
  });

  it("the form is only a button if there are no fields", () => {
    const html = render({});
    assert.doesNotMatch(html, /<input|<label/);
    assert.match(
      html,
      /<button class="main">Sign in: a password<\/button>/,
    );
  });

  it("the form says at each field what was wrong", () => {
    const html = render({ pin: {} }, "No such <thing>");
    assert.match(
      html,
      /<p role="alert" id="credentials-error">No such &lt;thing&gt;<\/p>/,
    );
    assert.match(
      html,
      /aria-invalid="true" aria-describedby="credentials-error">/,
    );
  });

  it("the form has autocomplete values that browsers know, unless the application sets others", () => {
    const rows: [string, CredentialInput, string][] = [
      ["x", {}, 'type="text"'],
      [
        "email",
        {},
        'type="text" autocapitalize="none" autocomplete="username" required',
      ],
      [
        "x",
        { type: "email" },
        'type="email" autocapitalize="none" autocomplete="username" required',
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
      assert.equal(readAttributes(field, input), expected);
    }
  });

  it("harmless attributes are written in any letter case, and no others", () => {
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
      assert.equal(readAttributes("x", input), expected);
    }
  });

  it("hidden fields have no label", () => {
    const html = render({ tenant: { type: "hidden", value: "acme" } });
    assert.doesNotMatch(html, /<label/);
  });
});
