import type {
  ChangeEmailModel,
  ConfirmEmailModel,
  EmailLinkDeadModel,
} from "../config/pages/account_models.ts";
import { toErrorText } from "../config/pages/page_errors.ts";
import { disc, icons } from "./forms/icons.ts";
import { markup } from "./html.ts";
import {
  alert,
  hidden,
  invalid,
  linkButton,
  type PageFrame,
  type PageParts,
  say,
  strong,
  userBox,
} from "./parts.ts";

/** The page that changes an address. */
export function changeEmailPage(
  { action, csrfToken, callbackUrl, user, error }: ChangeEmailModel,
  { language: { words } }: PageFrame,
): PageParts {
  const { accountWords: own } = words;
  const message = error === null ? null : toErrorText(words, error);
  const errorId = error === null ? null : "email-error";
  return {
    title: say(own.changeEmail),
    hint: say(own.changeEmailHint),
    isError: error !== null,
    body: markup`${userBox(user)}<form method="post" action="${action}">
${hidden({ csrfToken, callbackUrl })}${
      alert(message, errorId === null ? {} : { id: errorId })
    }<div class="field">
<label for="email">${own.newEmail}</label>
<input id="email" name="email" type="email" dir="ltr" placeholder="name@example.com" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="320" required autofocus${
      invalid(errorId)
    }>
</div>
<button class="main">${words.continue}</button>
</form>
`,
  };
}

/** The page for the link of a mail: it asks for a click, which mail scanners do not make. */
export function confirmEmailPage(
  { action, csrfToken, callbackUrl, kind, token, email }: ConfirmEmailModel,
  { language: { words }, home }: PageFrame,
): PageParts {
  const { accountWords: own } = words;
  const isUndo = kind === "undo";
  return {
    title: say(isUndo ? own.undoEmail : own.confirmEmail),
    sign: disc(icons.mail),
    hint: say(isUndo ? own.undoEmailHint : own.confirmEmailHint),
    body: markup`<p class="box">${icons.mail}${strong(email)}</p>
<form method="post" action="${action}">
${hidden({ csrfToken, callbackUrl, [kind]: token })}<button class="main">${
      isUndo ? own.undoEmailNow : words.confirmEmailAddress
    }</button>
${linkButton(home ?? "/", say(words.cancel))}</form>
`,
  };
}

/** The page for a link that no longer works. */
export function emailLinkDeadPage(
  { changeUrl }: EmailLinkDeadModel,
  { language: { words } }: PageFrame,
): PageParts {
  const { accountWords: own } = words;
  return {
    title: say(own.emailLinkDead),
    sign: disc(icons.clock),
    hint: say(own.emailLinkDeadHint),
    isError: true,
    body: markup`<div class="col">${
      linkButton(changeUrl, say(own.changeEmail), true)
    }</div>
`,
  };
}
