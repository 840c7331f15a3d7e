import type {
  NotSentModel,
  NotSentReason,
  ResumeModel,
} from "../config/pages/form_models.ts";
import type { PageWords } from "../config/pages/page_words.ts";
import { type Html, markup } from "./html.ts";
import { disc, icons } from "./forms/icons.ts";
import {
  linkButton,
  type PageFrame,
  type PageParts,
  say,
  strong,
} from "./parts.ts";

/** The page that asks before it sends a form that was kept. */
export function resumePage(
  { action, type, fields, to, cancelUrl }: ResumeModel,
  { language: { words } }: PageFrame,
): PageParts {
  return {
    title: say(words.continueForm),
    hint: say(words.formGoesTo, { page: strong(to) }),
    body: markup`${
      overview(fields)
    }<form method="post" action="${action}" enctype="${type}">
${fields.map(input)}<button class="main">${words.continue}</button>
${linkButton(cancelUrl, say(words.cancel))}</form>
`,
  };
}

type Field = ResumeModel["fields"][number];

/** A field as its own page sent it. */
function input([name, value]: Field): Html {
  return value === null
    ? markup`<input type="file" name="${name}" hidden>
`
    : markup`<input type="hidden" name="${name}" value="${value}">
`;
}

/** The limit on fields that are shown. */
const MAX_SHOWN = 20;

/** Shows what will be sent, but no secret. */
function overview(fields: readonly Field[]): Html | null {
  const shown = fields.filter(([, value]) => value).slice(0, MAX_SHOWN);
  if (shown.length === 0) return null;
  return markup`<div class="box"><dl>
${
    shown.map(([name, value]) =>
      markup`<dt><bdi>${name}</bdi></dt><dd>${
        strong(isShowable(name, value ?? "") ? value ?? "" : "•••")
      }</dd>
`
    )
  }</dl></div>
`;
}

/** Names of fields that may hold a secret. */
const SECRET_NAME =
  /pass|pwd|secret|token|csrf|xsrf|nonce|otp|cvc|cvv|card|ssn|auth|signature|(?:^|[^a-z])(?:pin|key|code|hash|id)(?:$|[^a-z])/i;
/** Values that look generated: long, and without a blank. */
const GENERATED = /^(?=.*\d)(?=.*[a-z])[\w+/=.~:-]{16,}$/i;
/** Values with the digits of a card. */
const CARD = /^\d(?:[ -]?\d){11,}$/;
/** The limit on the characters of a value that is shown. */
const MAX_VALUE = 80;

/** Whether a value may be shown to people who see the screen. */
function isShowable(name: string, value: string): boolean {
  return value.length <= MAX_VALUE && !SECRET_NAME.test(name) &&
    !GENERATED.test(value) && !CARD.test(value);
}

/** The page that says why a form was not sent, and what to do now. */
export function notSentPage(
  { reason, signInUrl, home }: NotSentModel,
  { language: { words }, site }: PageFrame,
): PageParts {
  const back = linkButton(
    home,
    say(words.backTo, { site }),
    signInUrl === null,
  );
  return {
    title: say(
      reason === "sent" ? words.formAlreadySent : words.formNotSent,
    ),
    sign: reason === "sent"
      ? disc(icons.check, "ok")
      : disc(reason === "gone" ? icons.clock : icons.retry),
    hint: say(toHint(reason, words)),
    isError: reason !== "sent",
    body: markup`<div class="col">${
      wayOn(reason, signInUrl, words)
    }${back}</div>
`,
  };
}

function toHint(reason: NotSentReason, words: PageWords): string {
  switch (reason) {
    case "not kept":
      return words.formNotKept;
    case "other user":
      return words.formOfAnotherUser;
    case "sent":
      return words.formSentOnce;
    case "gone":
      return words.formNoLongerKept;
  }
}

/** The link that signs in. What was typed is still in this tab. */
function wayOn(
  reason: NotSentReason,
  signInUrl: string | null,
  words: PageWords,
): Html | null {
  if (signInUrl === null) return null;
  return reason === "not kept"
    ? markup`<a class="b main" href="${signInUrl}" target="_blank">${words.signInAgain}</a>
`
    : linkButton(signInUrl, say(words.useAnotherAccount), true);
}
