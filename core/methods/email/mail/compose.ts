import type { Theme } from "../../../config/config.ts";
import type { MailContent } from "../../../providers/email_provider.ts";
import { type Html, markup } from "../../../pages/html.ts";
import { toDevice } from "./device.ts";
import { chooseLanguage, type Words } from "./words.ts";

/** The facts that a mail is composed from. */
export interface MailFacts {
  readonly url: string;
  /** The code, digits only. */
  readonly code: string;
  readonly purpose: "signIn" | "verify";
  /** The host name of the site. */
  readonly site: string;
  readonly minutes: number;
  /** When the mail was requested, in milliseconds since the epoch. */
  readonly asked: number;
  readonly userAgent: string | null;
  readonly acceptLanguage: string | null;
  readonly theme: Theme;
}

/**
 * Composes the mail with the link and the code. It loads no remote content, so
 * opening it is not tracked, and it names the device that requested it, so the
 * recipient can recognise a mail that was requested by another person.
 */
export function composeMail(facts: MailFacts): MailContent {
  const { tag, words } = chooseLanguage(facts.acceptLanguage);
  const own = fill(toPurpose(words, facts), {
    site: facts.site,
    minutes: String(facts.minutes),
    time: toTime(facts.asked, tag),
    device: toDevice(facts.userAgent),
  });
  return {
    subject: own.subject,
    text: toText(own, facts),
    html: toHtml(own, facts, tag),
  };
}

/** Changes the subject, title and button for a mail that verifies an address. */
function toPurpose(words: Words, { purpose }: MailFacts): Words {
  if (purpose === "signIn") return words;
  const { verifyTitle: title, verifyButton: button } = words;
  return { ...words, subject: title, title, button };
}

function fill(words: Words, values: Readonly<Record<string, string>>): Words {
  const put = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  return Object.fromEntries(
    Object.entries(words).map(([key, text]) => [key, put(text)]),
  ) as unknown as Words;
}

function toTime(milliseconds: number, tag: string): string {
  return new Intl.DateTimeFormat(tag, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(milliseconds) + " UTC";
}

/** Splits the code into two groups: it is read and typed with fewer mistakes. */
function toGroups(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

function toText(words: Words, { url, code }: MailFacts): string {
  return [
    words.title,
    url,
    `${words.code}\n${toGroups(code)}`,
    `${words.lasts} ${words.warning}`,
    words.asked,
    words.ignore,
  ].join("\n\n") + "\n";
}

/** Styles are inlined at each element, too: some mail clients drop the style sheet. */
const CSS = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#101216!important}
.card{background:#191c22!important;border-color:#333a45!important}
.ink{color:#eceff3!important}
.soft{color:#a0a9b6!important}
.code{background:#101216!important;color:#eceff3!important}
.link{color:#7aa2ff!important}
}`;
const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function toHtml(words: Words, facts: MailFacts, tag: string): string {
  const { theme } = facts;
  const key = theme.brandColor ?? "#1f5eff";
  const onKey = theme.buttonText ?? "#ffffff";
  const soft = (text: string | Html) =>
    markup`<p class="soft" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:#5b6470">${text}</p>
`;
  const { html } = markup`<!DOCTYPE html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${words.subject}</title>
<style>${{ html: CSS }}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7;${FONT}">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7"><tr><td align="center" style="padding:32px 16px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:440px;background:#ffffff;border:1px solid #d9dde3;border-radius:16px"><tr><td style="padding:32px;${FONT}">
<h1 class="ink" style="margin:0 0 24px;font-size:20px;line-height:1.3;color:#1a1d21">${words.title}</h1>
<a href="${facts.url}" style="display:block;padding:14px 16px;border-radius:10px;background:${key};color:${onKey};font-size:16px;font-weight:600;text-align:center;text-decoration:none">${words.button}</a>
<p class="soft" style="margin:24px 0 8px;font-size:14px;line-height:1.5;color:#5b6470">${words.code}</p>
<p class="code" style="margin:0 0 24px;padding:14px 16px;border-radius:10px;background:#f4f5f7;color:#1a1d21;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:28px;font-weight:600;letter-spacing:2px;text-align:center">${
    toGroups(facts.code)
  }</p>
${soft(words.lasts)}${soft(words.warning)}${soft(words.asked)}${
    soft(words.ignore)
  }${
    soft(words.link)
  }<p style="margin:0;font-size:12px;line-height:1.5;word-break:break-all"><a class="link" href="${facts.url}" style="color:${key}">${facts.url}</a></p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return html;
}
