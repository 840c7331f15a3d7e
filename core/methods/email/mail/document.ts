/**
 * A mail as an HTML document, in the design of the built-in pages. It uses
 * tables, and inline styles on each element, because mail clients drop or
 * ignore anything else.
 *
 * @module
 */

import type { Theme } from "../../../config/config.ts";
import { fill, type Html, markup } from "../../../pages/html.ts";
import { type MailColors, toColors } from "./colors.ts";
import type { Purpose } from "./purpose.ts";
import type { Words } from "./words.ts";
import type { Language } from "./languages.ts";

/** The contents and the look of a mail. */
export interface Letter {
  readonly language: Language;
  readonly subject: string;
  readonly words: Words & Purpose;
  /** The values of the placeholders. */
  readonly values: Readonly<Record<string, string>>;
  /** The code in groups; null: there is none. */
  readonly code: string | null;
  /** Null: there is nothing to open. */
  readonly url: string | null;
  readonly theme: Theme;
}

type Sentence = {
  [K in keyof Letter["words"]]-?: Letter["words"][K] extends string | undefined
    ? K
    : never;
}[keyof Letter["words"]];

/** Our own text, which is not escaped. */
const own = (html: string): Html => ({ html });

const FONT = own(
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
);
const TABLE = own(
  'role="presentation" border="0" cellpadding="0" cellspacing="0"',
);
/** Long names and addresses break rather than widen the mail. */
const WRAP = own("word-break:break-word;overflow-wrap:anywhere");
/**
 * Outlook on Windows ignores the maximum width of a block, so it gets a table.
 */
const OUTLOOK = {
  begin: own(
    `<!--[if mso]><table ${TABLE.html} width="416"><tr><td><![endif]-->`,
  ),
  end: own("<!--[if mso]></td></tr></table><![endif]-->"),
};
const PHONE = `@media (max-width:30rem){
.space{padding:24px 12px!important}
.card{padding:32px 20px!important}
}
.soft{text-wrap:balance}`;

/** Writes the document. */
export function toHtml(letter: Letter): string {
  const { language: { tag, direction }, subject, theme } = letter;
  const { colorScheme = "auto" } = theme;
  const colors = toColors(theme, colorScheme === "dark" ? "dark" : "light");
  const schemes = colorScheme === "auto" ? "light dark" : colorScheme;
  const css = `:root{color-scheme:${schemes};supported-color-schemes:${schemes}}
${PHONE}${colorScheme === "auto" ? toDarkCss(toColors(theme, "dark")) : ""}`;
  // The inner element repeats the attributes of the document, which some
  // clients drop.
  return markup`<!DOCTYPE html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${schemes}">
<meta name="supported-color-schemes" content="${schemes}">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${subject}</title>
<style>${own(css)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colors.page};${FONT}">
<div class="page" role="article" aria-label="${subject}" lang="${tag}" dir="${direction}" style="background:${colors.page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${
    say(letter, "preheader")
  }${letter.url === null ? null : markup` ${say(letter, "lasts")}`}</div>
<table ${TABLE} width="100%"><tr><td class="space" align="center" style="padding:40px 16px;${FONT}">
${OUTLOOK.begin}
<div style="max-width:416px;margin:0 auto">
${toHeader(letter, colors)}${toCard(letter, colors)}${
    toFooter(letter, colors)
  }</div>
${OUTLOOK.end}
</td></tr></table>
</div>
</body>
</html>
`.html;
}

/** A sentence of the mail. Names in it keep their own direction. */
function say({ words, values }: Letter, key: Sentence): Html {
  const { site = "", host = "", device = "" } = values;
  return fill(words[key] ?? "", {
    ...values,
    site: markup`<bdi>${site}</bdi>`,
    host: markup`<b style="font-weight:600"><bdi>${host}</bdi></b>`,
    device: markup`<bdi>${device}</bdi>`,
  });
}

/** The name, beside its first letter unless the theme has a logo: a mail loads none. */
function toHeader(
  { values: { site = "" }, theme }: Letter,
  colors: MailColors,
) {
  const [letter] = theme.logo === undefined
    ? /[\p{L}\p{N}]/u.exec(site) ?? []
    : [];
  const tile = letter === undefined
    ? null
    : markup`<td class="key" align="center" width="32" height="32" bgcolor="${colors.key}" style="width:32px;height:32px;border-radius:9px;background:${colors.key};color:${colors.on};font-size:17px;font-weight:700;line-height:32px" aria-hidden="true">${letter.toUpperCase()}</td>
<td width="12" style="width:12px">&nbsp;</td>`;
  return markup`<table ${TABLE} align="center" style="margin:0 auto 24px"><tr>
${tile}<td class="ink" style="color:${colors.ink};font-size:17px;font-weight:600;line-height:1.2;${WRAP}"><bdi>${site}</bdi></td>
</tr></table>
`;
}

function toCard(letter: Letter, colors: MailColors): Html {
  const { card, ink, line, soft } = colors;
  const { words, url } = letter;
  const lead = (key: Sentence) =>
    markup`<p class="soft" style="margin:0 0 24px;color:${soft};font-size:15px;line-height:1.6">${
      say(letter, key)
    }</p>
`;
  return markup`<table ${TABLE} width="100%"><tr><td class="card" align="center" bgcolor="${card}" style="padding:40px;background:${card};border:1px solid ${line};border-radius:16px;${WRAP}">
<h1 class="ink" style="margin:0 0 8px;color:${ink};font-size:24px;font-weight:600;line-height:1.2">${
    say(letter, "title")
  }</h1>
${words.intro === undefined ? null : lead("intro")}${
    url === null || words.lasts === "" ? null : lead("lasts")
  }${url === null ? null : toButton(letter, colors)}${
    letter.code === null ? null : toCode(letter, colors)
  }</td></tr></table>
`;
}

function toCorner({ theme: { radius = 10 } }: Letter): string {
  return typeof radius === "number" ? `${radius}px` : radius;
}

function toButton(letter: Letter, { key, on }: MailColors): Html {
  const corner = toCorner(letter);
  return markup`<table ${TABLE} width="100%"><tr><td class="key" align="center" bgcolor="${key}" style="border-radius:${corner};background:${key};mso-padding-alt:12px 14px">
<a class="on" href="${letter.url}" style="display:block;padding:12px 14px;border-radius:${corner};color:${on};font-size:15px;font-weight:600;line-height:20px;text-decoration:none">${
    say(letter, "button")
  }</a>
</td></tr></table>
`;
}

function toCode(letter: Letter, { ink, page, soft }: MailColors): Html {
  return markup`<p class="soft" style="margin:24px 0 8px;color:${soft};font-size:14px;line-height:1.6">${
    say(letter, "code")
  }</p>
<table ${TABLE} width="100%"><tr><td class="code" dir="ltr" align="center" bgcolor="${page}" style="padding:14px;border-radius:${
    toCorner(letter)
  };background:${page};color:${ink};font-size:28px;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:3px;line-height:36px;white-space:nowrap">${letter.code}</td></tr></table>
<p class="soft" style="margin:16px 0 0;color:${soft};font-size:14px;line-height:1.6">${
    say(letter, "warning")
  }</p>
`;
}

function toFooter(letter: Letter, { soft }: MailColors): Html {
  const { url, words: { asked } } = letter;
  const small = (key: Sentence) =>
    markup`<p class="soft" align="center" style="margin:0 0 12px;color:${soft};font-size:13px;line-height:1.5;text-align:center;${WRAP}">${
      say(letter, key)
    }</p>
`;
  const link = url === null
    ? null
    : markup`${
      small("link")
    }<p dir="ltr" style="margin:0;font-size:12px;line-height:1.5;text-align:center;word-break:break-all"><a class="soft" href="${url}" style="color:${soft}">${url}</a></p>
`;
  return markup`<div style="padding:24px 16px 0">
${asked === "" ? null : small("asked")}${small("ignore")}${link}</div>
`;
}

/**
 * Overrides the inline colours in clients that know the reader's colour scheme.
 */
function toDarkCss({ card, ink, key, line, on, page, soft }: MailColors) {
  return `
@media (prefers-color-scheme:dark){
.page,.code{background:${page}!important}
.card{background:${card}!important;border-color:${line}!important}
.ink,.code{color:${ink}!important}
.soft{color:${soft}!important}
.key{background:${key}!important;color:${on}!important}
.on{color:${on}!important}
}`;
}
