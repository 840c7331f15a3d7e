import type { NewMail } from "../config/providers/mail_facts.ts";
import type { PageProvider, SignInModel } from "../config/pages/page_models.ts";
import { isCancelled, toErrorText } from "../config/pages/page_errors.ts";
import type { PageWords } from "../config/pages/page_words.ts";
import { credentialsForm } from "./forms/credentials_form.ts";
import { emailForm } from "./forms/email_form.ts";
import type { FormPlace } from "./parts.ts";
import { type Html, markup } from "./html.ts";
import { disc, icons } from "./forms/icons.ts";
import {
  alert,
  emailField,
  hidden,
  type PageFrame,
  type PageParts,
  rememberBox,
  say,
  separator,
  userBox,
} from "./parts.ts";
import {
  passkeyButton,
  passkeyForm,
  passkeyScript,
} from "./forms/webauthn_form.ts";
import { providerButton } from "./forms/provider_button.ts";
import { type Form, planForms } from "./sign_in_plan.ts";

/** From this many providers on, their buttons stand in two columns. */
const MANY = 5;

/** The sign-in page: buttons first, then the forms, and one main button. */
export function signInPage(page: SignInModel, frame: PageFrame): PageParts {
  const { language: { words }, site, nonce } = frame;
  const { confirm = null, newMail = null, error } = page;
  if (newMail !== null) return newLinkPage(page, newMail, frame);
  const common = {
    head: page.passkeys ? passkeyScript(page.passkeys, nonce) : null,
    body: waysToSignIn(page, frame),
  };
  return confirm === null
    ? {
      ...common,
      title: say(words.signInTo, { site }),
      isError: error !== null && !isCancelled(error),
    }
    : {
      ...common,
      title: say(words.confirmItsYou),
      hint: say(words.signInAgainToContinue),
      sign: disc(icons.shield),
    };
}

/**
 * The page after a link that no longer works: it says why, and offers another.
 */
function newLinkPage(
  page: SignInModel,
  { action }: NewMail,
  { language: { words } }: PageFrame,
): PageParts {
  const { csrfToken, callbackUrl, email, error, signInUrl } = page;
  const titles = new Map([
    ["used", words.linkWasUsed],
    ["void", words.signInDidntFinish],
    ["spent", words.signInDidntFinish],
  ]);
  return {
    title: say(titles.get(error?.code ?? "") ?? words.linkHasExpired),
    hint: error && say(toErrorText(words, error)),
    sign: disc(icons.clock),
    isError: true,
    body: markup`<form method="post" action="${action}">
${hidden({ csrfToken, callbackUrl })}${emailField(words, { value: email })}${
      rememberBox(page, words, { id: "mail" })
    }<button class="main">${words.sendNewLink}</button>
</form>
<p class="more"><a href="${signInUrl}">${words.signInAnotherWay}</a></p>
`,
  };
}

/** One group of the page, below the word that separates it from the one above. */
type Block = (separator: Html | null) => Html;

/**
 * The ways to sign in, with the user who has to, and the error of the previous
 * attempt.
 */
export function waysToSignIn(page: SignInModel, frame: PageFrame): Html {
  const { words } = frame.language;
  const { confirm = null, lastUsed = null, error } = page;
  const isCalm = error !== null && isCancelled(error);
  const forms = planForms(page);
  // Signing in comes before signing up.
  const onlySignsUp = forms.every(({ kind }) => kind === "passkey");
  const shared = findBoxForm(forms);
  const buttons = toButtons(page, frame, { isOnly: onlySignsUp, shared });
  const isMain = buttons === null || !onlySignsUp;
  const blocks = forms.map((form, index) =>
    toBlock(page, form, {
      frame,
      id: `form-${index + 1}`,
      isMain: isMain && index === 0,
      shared,
    })
  );
  // The way that was used last comes first, even a form.
  const at = lastUsed !== null && forms[0]?.ids.includes(lastUsed) ? 1 : 0;
  if (buttons !== null) {
    blocks.splice(at, 0, (separator) => markup`${separator}${buttons}`);
  }
  return markup`${confirm === null ? null : userBox(confirm)}${
    alert(toMessage(page, forms, words), { takesFocus: true, isCalm })
  }${
    blocks.map((block, index) =>
      block(index === 0 ? null : separator(words.or))
    )
  }${
    blocks.length === 0
      ? markup`<p>${words.noWayToSignIn}</p>
`
      : null
  }`;
}

/** Finds the form whose box "Remember me" serves all: the first one that is typed into, else that of the buttons. */
function findBoxForm(forms: readonly Form[]): string {
  const at = forms.findIndex(({ kind }) => kind !== "passkey");
  return at < 0 ? "ways" : `form-${at + 1}`;
}

/** The message above the ways to sign in; null if another place shows it, or there is none. */
function toMessage(
  { error, failed, confirm = null }: SignInModel,
  forms: readonly Form[],
  words: PageWords,
): string | null {
  // A form shows its own error; a button has no place for one.
  const isInForm = failed !== null &&
    forms.some(({ kind, ids }) => kind !== "passkey" && ids.includes(failed));
  // The page that asks for a fresh sign-in says so itself.
  const isHint = confirm !== null &&
    (error?.type === "SignInRequired" ||
      error?.type === "InsufficientAuthentication");
  return error === null || isInForm || isHint
    ? null
    : toErrorText(words, error);
}

function toBlock(
  page: SignInModel,
  form: Form,
  place: FormPlace,
): Block {
  const { name, isOneOfSeveral } = form.provider;
  return (or) => {
    const above = isOneOfSeveral ? separator(name) : or;
    switch (form.kind) {
      case "credentials":
        return markup`${above}${credentialsForm(page, form, place)}`;
      case "email":
        return markup`${above}${emailForm(page, form, place)}`;
      case "passkey":
        // Hidden with its form, where the script does not show it.
        return passkeyForm(page, form, { ...place, above });
    }
  };
}

/** The buttons that need no typing: providers, and passkeys last. */
function toButtons(
  page: SignInModel,
  { language: { words }, theme: { colorScheme: scheme } }: PageFrame,
  { isOnly, shared }: { readonly isOnly: boolean; readonly shared: string },
): Html | null {
  const { csrfToken, callbackUrl, lastUsed = null, passkeys } = page;
  const plain = page.providers.filter(isButton);
  const all = toFront([...plain, ...listPasskeys(page)], lastUsed);
  if (all.length === 0) return null;
  const isGrid = plain.length >= MANY;
  const list = all.map((provider) => {
    const isLast = provider.id === lastUsed && page.providers.length > 1;
    const style = {
      words,
      scheme,
      // Its mark needs the room of a whole row.
      isGrid: isGrid && !isLast,
      isMain: isOnly && all.length === 1,
      isLast,
    };
    // Without the script, the button leads to the page that has it.
    if (provider.type === "webauthn" && passkeys) {
      return passkeyButton(page, provider, style);
    }
    const button = providerButton(provider, style);
    return isGrid && isLast
      ? markup`<div class="col">${button}</div>
`
      : button;
  });
  const needed = plain.length === 0 && isOnly
    ? markup`<noscript><p>${words.passkeysNeedJavaScript}</p></noscript>
`
    : null;
  return markup`<form class="${isGrid ? "ways grid" : "ways"}" method="post">
${hidden({ csrfToken, callbackUrl })}${list}${
    rememberBox(page, words, { id: "ways", shared })
  }${needed}</form>
`;
}

function listPasskeys({ providers, passkeys }: SignInModel) {
  return providers.filter(({ id, type }) =>
    type === "webauthn" && (passkeys === undefined || passkeys?.forms[id])
  );
}

function isButton({ type, fields = [] }: PageProvider): boolean {
  return type === "oauth" || type === "oidc" ||
    type === "credentials" && fields.length === 0;
}

function toFront(
  providers: readonly PageProvider[],
  id: string | null,
): readonly PageProvider[] {
  const isFirst = (one: PageProvider) => one.id === id;
  return [
    ...providers.filter(isFirst),
    ...providers.filter((one) => !isFirst(one)),
  ];
}
