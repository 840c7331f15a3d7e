import { toErrorText } from "../config/pages/page_errors.ts";
import type {
  NewPasswordModel,
  PasswordAskModel,
} from "../config/pages/password_models.ts";
import { PASSWORD_WORDS } from "../config/pages/password_words.ts";
import { type Html, markup } from "./html.ts";
import { disc, icons } from "./forms/icons.ts";
import { passwordField } from "./forms/password_field.ts";
import {
  alert,
  emailField,
  hidden,
  linkButton,
  type PageFrame,
  type PageParts,
  say,
} from "./parts.ts";

/** The pages that ask for an address: to sign up, or for a forgotten password. */
export function passwordAskPage(
  page: PasswordAskModel,
  frame: PageFrame,
): PageParts {
  const { language: { words }, site } = frame;
  const { passwordWords: own = PASSWORD_WORDS } = words;
  if (page.isClosed) {
    return {
      title: say(own.byInvitation),
      hint: say(own.byInvitationHint, { site }),
      sign: disc(icons.mail),
      body: markup`<div class="col">${
        linkButton(page.signInUrl, say(words.signIn), true)
      }</div>
`,
    };
  }
  if (page.error?.type === "Verification") return newLinkPage(page, frame);
  const isSignUp = page.name === "signUp";
  return {
    title: isSignUp
      ? say(own.createAccountAt, { site })
      : say(own.forgotPassword),
    hint: say(isSignUp ? own.signUpHint : own.resetHint),
    isError: page.error !== null,
    body: markup`${
      askForm(page, frame, isSignUp ? words.continue : own.sendEmail)
    }<p class="more"><a href="${page.signInUrl}">${words.signIn}</a></p>
`,
  };
}

/** The page after a link or a code that no longer works. */
function newLinkPage(page: PasswordAskModel, frame: PageFrame): PageParts {
  const { language: { words } } = frame;
  const { passwordWords: own = PASSWORD_WORDS } = words;
  const { error, signInUrl } = page;
  const hint = error?.code === "void"
    ? toErrorText(words, error)
    : own.linkIsDead;
  return {
    title: say(
      error?.code === "used" ? words.linkWasUsed : words.linkHasExpired,
    ),
    hint: say(hint),
    sign: disc(icons.clock),
    isError: true,
    body: markup`${
      askForm({ ...page, error: null }, frame, words.sendNewLink)
    }<p class="more"><a href="${signInUrl}">${words.signInAnotherWay}</a></p>
`,
  };
}

function askForm(
  { action, csrfToken, callbackUrl, email, error }: PasswordAskModel,
  { language: { words } }: PageFrame,
  button: string,
): Html {
  const isAddress = error?.type === "InvalidAddress";
  const errorId = isAddress ? "email-error" : null;
  const message = error === null ? null : toErrorText(words, error);
  return markup`<form method="post" action="${action}">
${hidden({ csrfToken, callbackUrl })}${
    alert(message, errorId === null ? {} : { id: errorId })
  }${
    emailField(words, { value: email, hasFocus: true, errorId })
  }<button class="main">${button}</button>
</form>
`;
}

/** The page that asks for a password. */
export function newPasswordPage(
  page: NewPasswordModel,
  { language: { words } }: PageFrame,
): PageParts {
  const { action, csrfToken, callbackUrl, token, state, takeOver } = page;
  const { passwordWords: own = PASSWORD_WORDS } = words;
  const { error, isNew } = page;
  const message = error === null ? null : toErrorText(words, error);
  const errorId = error === null ? null : "password-error";
  const fields = { csrfToken, callbackUrl, token, state };
  return {
    title: say(isNew ? own.choosePassword : own.chooseNewPassword),
    sign: disc(icons.lock),
    isError: error !== null,
    body: markup`<form method="post" action="${action}">
${hidden({ ...fields, takeOver: takeOver ? "yes" : null })}${
      alert(message, errorId === null ? {} : { id: errorId })
    }<div class="field">
<label for="email">${words.emailAddress}</label>
<input id="email" name="email" type="email" dir="ltr" value="${page.email}" autocomplete="username" readonly>
</div>
${
      passwordField({
        name: "password",
        label: own.newPassword,
        autocomplete: "new-password",
        minLength: page.minLength,
        rule: say(own.passwordRule, { count: `${page.minLength}` }),
        show: words.showPassword,
        errorId,
        hasFocus: true,
      })
    }<button class="main">${
      isNew ? own.createAccountNow : own.saveAndSignIn
    }</button>
</form>
`,
  };
}
