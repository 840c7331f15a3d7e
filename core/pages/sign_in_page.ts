import type { PageProvider, SignInModel } from "../config/page_models.ts";
import { type PageWords, toErrorText } from "../config/page_words.ts";
import { credentialsForm } from "./credentials_form.ts";
import { emailForm } from "./email_form.ts";
import { type Html, markup } from "./html.ts";
import { disc, icons } from "./icons.ts";
import {
  alert,
  hidden,
  type PageFrame,
  type PageParts,
  say,
  userBox,
} from "./parts.ts";
import { passkeyButton, passkeyForm, passkeyScript } from "./webauthn_form.ts";
import { providerButton } from "./provider_button.ts";
import { type Form, planForms } from "./sign_in_plan.ts";

/** From this many providers on, their buttons stand in two columns. */
const MANY = 5;

/** The sign-in page: buttons first, then the forms, and one main button. */
export function signInPage(page: SignInModel, frame: PageFrame): PageParts {
  const { language: { words }, site, nonce } = frame;
  const { confirm = null } = page;
  const common = {
    head: page.passkeys ? passkeyScript(page.passkeys, nonce) : null,
    body: toBody(page, frame),
  };
  return confirm === null
    ? {
      ...common,
      title: say(words.signInTo, { site }),
      isError: page.error !== null,
    }
    : {
      ...common,
      title: say(words.confirmItsYou),
      hint: say(words.signInAgainToContinue),
      sign: disc(icons.shield),
    };
}

/** One group of the page, and the word that separates it from the one above. */
interface Block {
  readonly html: Html;
  readonly word: string | null;
}

function toBody(page: SignInModel, frame: PageFrame): Html {
  const { words } = frame.language;
  const { confirm = null, failed, error, lastUsed = null } = page;
  const forms = planForms(page);
  const buttons = toButtons(page, words, forms.length === 0);
  const blocks = forms.map((form, index) =>
    toBlock(page, form, { frame, index })
  );
  // The way that was used last comes first, even a form.
  const at = lastUsed !== null && forms[0]?.ids.includes(lastUsed) ? 1 : 0;
  if (buttons !== null) blocks.splice(at, 0, { html: buttons, word: null });
  const message = error === null || failed !== null || confirm !== null
    ? null
    : toErrorText(words, error);
  return markup`${confirm === null ? null : userBox(confirm)}${
    alert(message, { takesFocus: true })
  }${
    blocks.map(({ html, word }, index) =>
      index === 0 && word === null
        ? html
        : markup`<p class="or">${word ?? words.or}</p>
${html}`
    )
  }${
    blocks.length === 0
      ? markup`<p>${words.noWayToSignIn}</p>
`
      : null
  }`;
}

function toBlock(
  page: SignInModel,
  form: Form,
  { frame, index }: { readonly frame: PageFrame; readonly index: number },
): Block {
  const { provider } = form;
  const word = provider.isOneOfSeveral ? provider.name : null;
  const place = { frame, id: `form-${index + 1}`, isMain: index === 0 };
  switch (form.kind) {
    case "credentials":
      return { word, html: credentialsForm(page, form, place) };
    case "email":
      return { word, html: emailForm(page, form, place) };
    case "passkey":
      return { word, html: passkeyForm(page, form, place) };
  }
}

/** The buttons that need no typing: providers, and passkeys last. */
function toButtons(
  page: SignInModel,
  words: PageWords,
  isOnly: boolean,
): Html | null {
  const { csrfToken, callbackUrl, lastUsed = null, passkeys } = page;
  const plain = page.providers.filter(isButton);
  const passkey = page.providers.filter(({ id, type }) =>
    type === "webauthn" && passkeys?.forms[id]
  );
  const all = toFront([...plain, ...passkey], lastUsed);
  if (all.length === 0) return null;
  const isGrid = plain.length >= MANY;
  const list = all.map((provider) => {
    const style = {
      words,
      isGrid,
      isMain: isOnly && all.length === 1,
      isLast: provider.id === lastUsed && page.providers.length > 1,
    };
    return provider.type === "webauthn"
      ? passkeyButton(page, provider, style)
      : providerButton(provider, style);
  });
  const needed = plain.length === 0 && isOnly
    ? markup`<noscript><p>${words.passkeysNeedJavaScript}</p></noscript>
`
    : null;
  return markup`<form class="${isGrid ? "ways grid" : "ways"}" method="post">
${hidden({ csrfToken, callbackUrl })}${list}${needed}</form>
`;
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
