import type { SessionInfo } from "@latchkey/auth/server";
import { type Html, html } from "./html.ts";
import { accountLayout, type Context, icon, time } from "./layout.ts";

export function sessionsPage(
  context: Context,
  sessions: readonly SessionInfo[],
): Html {
  const isOnly = sessions.every(({ current }) => current);
  return accountLayout(
    context,
    "Sessions",
    html`
      <section class="card">
        <hgroup>
          <h1>Where you’re signed in</h1>
          <p>If you don’t recognize a session, end it.</p>
        </hgroup>
        <ul class="rows">
          ${sessions.map(sessionItem)}
        </ul>
        ${isOnly
          ? html`
            <p class="hint">
              You’re signed in here only. Sign in with another browser, and you
              can end that session from this page.
            </p>
          `
          : endForm("others", "End all other sessions")}
      </section>
    `,
  );
}

function sessionItem(session: SessionInfo): Html {
  const { id, current, createdAt, lastSeenAt, userAgent } = session;
  const device = deviceName(userAgent);
  return html`
    <li class="row">
      <span class="disc">${icon("device")}</span>
      <div>
        <b>${device}</b>
        ${current ? html`<span class="badge">This browser</span>` : null}
        <p>
          Signed in ${moment(createdAt)}, last seen ${moment(lastSeenAt)}
        </p>
      </div>
      ${current ? null : endForm(id, "End session", `: ${device}`)}
    </li>
  `;
}

function endForm(id: string, label: string, which = ""): Html {
  return html`
    <form class="ways" method="post" action="/sessions/end">
      <input type="hidden" name="id" value="${id}">
      <button>${label}<span class="aloud">${which}</span></button>
    </form>
  `;
}

function moment(date: Date | null): Html | string {
  return date === null ? "at an unknown time" : time(date.toISOString());
}

const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["iPhone", "an iPhone"],
  ["iPad", "an iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "a Mac"],
  ["Linux", "Linux"],
] as const;

/** Returns a short device name, good enough to recognise it. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return "An unknown device";
  const find = (names: typeof browsers | typeof systems) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = find(browsers) ?? "A program";
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
