import type { FactorsModel } from "../config/pages/factor_models.ts";
import { toErrorText } from "../config/pages/page_errors.ts";
import type { PageLanguage } from "../config/pages/page_words.ts";
import { type Html, markup } from "./html.ts";
import { disc, icons } from "./forms/icons.ts";
import {
  alert,
  hidden,
  linkButton,
  type PageFrame,
  type PageParts,
  say,
} from "./parts.ts";

/** The user's page with their second factors. */
export function factorsPage(
  page: FactorsModel,
  { language, site }: PageFrame,
): PageParts {
  const { words } = language;
  const { factorWords: own } = words;
  const { apps, error, home } = page;
  const isOn = apps.length > 0;
  return {
    title: say(own.twoStep),
    hint: say(isOn ? own.isOn : own.isOff),
    sign: disc(icons.shield, isOn ? "ok" : ""),
    isError: error !== null,
    body: markup`${alert(error === null ? null : toErrorText(words, error))}${
      isOn ? listApps(page, language) : null
    }${
      page.addUrl === null
        ? null
        : linkButton(page.addUrl, say(isOn ? own.addApp : own.setUp), !isOn)
    }${isOn ? recoveryCodes(page, own.recoveryCodes, language) : null}${
      page.browsers.length > 0 ? listBrowsers(page, language) : null
    }<p class="more"><a href="${home}">${say(words.backTo, { site })}</a></p>
`,
  };
}

/** A form with one button, which changes something. */
function change(
  { action, csrfToken, callbackUrl }: FactorsModel,
  fields: Readonly<Record<string, string>>,
  button: Html,
): Html {
  return markup`<form method="post" action="${action}">
${hidden({ csrfToken, callbackUrl, ...fields })}${button}</form>
`;
}

function listApps(
  page: FactorsModel,
  { tag, words: { factorWords: own } }: PageLanguage,
): Html {
  const { apps, canRemoveLast } = page;
  const rows = apps.map(({ id, name, created }) =>
    row({
      title: name ?? own.authenticatorApp,
      detail: say(own.added, { date: toDay(created, tag) }),
      form: apps.length > 1 || canRemoveLast
        ? change(page, { action: "remove", id }, linkLike(own.remove))
        : null,
    })
  );
  return section(own.authenticatorApps, rows);
}

function recoveryCodes(
  page: FactorsModel,
  title: string,
  { words: { factorWords: own } }: PageLanguage,
): Html {
  const count = String(page.codesLeft);
  const rows = [row({
    title,
    detail: say(own.codesLeft, { count, all: "10" }),
    form: change(page, { action: "codes" }, linkLike(own.makeNewCodes)),
  })];
  return section(null, rows);
}

function listBrowsers(
  page: FactorsModel,
  { tag, words: { factorWords: own } }: PageLanguage,
): Html {
  const rows = page.browsers.map(({ id, userAgent, lastSeen, isThis }) =>
    row({
      title: isThis ? own.thisBrowser : userAgent ?? own.unknownBrowser,
      detail: say(own.lastUsed, { date: toDay(lastSeen, tag) }),
      form: change(page, { action: "forget", id }, linkLike(own.forget)),
    })
  );
  const all = change(page, { action: "forget" }, linkLike(own.forgetAll));
  return markup`${section(own.rememberedBrowsers, rows)}${
    rows.length > 1 ? all : null
  }`;
}

function linkLike(text: string): Html {
  return markup`<button class="link">${text}</button>
`;
}

function section(title: string | null, rows: readonly Html[]): Html {
  const heading = title === null ? null : markup`<h2>${title}</h2>
`;
  return markup`<section class="col">${heading}${rows}</section>
`;
}

/** One line of a list, with what can be done about it. */
function row(
  { title, detail, form }: {
    readonly title: string;
    readonly detail: Html;
    readonly form: Html | null;
  },
): Html {
  return markup`<div class="box row"><div><b><bdi>${title}</bdi></b><br>${detail}</div>${form}</div>
`;
}

function toDay(moment: number, tag: string): string {
  const form = new Intl.DateTimeFormat(tag, {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  return form.format(moment);
}
