import type { MailAgain } from "../config/providers/mail_facts.ts";
import { toDuration } from "../runtime/duration.ts";
import type {
  PageError,
  PageModel,
  PageProvider,
  VerifyRequestModel,
} from "../config/pages/page_models.ts";
import type { PageWords } from "../config/pages/page_words.ts";
import { toErrorText } from "../config/pages/page_errors.ts";
import { credentialsForm } from "./forms/credentials_form.ts";
import type { FormPlace } from "./parts.ts";
import { type Html, markup } from "./html.ts";
import { disc, icons } from "./forms/icons.ts";
import {
  alert,
  hidden,
  invalid,
  linkButton,
  type PageFrame,
  type PageParts,
  rememberBox,
  say,
  separator,
  strong,
} from "./parts.ts";
import { providerButton } from "./forms/provider_button.ts";

/** The page after a mail was sent; the browser that requested it gets the form for the code. */
export function verifyRequestPage(
  page: VerifyRequestModel,
  { language: { tag, words }, site, home }: PageFrame,
): PageParts {
  const { asked, error, signInUrl } = page;
  const message = error === null ? null : toErrorText(words, error);
  // A user who verifies an address is signed in, and has only this one.
  const elsewhere = asked?.verifies
    ? markup`<a href="${home ?? "/"}">${say(words.backTo, { site })}</a>`
    : markup`<a href="${signInUrl}">${words.useAnotherAddress}</a>`;
  const common = { title: say(words.checkYourEmail), sign: disc(icons.mail) };
  if (asked === null) {
    return {
      ...common,
      hint: say(words.linkSent),
      body: markup`${alert(message)}<p class="more">${elsewhere}</p>
`,
    };
  }
  const { minutes, sender } = asked;
  const email = strong(asked.email);
  // A number stays with its unit.
  const duration = toDuration(minutes, tag).replaceAll(" ", "\u00a0");
  const { passwordWords } = words;
  const sent = asked.isForPassword
    ? passwordWords.emailSentTo
    : words.linkAndCodeSentTo;
  const from = sender === null
    ? null
    : markup` ${say(words.emailComesFrom, { sender: strong(sender) })}`;
  return {
    ...common,
    hint: markup`${say(sent, { email, duration })}${from}`,
    isError: message !== null,
    body: markup`${codeForm(asked, error, words)}${
      resend(asked.resend, words, elsewhere)
    }`,
  };
}

/** The form for the code, with the message about it. */
function codeForm(
  { action, csrfToken, state, verifies, isForPassword = false }: NonNullable<
    VerifyRequestModel["asked"]
  >,
  error: PageError | null,
  words: PageWords,
): Html {
  const message = error === null ? null : toErrorText(words, error);
  const errorId = error?.type === "Verification" ? "code-error" : null;
  return markup`<form method="post" action="${action}">
${hidden({ csrfToken, state })}${
    alert(message, errorId === null ? {} : { id: errorId })
  }<div class="field">
<label for="code">${words.eightDigitCode}</label>
<input class="code" id="code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" required autofocus${
    invalid(errorId)
  }>
</div>
<button class="main">${
    verifies
      ? words.confirmEmailAddress
      : isForPassword
      ? words.continue
      : words.signIn
  }</button>
</form>
`;
}

/**
 * The ways to get another mail. CSS alone keeps the button out of reach until
 * another mail is allowed.
 */
function resend(
  { action, csrfToken, callbackUrl, email, seconds, state = null, remember }:
    MailAgain,
  { sendAgain, sendAgainIn }: PageWords,
  elsewhere: Html,
): Html {
  const button = markup`<button class="link">${sendAgain}</button>`;
  const counter = { seconds: markup`<bdi></bdi>` };
  return markup`<form class="more" method="post" action="${action}">
${hidden({ csrfToken, callbackUrl, email, state })}${
    hidden({ remember: remember ? "on" : null })
  }${
    seconds > 0
      ? markup`<span class="wait"><span>${
        say(sendAgainIn, counter)
      }</span>${button}</span>`
      : button
  }
${elsewhere}
</form>
`;
}

/**
 * The page for a link opened in another browser. It asks for a click, because
 * mail scanners open links but do not press buttons.
 */
export function mailLinkPage(
  page: PageModel & { name: "mailLink" },
  { language: { words } }: PageFrame,
): PageParts {
  const { action, csrfToken, callbackUrl, email, token, home } = page;
  return {
    title: say(words.signInOnThisDevice),
    sign: disc(icons.device),
    hint: say(words.linkOpenedElsewhere),
    body: markup`<p class="box">${icons.mail}${strong(email)}</p>
<form method="post" action="${action}">
${hidden({ csrfToken, callbackUrl, email, token })}${
      rememberBox(page, words, { id: "mail" })
    }<button class="main">${words.signIn}</button>
${linkButton(home, say(words.cancel))}</form>
<p class="more">${words.linkFromSomeoneElse}</p>
`,
  };
}

/**
 * The page for an address-verification link opened elsewhere: it shows the code
 * for the page that requested it.
 */
export function mailCodePage(
  { email, code }: PageModel & { name: "mailCode" },
  { language: { words } }: PageFrame,
): PageParts {
  const grouped = `${code.slice(0, 4)} ${code.slice(4)}`;
  return {
    title: say(words.confirmEmailAddress),
    sign: disc(icons.mail),
    hint: say(words.enterCodeToConfirm, { email: strong(email) }),
    body: markup`<p class="box more code" dir="ltr"><b>${grouped}</b></p>
<p class="more">${words.keepCodeToYourself}</p>
`,
  };
}

type OtherWaysModel = PageModel & { name: "otherWays" };

/** The user's sign-in methods, and below them the button that gives them up. */
export function otherWaysPage(
  page: OtherWaysModel,
  frame: PageFrame,
): PageParts {
  const { words } = frame.language;
  const { action, csrfToken, callbackUrl, email, token, state } = page;
  const ways = page.providers.map((provider, index) =>
    toWay(page, provider, {
      frame,
      id: `form-${index + 1}`,
      isMain: index === 0,
    })
  );
  return {
    title: say(words.youHaveAnAccount),
    sign: disc(icons.mail),
    hint: say(words.signInAsBefore, { email: strong(email) }),
    body: markup`${ways}<p class="note">${words.neverSignedInThatWay}</p>
<form method="post" action="${action}">
${
      hidden({ csrfToken, callbackUrl, email, token, state, takeOver: "yes" })
    }<button>${words.removeOtherWays}</button>
</form>
`,
  };
}

/** A sign-in method that the user already has: a password form, or a button. */
function toWay(
  page: OtherWaysModel,
  provider: PageProvider,
  place: FormPlace,
): Html {
  if (provider.type === "credentials") {
    const blank = { error: null, failed: null, signInUrl: "" };
    const model = { ...page, ...blank, name: "signIn" } as const;
    const own = { ...provider, resetUrl: null };
    const form = { provider: own, mail: null, signUp: null };
    return markup`${provider.isOneOfSeveral ? separator(provider.name) : null}${
      credentialsForm(model, form, place)
    }`;
  }
  // This button leads to the sign-in page, which has the script that passkeys need.
  const { frame: { language: { words }, theme }, isMain } = place;
  const scheme = theme.colorScheme;
  const look = { words, isGrid: false, isMain, isLast: false, scheme };
  const { csrfToken, callbackUrl } = page;
  return markup`<form class="ways" method="post">
${hidden({ csrfToken, callbackUrl })}${providerButton(provider, look)}</form>
`;
}
