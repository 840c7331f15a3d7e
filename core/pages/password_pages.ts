import { toErrorText } from "../config/pages/page_errors.ts";
import type {
  NewPasswordModel,
  PasswordAskModel,
  PasswordPageField,
} from "../config/pages/password_models.ts";
import type { PageLanguage, PageWords } from "../config/pages/page_words.ts";
import { type Html, markup } from "./html.ts";
import { disc, icons } from "./forms/icons.ts";
import { passwordField } from "./forms/password_field.ts";
import {
  alert,
  emailField,
  hidden,
  invalid,
  linkButton,
  type PageFrame,
  type PageParts,
  rememberBox,
  say,
} from "./parts.ts";

/** The pages that ask for an address: to sign up, or for a forgotten password. */
export function passwordAskPage(
  page: PasswordAskModel,
  frame: PageFrame,
): PageParts {
  const { language: { words }, site } = frame;
  const { passwordWords: own } = words;
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
  const { passwordWords: own } = words;
  const { error, signInUrl } = page;
  // Where only people with an invitation sign up, no mail brings another one.
  const isInvitation = error?.code === "invitation";
  const hint = error?.code === "void" || isInvitation
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
      isInvitation
        ? null
        : askForm({ ...page, error: null }, frame, words.sendNewLink)
    }<p class="more"><a href="${signInUrl}">${words.signInAnotherWay}</a></p>
`,
  };
}

function askForm(
  page: PasswordAskModel,
  { language }: PageFrame,
  button: string,
): Html {
  const { action, csrfToken, callbackUrl, email, error } = page;
  const { minLength = null } = page;
  const { words } = language;
  const isAddress = error?.type === "InvalidAddress";
  const focus = toFocus(page, "email");
  const message = error === null ? null : toErrorText(words, error);
  return markup`<form method="post" action="${action}">
${hidden({ csrfToken, callbackUrl })}${
    alert(toFieldMessage(page) ?? message, { id: "form-error" })
  }${
    emailField(words, {
      value: email,
      hasFocus: focus === "email",
      errorId: isAddress ? "form-error" : null,
    })
  }${fieldInputs(page, language, focus)}${
    minLength === null
      ? null
      : chosenPassword({ ...page, minLength }, words, focus)
  }${
    rememberBox(page, words, { id: "password" })
  }<button class="main">${button}</button>
</form>
`;
}

/** The page that asks for a password. */
export function newPasswordPage(
  page: NewPasswordModel,
  { language }: PageFrame,
): PageParts {
  const { words } = language;
  const { action, csrfToken, callbackUrl, token, state, takeOver } = page;
  const { passwordWords: own } = words;
  const { error, isNew } = page;
  const message = error === null ? null : toErrorText(words, error);
  const focus = toFocus(page, page.fields?.[0]?.name ?? "password");
  const proof = { csrfToken, callbackUrl, token, state };
  return {
    title: say(isNew ? own.choosePassword : own.chooseNewPassword),
    sign: disc(icons.lock),
    isError: error !== null,
    body: markup`<form method="post" action="${action}">
${hidden({ ...proof, takeOver: takeOver ? "yes" : null })}${
      alert(toFieldMessage(page) ?? message, { id: "form-error" })
    }<div class="field">
<label for="email">${words.emailAddress}</label>
<input class="note" id="email" name="email" type="email" dir="ltr" value="${page.email}" autocomplete="username" readonly>
</div>
${fieldInputs(page, language, focus)}${chosenPassword(page, words, focus)}${
      rememberBox(page, words, { id: "password" })
    }<button class="main">${
      isNew ? own.createAccountNow : own.saveAndSignIn
    }</button>
</form>
`,
  };
}

type WithFields = Pick<PasswordAskModel, "fields" | "error" | "problem">;

/** Returns what the application's schema says about a field; null: nothing. */
function toFieldMessage({ problem, error }: WithFields): string | null {
  return error?.type === "InvalidField" ? problem?.reason ?? null : null;
}

/** The name of the field that gets the focus: what has to be mended, else the first. */
function toFocus({ problem, error }: WithFields, first: string): string {
  if (problem) return problem.field;
  return error?.type === "InvalidPassword" ? "password" : first;
}

/** The other fields of a new user. */
function fieldInputs(
  { fields = [], problem = null }: WithFields,
  { tag, words }: PageLanguage,
  focus: string,
): readonly Html[] {
  const { passwordWords: { name: known } } = words;
  return fields.map((field) => {
    const { name, label, type = "text", placeholder = "", value } = field;
    const { autocomplete = name === "name" ? "name" : "off" } = field;
    const own = toOwnLabel(label, tag) ?? (name === "name" ? known : name);
    const error = invalid(problem?.field === name ? "form-error" : null);
    const required = field.required ? markup` required` : null;
    const autofocus = name === focus ? markup` autofocus` : null;
    if (type === "checkbox") {
      const checked = BOX.includes(value) ? markup` checked` : null;
      return markup`<div><label class="check" for="field-${name}"><input id="field-${name}" name="${name}" type="checkbox" value="on"${checked}${required}${autofocus}${error}>${own}</label></div>
`;
    }
    // Without it, browsers take whole numbers only.
    const step = type === "number" ? markup` step="any"` : null;
    return markup`<div class="field">
<label for="field-${name}">${own}</label>
<input id="field-${name}" name="${name}" type="${type}" value="${value}" placeholder="${placeholder}" autocomplete="${autocomplete}" maxlength="300"${step}${required}${autofocus}${error}>
</div>
`;
  });
}

/** The texts of a box that is ticked. */
const BOX: readonly string[] = ["on", "true"];

/** The application's label in the language of the page, else in another one; null without one. */
function toOwnLabel(
  label: PasswordPageField["label"],
  tag: string,
): string | null {
  if (typeof label === "string") return label;
  const own = label ?? {};
  const found = [tag, "en", ...Object.keys(own)]
    .find((one) => Object.hasOwn(own, one) && typeof own[one] === "string");
  return found === undefined ? null : own[found] ?? null;
}

/** The field for the password, with the rule that it has to meet. */
function chosenPassword(
  { minLength, error, problem = null }: Pick<
    NewPasswordModel,
    "minLength" | "error" | "problem"
  >,
  { passwordWords: own, showPassword }: PageWords,
  focus: string,
): Html {
  const isWrong = error?.type === "InvalidPassword" && problem === null;
  return passwordField({
    name: "password",
    label: own.newPassword,
    autocomplete: "new-password",
    minLength,
    rule: say(own.passwordRule, { count: `${minLength}` }),
    show: showPassword,
    errorId: isWrong ? "form-error" : null,
    hasFocus: focus === "password",
  });
}
