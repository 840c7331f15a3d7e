import type { MailAgain } from "../config/mail_facts.ts";
import { toDuration } from "../runtime/duration.ts";
import type { PageModel, VerifyRequestModel } from "../config/page_models.ts";
import { type PageWords, toErrorText } from "../config/page_words.ts";
import { credentialsForm } from "./credentials_form.ts";
import { type Html, markup } from "./html.ts";
import { disc, icons } from "./icons.ts";
import {
  alert,
  hidden,
  linkButton,
  type PageFrame,
  type PageParts,
  say,
  separator,
  strong,
} from "./parts.ts";
import { providerButton } from "./provider_button.ts";

/** The page after a mail was sent; the browser that requested it gets the form for the code. */
export function verifyRequestPage(
  page: VerifyRequestModel,
  { language: { tag, words }, site, home }: PageFrame,
): PageParts {
  const { asked, error, signInUrl } = page;
  const sign = disc(icons.mail);
  const title = say(words.checkYourEmail);
  const message = error === null ? null : toErrorText(words, error);
  // Who verifies an address is signed in, and has only this one.
  const elsewhere = asked?.verifies
    ? markup`<a href="${home ?? "/"}">${say(words.backTo, { site })}</a>`
    : markup`<a href="${signInUrl}">${words.useAnotherAddress}</a>`;
  if (asked === null) {
    return {
      title,
      sign,
      hint: say(words.linkSent),
      body: markup`${alert(message)}<p class="more">${elsewhere}</p>
`,
    };
  }
  const { action, csrfToken, email, state, minutes, sender } = asked;
  const duration = toDuration(minutes, tag);
  const from = sender === null
    ? null
    : markup` ${say(words.emailComesFrom, { sender: strong(sender) })}`;
  const errorId = error?.type === "Verification" ? "code-error" : null;
  return {
    title,
    sign,
    hint: markup`${
      say(words.linkAndCodeSentTo, { email: strong(email), duration })
    }${from}`,
    isError: message !== null,
    body: markup`<form method="post" action="${action}">
${hidden({ csrfToken, state })}${
      alert(message, errorId === null ? {} : { id: errorId })
    }<div class="field">
<label for="code">${words.eightDigitCode}</label>
<input class="code" id="code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" required autofocus${
      errorId === null
        ? null
        : markup` aria-invalid="true" aria-describedby="${errorId}"`
    }>
</div>
<button class="main">${
      asked.verifies ? words.confirmEmailAddress : words.signIn
    }</button>
</form>
${resend(asked.resend, words, elsewhere)}`,
  };
}

/** The ways to another mail. The button is out of reach, by CSS alone, until another one is allowed. */
function resend(
  { action, csrfToken, callbackUrl, email, seconds }: MailAgain,
  { sendAgain, sendAgainIn }: PageWords,
  elsewhere: Html,
): Html {
  const button = markup`<button class="link">${sendAgain}</button>`;
  const counter = { seconds: markup`<bdi></bdi>` };
  return markup`<form class="more" method="post" action="${action}">
${hidden({ csrfToken, callbackUrl, email })}${
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
${
      hidden({ csrfToken, callbackUrl, email, token })
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

/** The user's sign-in methods, and below them the button that gives them up. */
export function otherWaysPage(
  page: PageModel & { name: "otherWays" },
  frame: PageFrame,
): PageParts {
  const { words } = frame.language;
  const { action, csrfToken, callbackUrl, email, token, state } = page;
  const ways = page.providers.map((provider, index) => {
    if (provider.type === "credentials") {
      const error = null;
      const form = { provider, mail: null, signUp: null };
      const model = {
        ...page,
        error,
        failed: null,
        signInUrl: "",
        name: "signIn",
      } as const;
      const id = `form-${index + 1}`;
      const place = { frame, id, isMain: index === 0 };
      return markup`${
        provider.isOneOfSeveral ? separator(provider.name) : null
      }${credentialsForm(model, form, place)}`;
    }
    // This button leads to the sign-in page, which has the script that passkeys need.
    const isMain = index === 0;
    const scheme = frame.theme.colorScheme;
    const look = { words, isGrid: false, isMain, isLast: false, scheme };
    return markup`<form class="ways" method="post">
${hidden({ csrfToken, callbackUrl })}${providerButton(provider, look)}</form>
`;
  });
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
