/**
 * The built-in pages as visitors meet them: the models that the browser tests
 * check and that `screenshots.ts` shows.
 *
 * @module
 */

import { Apple } from "@latchkey/auth/providers/apple";
import { Discord } from "@latchkey/auth/providers/discord";
import { GitHub } from "@latchkey/auth/providers/github";
import { GitLab } from "@latchkey/auth/providers/gitlab";
import { Google } from "@latchkey/auth/providers/google";
import { LinkedIn } from "@latchkey/auth/providers/linkedin";
import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
import { Slack } from "@latchkey/auth/providers/slack";
import type {
  PageModel,
  PageProvider,
  SignInModel,
  VerifyRequestModel,
} from "../../core/config/pages/page_models.ts";
import { toForms, toRefusals } from "./guard_scenes.ts";
import { drawQrCode } from "../../core/methods/second_factor/qr_code.ts";
import {
  toPasswordScenes,
  totpUri,
} from "../../core/pages/password_pages_testkit.ts";

const qr = await drawQrCode(totpUri);

const companies = [
  Google({}),
  Apple({}),
  GitHub({}),
  GitLab({}),
  MicrosoftEntraId({}),
  Slack({}),
  Discord({}),
  LinkedIn({}),
];

/** A name that some provider, or some visitor, may have. */
const hostile = "\u202eتسجيل <b>&amp; 👩‍👩‍👧‍👦 " +
  "Wolfeschlegelsteinhausen".repeat(12);

/** Every scene by its name, for a gallery at an origin. */
export function toScenes(origin: string): ReadonlyMap<string, PageModel> {
  return new Map(Object.entries({ ...toSignIns(origin), ...toOthers(origin) }));
}

function toSignIns(origin: string): Record<string, PageModel> {
  const provider = toProvider.bind(null, origin);
  const all = companies.map(({ id, name = id, type, style }) =>
    provider(id, type ?? "oauth", { name, ...(style && { style }) })
  );
  const few = [all[0], all[2], all[1]].filter((one) => one !== undefined);
  const mail = provider("email", "email");
  const passkey = provider("passkey", "webauthn");
  const fields = {
    email: {},
    password: { type: "password" },
  };
  const password = provider("password", "credentials", {
    fields: Object.entries(fields),
    accountField: "email",
  });
  const stored = {
    ...password,
    signUpUrl: `${origin}/auth/signup`,
    resetUrl: `${origin}/auth/reset`,
  };
  const byName = provider("staff", "credentials", {
    name: "Staff",
    fields: Object.entries({ username: {}, password: {}, code: {} }),
  });
  const everything = {
    name: "signIn",
    signInUrl: `${origin}/auth/signin`,
    providers: [...few, mail, passkey],
    passkeys: {
      script: `${origin}/auth/webauthn-script`,
      forms: {
        passkey: { fields: { email: {} }, autofill: true, signsUp: true },
      },
    },
    csrfToken: "token",
    callbackUrl: `${origin}/invoices/2041`,
    error: null,
    failed: null,
    email: null,
  } satisfies SignInModel;
  const typed = { email: "ada@example.com", passkeys: null };
  return {
    "sign-in": everything,
    "sign-in-eight": { ...everything, providers: [...all, mail, passkey] },
    "sign-in-long-names": {
      ...everything,
      providers: [
        provider("long", "oidc", { name: "Microsoft Entra ID for customers" }),
        ...all,
      ],
      passkeys: null,
    },
    "sign-in-password": {
      ...everything,
      providers: [...few, password, mail, passkey],
    },
    "sign-in-remember": {
      ...everything,
      providers: [...few, stored, mail, passkey],
      remember: true,
    },
    "sign-in-last-used": { ...everything, lastUsed: "github" },
    "sign-in-last-used-eight": {
      ...everything,
      providers: [...all, mail, passkey],
      lastUsed: "slack",
    },
    "sign-in-wrong-password": {
      ...everything,
      ...typed,
      providers: [...all, password],
      error: { type: "CredentialsSignin", code: "credentials" },
      failed: "password",
    },
    "sign-in-wrong-address": {
      ...everything,
      ...typed,
      providers: [mail],
      error: { type: "InvalidAddress", code: null },
      failed: "email",
    },
    "sign-in-failed": {
      ...everything,
      error: { type: "InvalidCheck", code: null },
    },
    "sign-in-one": {
      ...everything,
      providers: few.slice(0, 1),
      passkeys: null,
    },
    "sign-in-staff": { ...everything, providers: [byName], passkeys: null },
    "sign-in-none": { ...everything, providers: [], passkeys: null },
    "sign-in-hostile": {
      ...everything,
      email: `${"a".repeat(300)}@example.com`,
      providers: [provider("odd", "oidc", { name: hostile }), mail],
      passkeys: null,
    },
    "confirm": {
      ...everything,
      error: { type: "SignInRequired", code: "fresh" },
      confirm: { name: "Ada Lovelace", email: "ada@example.com" },
      email: "ada@example.com",
    },
    "confirm-one": {
      ...everything,
      providers: few.slice(0, 1),
      passkeys: null,
      error: { type: "InsufficientAuthentication", code: null },
      confirm: { name: "Ada Lovelace", email: "ada@example.com" },
      email: "ada@example.com",
    },
    "link-expired": {
      ...everything,
      ...typed,
      error: { type: "Verification", code: "expired" },
      newMail: {
        provider: "email",
        action: `${origin}/auth/signin/email`,
        sender: "Example",
        minutes: 10,
      },
    },
    "other-ways": {
      name: "otherWays",
      ...toForm(origin),
      token: "token",
      email: "ada@example.com",
      state: "state",
      providers: [...few.slice(0, 1), password],
    },
  };
}

function toOthers(origin: string): Record<string, PageModel> {
  const home = `${origin}/`;
  const signInUrl = `${origin}/auth/signin`;
  const form = toForm(origin);
  const ada = { name: "Ada Lovelace", email: "ada@example.com" };
  const sent = {
    name: "verifyRequest",
    error: null,
    signInUrl,
    asked: {
      email: ada.email,
      action: `${origin}/auth/callback/email`,
      csrfToken: "token",
      state: "state",
      verifies: false,
      minutes: 10,
      sender: "Example",
      resend: { ...form, email: ada.email, seconds: 60 },
    },
  } satisfies VerifyRequestModel;
  const failed = {
    name: "error",
    ref: "nH0qOlydgc85sdgAXWcjxeF2afwOBrNisvN0nhlnjZVizoDUl3AKOrWa-Q",
    signInUrl,
    home,
  } as const;
  return {
    "signed-in": {
      name: "signedIn",
      user: ada,
      home,
      continueUrl: `${origin}/invoices/2041`,
      anotherUrl: `${signInUrl}?another=1`,
      signOutUrl: `${origin}/auth/signout`,
    },
    "mail-sent": sent,
    "mail-sent-again": {
      ...sent,
      asked: { ...sent.asked, resend: { ...sent.asked.resend, seconds: 23 } },
    },
    "mail-sent-wrong-code": {
      ...sent,
      error: { type: "Verification", code: "wrong_code" },
      asked: { ...sent.asked, resend: { ...sent.asked.resend, seconds: 0 } },
    },
    "mail-sent-elsewhere": { ...sent, asked: null },
    "mail-link": {
      name: "mailLink",
      ...form,
      token: "t",
      email: ada.email,
      home,
    },
    "mail-link-remember": {
      name: "mailLink",
      ...form,
      token: "t",
      email: ada.email,
      home,
      remember: false,
    },
    "mail-code": { name: "mailCode", email: ada.email, code: "12345678" },
    "sign-out": { name: "signOut", ...form, error: null, user: ada },
    "sign-out-hostile": {
      name: "signOut",
      ...form,
      error: { type: "MissingCSRF", code: null },
      user: { name: hostile, email: `${"a".repeat(300)}@example.com` },
    },
    "signed-out": { name: "signedOut", home, signInUrl },
    "error-try-again": {
      ...failed,
      error: { type: "OAuthCallbackError", code: "access_denied" },
    },
    "error-contact": {
      ...failed,
      signInUrl: null,
      error: { type: "Configuration", code: null },
    },
    "error-denied": {
      ...failed,
      error: { type: "AccessDenied", code: null },
    },
    "error-limited": {
      ...failed,
      error: { type: "RateLimited", code: null },
      ways: {
        browser: true,
        csrfToken: "token",
        callbackUrl: home,
        providers: [
          toProvider(origin, "email", "email"),
          toProvider(origin, "passkey", "webauthn"),
          toProvider(origin, "google", "oidc", { name: "Google" }),
        ],
      },
    },
    "passkey-added": { name: "passkey", done: "added", home },
    "passkey-removed": { name: "passkey", done: "removed", home },
    "forbidden": { name: "forbidden", home },
    ...toRefusals(origin),
    ...toForms(origin, hostile),
    ...toPasswordScenes(origin, hostile, qr),
    "leave": { name: "leave", url: `${origin}/nothing`, provider: "Google" },
  };
}

function toForm(origin: string) {
  return {
    action: `${origin}/auth/signin/email`,
    csrfToken: "token",
    callbackUrl: `${origin}/invoices/2041`,
  };
}

function toProvider(
  origin: string,
  id: string,
  type: PageProvider["type"],
  more: Partial<PageProvider> = {},
): PageProvider {
  return {
    id,
    name: id,
    type,
    signinUrl: `${origin}/auth/signin/${id}`,
    callbackUrl: `${origin}/auth/callback/${id}`,
    ...more,
  };
}
