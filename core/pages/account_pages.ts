import type {
  AccountDoneModel,
  AccountPageModel,
  ChangePasswordModel,
} from "../config/pages/account_models.ts";
import { toErrorText } from "../config/pages/page_errors.ts";
import type { PageModel } from "../config/pages/page_models.ts";
import type { PageWords } from "../config/pages/page_words.ts";
import {
  changeEmailPage,
  confirmEmailPage,
  emailLinkDeadPage,
} from "./email_pages.ts";
import { passwordField } from "./forms/password_field.ts";
import { disc, icons } from "./forms/icons.ts";
import { type Html, markup } from "./html.ts";
import {
  alert,
  hidden,
  linkButton,
  type PageFrame,
  type PageParts,
  say,
  userBox,
} from "./parts.ts";

/** Whether this is a page on which users change their account. */
export function isAccountPage(page: PageModel): page is AccountPageModel {
  return Object.hasOwn(PAGES, page.name);
}

/** A page on which users change their account. */
export function accountPage(
  page: AccountPageModel,
  frame: PageFrame,
): PageParts {
  switch (page.name) {
    case "changePassword":
      return changePasswordPage(page, frame);
    case "changeEmail":
      return changeEmailPage(page, frame);
    case "confirmEmail":
      return confirmEmailPage(page, frame);
    case "emailLinkDead":
      return emailLinkDeadPage(page, frame);
    case "accountDone":
      return accountDonePage(page, frame);
  }
}

const PAGES: Readonly<Record<AccountPageModel["name"], true>> = {
  changePassword: true,
  changeEmail: true,
  confirmEmail: true,
  emailLinkDead: true,
  accountDone: true,
};

/** The page that changes a password, sets the first one, or removes it. */
function changePasswordPage(
  page: ChangePasswordModel,
  { language: { words } }: PageFrame,
): PageParts {
  const { accountWords: own } = words;
  const { action, csrfToken, callbackUrl, error, hasPassword, user } = page;
  const message = error === null ? null : toMessage(words, page);
  const errorId = error === null ? null : "password-error";
  const fields = { csrfToken, callbackUrl };
  return {
    title: say(hasPassword ? own.changePassword : own.setPassword),
    hint: say(own.othersAreSignedOut),
    isError: error !== null,
    body: markup`${userBox(user)}<form method="post" action="${action}">
${hidden(fields)}${username(user.email, words)}${
      alert(message, errorId === null ? {} : { id: errorId })
    }${currentField(page, words)}${newField(page, words)}
<button class="main">${own.savePassword}</button>
</form>
${page.canRemove ? removeForm(page, own.removePassword) : null}`,
  };
}

function toMessage(
  words: PageWords,
  { error }: ChangePasswordModel,
): string | null {
  const { accountWords: own } = words;
  if (error === null) return null;
  return isAboutCurrent(error) ? own.wrongPassword : toErrorText(words, error);
}

function isAboutCurrent(error: ChangePasswordModel["error"]): boolean {
  return error?.type === "CredentialsSignin";
}

/** Password managers look for the name that a password belongs to. */
function username(email: string | null, words: PageWords): Html | null {
  return email === null
    ? null
    : markup`<input name="username" type="text" value="${email}" aria-label="${words.emailAddress}" autocomplete="username" hidden readonly>
`;
}

function currentField(
  { asksCurrent, error, resetUrl }: ChangePasswordModel,
  words: PageWords,
): Html | null {
  if (!asksCurrent) return null;
  const { accountWords: own, passwordWords } = words;
  return passwordField({
    name: "current",
    label: own.currentPassword,
    autocomplete: "current-password",
    rule: markup`<a href="${resetUrl}">${passwordWords.forgotPassword}</a>`,
    show: words.showPassword,
    errorId: isAboutCurrent(error) ? "password-error" : null,
    hasFocus: error === null || isAboutCurrent(error),
  });
}

function newField(
  { asksCurrent, error, minLength }: ChangePasswordModel,
  words: PageWords,
): Html {
  const { passwordWords: own } = words;
  const isWrong = error !== null && !isAboutCurrent(error);
  return passwordField({
    name: "password",
    label: own.newPassword,
    autocomplete: "new-password",
    minLength,
    rule: say(own.passwordRule, { count: `${minLength}` }),
    show: words.showPassword,
    errorId: isWrong ? "password-error" : null,
    hasFocus: isWrong || !asksCurrent,
  });
}

function removeForm(
  { action, csrfToken, callbackUrl }: ChangePasswordModel,
  button: string,
): Html {
  return markup`<form class="more" method="post" action="${action}">
${
    hidden({ csrfToken, callbackUrl, remove: "yes" })
  }<button class="link">${button}</button>
</form>
`;
}

/** The page after a change to the account. */
function accountDonePage(
  { done, home }: AccountDoneModel,
  { language: { words }, site }: PageFrame,
): PageParts {
  const { accountWords: own } = words;
  const isSent = done === "emailSent";
  const hint = done === "passwordRemoved"
    ? own.otherWaysStay
    : isSent
    ? own.emailSentHint
    : own.othersWereSignedOut;
  return {
    title: say(own[done]),
    sign: isSent ? disc(icons.mail) : disc(icons.check, "ok"),
    hint: say(hint),
    body: markup`<div class="col">${
      linkButton(home, say(words.continueTo, { site }), true)
    }</div>
`,
  };
}
