import type {
  EnrolFactorModel,
  FactorPasskey,
  RecoveryCodesModel,
  SecondFactorModel,
} from "../config/pages/factor_models.ts";
import { toErrorText } from "../config/pages/page_errors.ts";
import type { PageWords } from "../config/pages/page_words.ts";
import { attributes, type Html, markup } from "./html.ts";
import { disc, icons } from "./forms/icons.ts";
import { passkeyScript } from "./forms/webauthn_form.ts";
import {
  alert,
  hidden,
  invalid,
  linkButton,
  type PageFrame,
  type PageParts,
  say,
} from "./parts.ts";

/** The page that asks for a second factor: a code of an app, a recovery code, or a passkey. */
export function secondFactorPage(
  page: SecondFactorModel,
  { language: { words }, nonce }: PageFrame,
): PageParts {
  const { asks, error, passkey, otherUrl } = page;
  const { factorWords: own } = words;
  const isRecovery = asks === "recovery";
  const other = asks === "passkey"
    ? null
    : markup`<a href="${otherUrl}">${
      isRecovery ? own.useApp : own.useRecoveryCode
    }</a>
`;
  return {
    ...toHeading(page, words),
    sign: disc(icons.shield),
    isError: error !== null,
    head: passkey && passkeyScript(passkey.model, nonce),
    body: markup`${asks === "passkey" ? null : codeForm(page, words)}${
      passkey && passkeyBox(passkey, words, asks === "passkey")
    }<p class="more">${other}<a href="${page.signInUrl}">${words.signInAnotherWay}</a></p>
`,
  };
}

function toHeading(
  { asks }: SecondFactorModel,
  { factorWords: own }: PageWords,
): Pick<PageParts, "title" | "hint"> {
  switch (asks) {
    case "app":
      return { title: say(own.enterCode), hint: say(own.openYourApp) };
    case "recovery":
      return {
        title: say(own.enterRecoveryCode),
        hint: say(own.recoveryCodeHint),
      };
    case "passkey":
      return { title: say(own.usePasskey), hint: say(own.passkeyHint) };
  }
}

function codeForm(
  { action, csrfToken, state, callbackUrl, asks, canRemember, error }:
    SecondFactorModel,
  words: PageWords,
): Html {
  const message = error === null ? null : toErrorText(words, error);
  const errorId = message === null ? null : "code-error";
  const { factorWords: own } = words;
  const field = asks === "recovery"
    ? recoveryField(own.recoveryCode, errorId)
    : appField(own.sixDigitCode, errorId);
  const box = canRemember
    ? markup`<label class="check"><input type="checkbox" name="rememberBrowser" value="yes">${own.rememberBrowser}</label>
`
    : null;
  return markup`<form method="post" action="${action}">
${hidden({ csrfToken, state, callbackUrl })}${
    alert(message, errorId === null ? {} : { id: errorId })
  }${field}${box}<button class="main">${words.continue}</button>
</form>
`;
}

/** The field for a code of six digits. */
function appField(label: string, errorId: string | null): Html {
  return markup`<div class="field">
<label for="code">${label}</label>
<input class="code" id="code" name="code" dir="ltr" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" required autofocus${
    invalid(errorId)
  }>
</div>
`;
}

function recoveryField(label: string, errorId: string | null): Html {
  return markup`<div class="field">
<label for="recovery">${label}</label>
<input id="recovery" name="code" dir="ltr" placeholder="XXXX-XXXX-XXXX-XXXX" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" required autofocus${
    invalid(errorId)
  }>
</div>
`;
}

/** The button that uses a passkey instead. The script shows it, and sends the box that is ticked. */
function passkeyBox(
  { provider, target, remember }: FactorPasskey,
  words: PageWords,
  isMain: boolean,
): Html {
  const box = attributes({
    "data-passkey": provider,
    "data-passkey-target": target,
    "data-passkey-texts": JSON.stringify(words.passkeyProblems),
    hidden: true,
  });
  return markup`<div class="col"${box}><button type="button"${
    isMain ? markup` class="main"` : null
  } data-passkey-action="authenticate">${icons.passkey}${words.signInWithPasskey}</button>${
    remember
      ? markup`<input type="checkbox" name="remember" aria-label="${words.rememberMe}" checked hidden>`
      : null
  }<p class="note bad" role="alert" hidden></p></div>
${
    isMain
      ? markup`<noscript><p>${words.passkeysNeedJavaScript}</p></noscript>
`
      : null
  }`;
}

/** The page that sets an authenticator app up. */
export function enrolFactorPage(
  page: EnrolFactorModel,
  { language: { words } }: PageFrame,
): PageParts {
  const { action, csrfToken, state, callbackUrl, enrolment, error } = page;
  const { factorWords: own } = words;
  const message = error === null ? null : toErrorText(words, error);
  const errorId = message === null ? null : "code-error";
  const { qr: { size, path }, secret, uri } = page;
  return {
    title: say(own.setUp),
    hint: say(own.setUpHint),
    sign: disc(icons.shield),
    isError: error !== null,
    body:
      markup`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${own.qrCode}"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path stroke="#000" d="${path}"/></svg>
<div class="box col">${own.cannotScan}<code dir="ltr">${secret}</code><a href="${uri}">${own.openInApp}</a></div>
<form method="post" action="${action}">
${hidden({ csrfToken, state, callbackUrl, enrolment, action: "confirm" })}${
        alert(message, errorId === null ? {} : { id: errorId })
      }${
        appField(own.codeFromApp, errorId)
      }<button class="main">${own.turnOn}</button>
${linkButton(page.cancelUrl, say(words.cancel))}</form>
`,
  };
}

/** The page with new recovery codes. They can be selected, printed and downloaded without a script. */
export function recoveryCodesPage(
  { codes, continueUrl }: RecoveryCodesModel,
  { language: { words }, site }: PageFrame,
): PageParts {
  const { factorWords: own } = words;
  const text = `${site}\r\n\r\n${codes.join("\r\n")}\r\n`;
  const url = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return {
    title: say(own.saveCodes),
    hint: say(own.saveCodesHint),
    sign: disc(icons.lock),
    body: markup`<div class="box codes" dir="ltr"><code>${
      codes.map((code) => markup`${code}<br>`)
    }</code></div>
<div class="col"><a class="b" download="recovery-codes.txt" href="${url}">${own.download}</a>
${linkButton(continueUrl, say(own.savedThem), true)}</div>
`,
  };
}
