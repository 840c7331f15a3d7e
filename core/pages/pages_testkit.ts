/** Every built-in page in each of its variants, and the elements that a browser makes of them. */

import "../runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import {
  type DefaultTreeAdapterTypes as Tree,
  parse,
  type ParserError,
} from "parse5";
import { site } from "../../testing/app_testkit.ts";
import { errorTable } from "../errors/error_table.ts";
import { errorTexts } from "../errors/error_sentences.ts";
import type {
  PageError,
  PageModel,
  PageProvider,
  PasskeyForm,
  SignInModel,
} from "../config/pages/page_models.ts";
import type { CredentialInput } from "../providers/credentials_provider.ts";
import type { Theme } from "../model/theme.ts";
import { loadLanguage } from "./page_language.ts";
import { toPasswordScenes } from "./password_pages_testkit.ts";
import { toPageStyle } from "./theme/page_style.ts";
import { renderPage } from "./render.ts";

/** Makes a provider as the sign-in page shows it. */
export function toProvider(
  id: string,
  type: PageProvider["type"],
  more: Partial<PageProvider> = {},
): PageProvider {
  return {
    id,
    name: id,
    type,
    signinUrl: `${site}/auth/signin/${id}`,
    callbackUrl: `${site}/auth/callback/${id}`,
    ...more,
  };
}

/** Makes the fields of a credentials form. */
export function toFields(
  fields: Readonly<Record<string, CredentialInput>>,
): Pick<PageProvider, "fields"> {
  return { fields: Object.entries(fields) };
}

const mail = toProvider("mail", "email");
const passkey = toProvider("passkey", "webauthn");
const byAddress = toProvider(
  "password",
  "credentials",
  toFields({ email: {}, password: { type: "password" } }),
);
const byName = toProvider(
  "staff",
  "credentials",
  toFields({ username: {}, password: { type: "password" }, code: {} }),
);
const companies = ["Google", "GitHub", "Apple", "Vipps", "GitLab", "Spotify"]
  .map((name) =>
    toProvider(name, "oidc", { style: { brandColor: "#1e5eff" } })
  );
const [google = mail, github = mail] = companies;

/** Makes the model of a sign-in page, by default of one with everything on it. */
export function toSignIn(more: Partial<SignInModel> = {}): SignInModel {
  return {
    name: "signIn",
    signInUrl: `${site}/auth/signin`,
    providers: [google, github, byAddress, mail, passkey],
    passkeys: toPasskeys({ passkey: {} }),
    csrfToken: "token",
    callbackUrl: `${site}/after`,
    error: null,
    failed: null,
    email: null,
    ...more,
  };
}

/** Makes the passkeys of a sign-in page. */
export function toPasskeys(
  forms: Readonly<Record<string, Partial<PasskeyForm>>>,
): NonNullable<SignInModel["passkeys"]> {
  const all = Object.entries(forms).map(([id, form]) =>
    [
      id,
      { fields: { email: {} }, autofill: true, signsUp: true, ...form },
    ] as const
  );
  return {
    script: `${site}/auth/webauthn-script?v=1`,
    forms: Object.fromEntries(all),
  };
}

const form = {
  action: `${site}/auth/callback/mail`,
  csrfToken: "token",
  callbackUrl: `${site}/after`,
};
const person = { name: "Ada Lovelace", email: "ada@example.test" };
const resend = { ...form, email: person.email, seconds: 60 };
const asked = {
  email: person.email,
  action: `${site}/auth/callback/mail`,
  csrfToken: "token",
  state: "state",
  verifies: false,
  minutes: 10,
  sender: "Example",
  resend,
};
const error = (type: string, code: string | null = null): PageError => ({
  type,
  code,
});
const wrongCode = error("Verification", "wrong_code");
const limited = {
  browser: true,
  providers: [mail, passkey, google, byAddress],
  csrfToken: "token",
  callbackUrl: `${site}/after`,
};

function toError(more: Partial<PageModel & { name: "error" }> = {}): PageModel {
  return {
    name: "error",
    error: error("SignInError"),
    ref: "abcDEF_1",
    signInUrl: `${site}/auth/signin`,
    home: `${site}/`,
    ...more,
  };
}

/** Every error that a visitor may read about, with each of its codes. */
export const errors: readonly PageError[] = Object.entries(errorTexts)
  .filter(([type]) => errorTable[type as keyof typeof errorTable].public)
  .flatMap(([type, { codes = {} }]) => [
    error(type),
    ...Object.keys(codes).map((code) => error(type, code)),
  ]);

const signIn: Readonly<Record<string, SignInModel>> = {
  "with everything": toSignIn(),
  "with a box": toSignIn({ remember: false }),
  "with six providers and a box": toSignIn({
    providers: [...companies, passkey],
    remember: true,
  }),
  "with six providers": toSignIn({ providers: [...companies, passkey] }),
  "with one provider": toSignIn({ providers: [google], passkeys: null }),
  "without a provider": toSignIn({ providers: [], passkeys: null }),
  "by mail": toSignIn({ providers: [mail], passkeys: null }),
  "by passkey": toSignIn({ providers: [passkey] }),
  "by a passkey that needs a form": toSignIn({
    passkeys: toPasskeys({ passkey: { fields: { nick: {}, email: {} } } }),
  }),
  "by user name": toSignIn({ providers: [byName], passkeys: null }),
  "by passwords of two kinds": toSignIn({
    providers: [byAddress, byName, mail].map((one) => ({
      ...one,
      isOneOfSeveral: one.type === "credentials",
    })),
    passkeys: null,
  }),
  "by mails of two kinds": toSignIn({
    providers: [mail, toProvider("news", "email")].map((one) => ({
      ...one,
      isOneOfSeveral: true,
    })),
    passkeys: null,
  }),
  "with a name": toSignIn({
    providers: [toProvider("Guest", "credentials", { fields: [] })],
  }),
  "after a wrong password": toSignIn({
    error: error("CredentialsSignin", "credentials"),
    failed: "password",
    email: "ada@example.test",
  }),
  "after a wrong password of a user name": toSignIn({
    providers: [byName],
    error: error("CredentialsSignin"),
    failed: "staff",
  }),
  "after a mail that was refused": toSignIn({
    providers: [mail],
    passkeys: null,
    error: error("InvalidAddress"),
    failed: "mail",
  }),
  "after a failure elsewhere": toSignIn({ error: error("InvalidCheck") }),
  "to confirm": toSignIn({
    error: error("SignInRequired", "fresh"),
    confirm: person,
  }),
  "to confirm, without a name": toSignIn({
    confirm: { name: null, email: person.email },
  }),
};
const lastUsed = [google, byAddress, mail, passkey].map(({ id }) =>
  [`used last: ${id}`, toSignIn({ lastUsed: id })] as const
);

/** Every page in every variant, by what it is. */
export const pages: ReadonlyMap<string, PageModel> = new Map<string, PageModel>(
  [
    ...[...Object.entries(signIn), ...lastUsed].map(([what, model]) =>
      [`sign-in ${what}`, model] as const
    ),
    ...Object.entries(toPasswordScenes(site, "Ada Lovelace", {
      size: 53,
      path: "M4 4.5h7m2 0h1m1 0h3m1 0h1m2 0h4m1 0h1".repeat(45),
    })),
    ["signed in", {
      name: "signedIn",
      user: person,
      home: `${site}/`,
      continueUrl: `${site}/after`,
      anotherUrl: `${site}/auth/signin?prompt=login`,
      signOutUrl: `${site}/auth/signout`,
    }],
    ["sign-out", { name: "signOut", ...form, error: null }],
    ["sign-out of a user, after a failure", {
      name: "signOut",
      ...form,
      callbackUrl: null,
      error: error("MissingCSRF"),
      user: person,
    }],
    ["signed out", {
      name: "signedOut",
      home: `${site}/`,
      signInUrl: `${site}/auth/signin`,
    }],
    ["mail sent, elsewhere", {
      name: "verifyRequest",
      error: null,
      signInUrl: `${site}/auth/signin`,
      asked: null,
    }],
    ...Object.entries({
      ", to wait": {},
      ", to send again": { resend: { ...resend, seconds: 0 }, minutes: 1440 },
      ", to verify": { verifies: true, minutes: 60, sender: null },
    }).flatMap(([what, more]) =>
      [null, wrongCode].map((error) =>
        [`mail sent${what}${error ? ", wrong code" : ""}`, {
          name: "verifyRequest",
          error,
          signInUrl: `${site}/auth/signin`,
          asked: { ...asked, ...more },
        }] as const
      )
    ),
    ["link of a mail", {
      name: "mailLink",
      ...form,
      token: "token",
      email: person.email,
      home: `${site}/`,
    }],
    ["code of a mail", {
      name: "mailCode",
      email: person.email,
      code: "12345678",
    }],
    ["other ways", {
      name: "otherWays",
      ...form,
      token: "token",
      email: person.email,
      state: "state",
      providers: [google, byAddress, byName, passkey],
    }],
    ...errors.flatMap((one) =>
      [`${site}/auth/signin`, null].map((signInUrl) =>
        [
          `error ${one.type} ${one.code}, ${signInUrl ? "to try" : "to leave"}`,
          toError({ error: one, signInUrl }),
        ] as const
      )
    ),
    ["error of a limit", toError({ ways: limited })],
    ["error without a way on", {
      name: "error",
      error: error("Configuration"),
      ref: null,
      signInUrl: null,
    }],
    ...[null, "expired", "used", "void", "spent"].map((code) =>
      [
        `new mail, ${code}`,
        toSignIn({
          error: error("Verification", code),
          email: code === "used" ? null : person.email,
          newMail: {
            provider: "mail",
            action: mail.signinUrl,
            sender: null,
            minutes: 10,
          },
        }),
      ] as const
    ),
    ...(["added", "removed"] as const).map((done) =>
      [
        `passkey ${done}`,
        { name: "passkey", done, home: `${site}/` },
      ] as const
    ),
    ["forbidden", { name: "forbidden", home: `${site}/` }],
    ["kept form", {
      name: "resume",
      action: `${site}/auth/resume?kept-form=id`,
      type: "multipart/form-data",
      fields: [["to", "Grace"], ["password", "secret"], ["file", null]],
      to: "app.example/transfer",
      cancelUrl: `${site}/transfer`,
    }],
    ["kept form without text", {
      name: "resume",
      action: `${site}/auth/resume?kept-form=id`,
      type: "application/x-www-form-urlencoded",
      fields: [["confirmed", ""]],
      to: "app.example/delete",
      cancelUrl: `${site}/`,
    }],
    ...(["not kept", "other user", "sent", "gone"] as const).map((reason) =>
      [`form ${reason}`, {
        name: "notSent",
        reason,
        signInUrl: reason === "not kept" || reason === "other user"
          ? `${site}/auth/signin`
          : null,
        home: `${site}/`,
      }] as const
    ),
    ["leave", {
      name: "leave",
      url: "https://op.example/authorize?a=b&c=d",
      provider: "Google",
    }],
  ],
);

/** The theme of an application with a name and links. */
export const theme: Theme = {
  name: "Acme",
  links: { terms: "/terms", privacy: "/privacy", help: "/help" },
};

/** Renders a page as a browser gets it. */
export async function render(
  model: PageModel,
  { tag = "en", theme = {}, locale = null }: {
    readonly tag?: string;
    readonly theme?: Theme;
    readonly locale?: string | null;
  } = {},
): Promise<string> {
  const language = await loadLanguage(tag, { locale });
  const { css } = await toPageStyle(theme, model);
  const frame = {
    site: theme.name ?? "app.example",
    home: `${site}/`,
    theme,
    language,
    nonce: "nonce",
  };
  return renderPage(model, frame, css);
}

/** An element with what a test asks about. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parents: readonly Element[];
  /** The text in it, without that of styles and scripts. */
  readonly text: string;
  /** The texts directly in it, each on its own. */
  readonly texts: readonly string[];
}

/** Reads a page as a browser does, and asserts that it finds no mistake in it. */
export function readPage(html: string): Element[] {
  const mistakes: ParserError[] = [];
  // Half of a character is not sent.
  const tree = parse(html.toWellFormed(), {
    onParseError: (one) => mistakes.push(one),
    scriptingEnabled: false,
  });
  assert.deepEqual(
    mistakes.map(({ code, startOffset }) =>
      `${code}: ${html.slice(startOffset, startOffset + 60)}`
    ),
    [],
  );
  return collect(tree, []);
}

function collect(node: Tree.Node, parents: readonly Element[]): Element[] {
  if (!("childNodes" in node)) return [];
  const { childNodes } = node;
  if (!("tagName" in node)) {
    return childNodes.flatMap((one) => collect(one, parents));
  }
  const element = {
    name: node.tagName,
    attributes: Object.fromEntries(
      node.attrs.map(({ name, value }) => [name, value]),
    ),
    parents,
    text: readText(node).trim(),
    texts: childNodes.flatMap((one) => "value" in one ? [one.value.trim()] : [])
      .filter((text) => text !== ""),
  };
  const inner = [element, ...parents];
  return [element, ...childNodes.flatMap((one) => collect(one, inner))];
}

function readText(node: Tree.Node): string {
  if ("value" in node) return node.value;
  if ("tagName" in node && /^(?:style|script)$/.test(node.tagName)) return "";
  return "childNodes" in node ? node.childNodes.map(readText).join("") : "";
}
