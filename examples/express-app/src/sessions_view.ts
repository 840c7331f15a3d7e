import type { SessionInfo } from "@latchkey/auth/server";
import { type Html, html } from "./html.ts";
import { type Context, layout, time } from "./views.ts";

export function sessionsPage(
  context: Context,
  sessions: readonly SessionInfo[],
): Html {
  const others = sessions.filter(({ current }) => !current).length;
  return layout(
    context,
    "Your sessions",
    html`
      <section class="card">
        <h1>Your sessions</h1>
        <p>This is where you are signed in. End what you do not know.</p>
        <ul class="sessions">
          ${sessions.map(sessionItem)}
        </ul>
        ${others > 0 ? endForm("others", "End all others") : null}
      </section>
    `,
  );
}

function sessionItem(session: SessionInfo): Html {
  const { id, current, createdAt, lastSeenAt, userAgent } = session;
  return html`
    <li>
      <div>
        <strong>${deviceName(userAgent)}</strong>
        ${current ? html`<span class="badge">This one</span>` : null}
        <p>
          Signed in ${moment(createdAt)}, last seen ${moment(lastSeenAt)}
        </p>
      </div>
      ${current ? null : endForm(id, "End")}
    </li>
  `;
}

function endForm(id: string, label: string): Html {
  return html`
    <form method="post" action="/sessions/end">
      <input type="hidden" name="id" value="${id}">
      <button type="submit" class="quiet">${label}</button>
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
