/**
 * For tests only: the pages of passwords that the adapter stores, and of second
 * factors.
 *
 * @module
 */

import type {
  ChangeEmailModel,
  ChangePasswordModel,
  ConfirmEmailModel,
} from "../config/pages/account_models.ts";
import { ACCOUNT_DONE } from "../config/pages/account_models.ts";
import type {
  EnrolFactorModel,
  FactorsModel,
  SecondFactorModel,
} from "../config/pages/factor_models.ts";
import type { PageModel } from "../config/pages/page_models.ts";
import type {
  NewPasswordModel,
  PasswordAskModel,
} from "../config/pages/password_models.ts";

/** The texts on these pages that are nobody's words. */
export const passwordTexts = [
  "ada@example.com",
  `${"a".repeat(300)}@example.com`,
  "Phone number",
  "+1 555 0100",
  "XXXX-XXXX-XXXX-XXXX",
  "A phone number has more digits.",
  "JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP",
  ...Array.from({ length: 10 }, (_, i) => toCode(i)),
];

const email = "ada@example.com";
const secret = "JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP";
/** The URI whose QR code is shown. */
export const totpUri =
  "otpauth://totp/Example:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Example";

/** The pages by name; `hostile` is a name that some visitor may have. */
export function toPasswordScenes(
  origin: string,
  hostile: string,
  qr: EnrolFactorModel["qr"],
): Record<string, PageModel> {
  return {
    ...toAsks(origin),
    ...toChoices(origin, hostile),
    ...toAddresses(origin, hostile),
    ...toSecondFactors(origin),
    ...toOwnFactors(origin, hostile, qr),
  };
}

function toForm(origin: string, action: string) {
  return {
    action: `${origin}/auth/${action}`,
    csrfToken: "token",
    callbackUrl: `${origin}/invoices/2041`,
  };
}

function toAsks(origin: string): Record<string, PageModel> {
  const signUp = {
    name: "signUp",
    ...toForm(origin, "signup"),
    email: null,
    error: null,
    isClosed: false,
    signInUrl: `${origin}/auth/signin`,
  } satisfies PasswordAskModel;
  const full = {
    ...signUp,
    minLength: 15,
    fields: [
      { name: "name", value: "", required: true },
      {
        name: "phone",
        value: "12",
        label: "Phone number",
        type: "tel",
        placeholder: "+1 555 0100",
      },
    ],
  } satisfies PasswordAskModel;
  const reset = { ...signUp, name: "reset" } satisfies PasswordAskModel;
  return {
    "sign-up": signUp,
    "sign-up-wrong-address": {
      ...signUp,
      email: "ada@example",
      error: { type: "InvalidAddress", code: null },
    },
    "sign-up-full": full,
    "sign-up-full-wrong": {
      ...full,
      email,
      error: { type: "InvalidField", code: null },
      problem: { field: "phone", reason: "A phone number has more digits." },
    },
    "sign-up-full-common": {
      ...full,
      email,
      error: { type: "InvalidPassword", code: "common" },
    },
    "sign-up-closed": { ...signUp, isClosed: true },
    "reset": reset,
    "reset-expired": {
      ...reset,
      email,
      error: { type: "Verification", code: "expired" },
    },
  };
}

function toChoices(
  origin: string,
  hostile: string,
): Record<string, PageModel> {
  const choose = {
    name: "newPassword",
    ...toForm(origin, "new-password"),
    token: "token",
    state: "state",
    takeOver: false,
    email,
    isNew: true,
    minLength: 15,
    remember: false,
    error: null,
  } satisfies NewPasswordModel;
  const change = {
    name: "changePassword",
    ...toForm(origin, "password"),
    user: { name: "Ada Lovelace", email },
    hasPassword: true,
    asksCurrent: true,
    canRemove: true,
    minLength: 15,
    resetUrl: `${origin}/auth/reset`,
    error: null,
  } satisfies ChangePasswordModel;
  const done = ACCOUNT_DONE.map((done) =>
    [`account-${done}`, { name: "accountDone", done, home: origin }] as const
  );
  return {
    "new-password": choose,
    "new-password-fields": {
      ...choose,
      fields: [{ name: "name", value: "Ada", required: true }],
    },
    "new-password-again": {
      ...choose,
      isNew: false,
      email: `${"a".repeat(300)}@example.com`,
      error: { type: "InvalidPassword", code: "common" },
    },
    "change-password": change,
    "change-password-wrong": {
      ...change,
      user: { name: hostile, email: `${"a".repeat(300)}@example.com` },
      error: { type: "CredentialsSignin", code: "credentials" },
    },
    "set-password": {
      ...change,
      hasPassword: false,
      asksCurrent: false,
      canRemove: false,
    },
    ...Object.fromEntries(done),
  };
}

function toAddresses(
  origin: string,
  hostile: string,
): Record<string, PageModel> {
  const change = {
    name: "changeEmail",
    ...toForm(origin, "email"),
    user: { name: "Ada Lovelace", email },
    error: null,
  } satisfies ChangeEmailModel;
  const confirm = {
    name: "confirmEmail",
    ...toForm(origin, "email"),
    kind: "confirm",
    token: "token",
    email,
  } satisfies ConfirmEmailModel;
  return {
    "change-email": change,
    "change-email-wrong": {
      ...change,
      user: { name: hostile, email },
      error: { type: "InvalidAddress", code: null },
    },
    "confirm-email": confirm,
    "undo-email": {
      ...confirm,
      kind: "undo",
      email: `${"a".repeat(300)}@example.com`,
    },
    "email-link-dead": {
      name: "emailLinkDead",
      changeUrl: `${origin}/auth/email`,
    },
  };
}

function toSecondFactors(origin: string): Record<string, PageModel> {
  const code = {
    name: "secondFactor",
    ...toForm(origin, "second-factor"),
    state: "state",
    asks: "app",
    otherUrl: `${origin}/auth/second-factor?use=recovery`,
    canRemember: true,
    passkey: null,
    error: null,
    signInUrl: `${origin}/auth/signin`,
  } satisfies SecondFactorModel;
  const script = `${origin}/auth/webauthn-script`;
  const form = { fields: {}, autofill: false, signsUp: false };
  const passkey = {
    provider: "passkey",
    model: { script, forms: { passkey: form } },
    target: `${origin}/invoices/2041`,
    remember: true,
  };
  const error = { type: "SecondFactorError", code: "wrong_code" } as const;
  return {
    "second-factor": code,
    "second-factor-passkey": { ...code, passkey },
    "second-factor-only-passkey": { ...code, asks: "passkey", passkey },
    "second-factor-wrong": { ...code, error },
    "recovery-code": { ...code, asks: "recovery" },
  };
}

function toOwnFactors(
  origin: string,
  hostile: string,
  qr: EnrolFactorModel["qr"],
): Record<string, PageModel> {
  const enrol = {
    name: "enrolFactor",
    ...toForm(origin, "second-factor"),
    state: "state",
    enrolment: "enrolment",
    secret,
    uri: totpUri,
    qr,
    error: null,
    cancelUrl: `${origin}/auth/signin`,
  } satisfies EnrolFactorModel;
  const created = Date.UTC(2026, 4, 3);
  const none = {
    name: "factors",
    ...toForm(origin, "factors"),
    apps: [],
    codesLeft: 0,
    browsers: [],
    addUrl: `${origin}/auth/factors?add=1`,
    canRemoveLast: true,
    error: null,
    home: `${origin}/`,
  } satisfies FactorsModel;
  const browser = {
    id: "1",
    userAgent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
    lastSeen: created,
    isThis: true,
  };
  return {
    "enrol-factor": enrol,
    "enrol-factor-wrong": {
      ...enrol,
      error: { type: "SecondFactorError", code: "wrong_code" },
    },
    "recovery-codes": {
      name: "recoveryCodes",
      codes: Array.from({ length: 10 }, (_, i) => toCode(i)),
      continueUrl: `${origin}/invoices/2041`,
    },
    "factors-none": none,
    "factors": {
      ...none,
      apps: [
        { id: "1", name: null, created },
        { id: "2", name: hostile, created },
      ],
      codesLeft: 8,
      browsers: [
        browser,
        { ...browser, id: "2", userAgent: null, isThis: false },
      ],
    },
  };
}

function toCode(i: number): string {
  return `7QXM-${i}K2R-VW9C-4HTB`;
}
