import { createHash } from "node:crypto";
import type { ReceivedMail } from "../../core/methods/email/smtp_testkit.ts";

/** The data of the mailbox page. */
export interface MailboxView {
  /** Oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** The index of the opened mail. */
  readonly shown: number;
  /** Shows the text of the mail in place of its HTML. */
  readonly isText: boolean;
}

/** Opens a new mail at once, and leaves the page alone until there is one. */
const SCRIPT = `setInterval(async () => {
  const count = await fetch("/count").then((one) => one.text(), () => null);
  if (count !== null && count !== document.body.dataset.count) location = "/";
}, 1500);`;
const hash = createHash("sha256").update(SCRIPT).digest("base64");

/** A mail has styles of its own, and loads nothing. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/**
 * The mail inside the page is under this policy, too, and its sandbox runs no
 * script.
 */
export const mailboxPolicy =
  `${mailPolicy}; script-src 'sha256-${hash}'; connect-src 'self'`;

const CSS =
  `:root{color-scheme:light dark;--bg:#f6f6f8;--card:#fff;--ink:#17181c;--soft:#5c606b;--line:#e1e2e7}
@media (prefers-color-scheme:dark){:root{--bg:#0d0e11;--card:#17181c;--ink:#f1f2f5;--soft:#a2a6b1;--line:#30333c}}
*{box-sizing:border-box;margin:0}
body{max-width:44rem;margin:auto;padding:2rem 1rem;background:var(--bg);color:var(--ink);font:.9375rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:inherit}
h1,h2{font-size:1.25rem;font-weight:600;line-height:1.3}
h2{font-size:1rem}
h1+p{margin-top:.25rem}
p,dt,time{color:var(--soft)}
header,article,.list{margin-bottom:1.5rem}
article,.list,.empty{border:1px solid var(--line);border-radius:1rem;background:var(--card);overflow:hidden}
.head{padding:1.25rem;border-bottom:1px solid var(--line)}
.empty{padding:4rem 1.5rem;text-align:center}
dl{display:grid;grid-template-columns:auto 1fr;gap:0 .75rem;margin:.5rem 0 1rem;font-size:.875rem}
.views{display:inline-flex;padding:.1875rem;border-radius:.625rem;background:var(--bg)}
.views a{padding:.25rem .875rem;border-radius:.5rem;color:var(--soft);font-size:.875rem;font-weight:500;text-decoration:none}
.views [aria-current]{background:var(--card);color:var(--ink);box-shadow:0 1px 2px #0003}
iframe{display:block;background:var(--bg);width:100%;height:51rem;border:0}
pre{padding:1.25rem;white-space:pre-wrap;font:.875rem/1.6 ui-monospace,monospace}
.list{padding:0;list-style:none}
.list a{display:flex;justify-content:space-between;gap:1rem;padding:.75rem 1.25rem;text-decoration:none}
.list time{flex:none}
.list li+li{border-top:1px solid var(--line)}
.list a:hover,.list [aria-current]{background:var(--bg)}
:focus-visible{outline:2px solid var(--ink);outline-offset:-2px}
@media (max-width:30rem){body{padding:1.25rem .75rem}.head{padding:1rem}iframe{height:60rem}}`;

/** The page of the mailbox: the opened mail, then the list of all. */
export function mailboxPage({ mails, shown, isText }: MailboxView): string {
  const mail = mails[shown];
  const title = mail === undefined ? "No mail yet" : subjectOf(mail);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<noscript><meta http-equiv="refresh" content="5"></noscript>
<title>${escape(title)} – the demo’s mailbox</title>
<style>${CSS}</style>
</head>
<body data-count="${mails.length}">
<header>
<h1>The demo’s mailbox</h1>
<p>Mails of the demo arrive here and go nowhere else.</p>
</header>
<main>
${
    mail === undefined
      ? '<div class="empty"><h2>No mail yet</h2><p>Ask the example app for a sign-in link. It opens here by itself.</p></div>'
      : openedMail(mail, shown, isText)
  }
${mails.length > 1 ? listOf(mails, shown) : ""}</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function openedMail(mail: ReceivedMail, at: number, isText: boolean): string {
  const current = (is: boolean) => is ? ' aria-current="page"' : "";
  return `<article>
<div class="head">
<h2 dir="auto">${escape(subjectOf(mail))}</h2>
<dl><dt>From</dt><dd><bdi>${escape(mail.headers.from ?? "")}</bdi></dd>
<dt>To</dt><dd><bdi>${escape(mail.to.join(", "))}</bdi></dd></dl>
<nav class="views" aria-label="View"><a href="/?mail=${at}"${
    current(!isText)
  }>Mail</a><a href="/?mail=${at}&amp;view=text"${
    current(isText)
  }>Text</a></nav>
</div>
${
    isText
      ? `<pre dir="auto">${withLinks(escape(mail.text))}</pre>`
      : `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${
        escape(withNewTabs(mail.html))
      }"></iframe>`
  }
</article>`;
}

function listOf(mails: readonly ReceivedMail[], shown: number): string {
  const rows = mails.map((mail, at) =>
    `<li><a href="/?mail=${at}"${
      at === shown ? ' aria-current="page"' : ""
    }><span><b dir="auto">${escape(subjectOf(mail))}</b><br>${
      escape(mail.to.join(", "))
    }</span>${timeOf(mail)}</a></li>`
  );
  return `<nav aria-label="All mails"><ul class="list">
${rows.reverse().join("\n")}
</ul></nav>
`;
}

function subjectOf({ headers }: ReceivedMail): string {
  return headers.subject || "(no subject)";
}

function timeOf({ headers }: ReceivedMail): string {
  const sent = new Date(headers.date ?? "");
  return Number.isNaN(sent.getTime())
    ? ""
    : `<time>${sent.toTimeString().slice(0, 5)}</time>`;
}

/** A mail client opens links in another tab. */
function withNewTabs(html: string): string {
  const base = '<base target="_blank">';
  return /<head\b/i.test(html)
    ? html.replace(/<head\b[^>]*>/i, (head) => head + base)
    : base + html;
}

/** Makes links of the addresses in a text that is escaped. */
function withLinks(text: string): string {
  return text.replace(
    /https?:\/\/\S+/g,
    (url) => `<a href="${url}" target="_blank">${url}</a>`,
  );
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
