/**
 * Shows users, and changes nothing.
 *
 * @module
 */

import type { DeskFactors, DeskSession, UserDesk } from "@latchkey/auth/doctor";
import { count, toLine, toName, toTime } from "./text.ts";
import { print, type Visit } from "./visit.ts";

/** Shows a user, and how they sign in. */
export async function showUser(visit: Visit): Promise<number> {
  const { desk, user } = visit;
  const accounts = await desk.listAccounts(user.id);
  const passwords = await desk.listPasswords(user.id);
  const passkeys = await desk.listPasskeys(user.id);
  const factors = await desk.listFactors(user.id);
  const list = await desk.listSessions(user.id);
  const live = list?.length ?? null;
  const sessions = { strategy: desk.strategy, live };
  const hasPassword = passwords.length > 0;
  const { email, emailVerified: proved } = user;
  const address = email === null || email === undefined
    ? "none"
    : `${email}, ${proved ? `proved ${toTime(proved)}` : "never proved"}`;
  const rows: [string, string][] = [
    ["user", user.id],
    ["name", user.name ?? "none"],
    ["address", address],
    ...(accounts ?? []).map(({ provider, type, providerAccountId }): [
      string,
      string,
    ] => ["account", `${provider} (${type}): ${providerAccountId}`]),
    ...accounts === null
      ? [["account", "the adapter cannot list accounts"] as [string, string]]
      : [],
    ["password", hasPassword ? "yes" : "no"],
    ["passkeys", String(passkeys?.length ?? "the adapter cannot list them")],
    ["factors", describeFactors(factors)],
    ["sessions", live === null ? describeUnlisted(desk) : `${live} live`],
  ];
  print(
    visit,
    { user, accounts, hasPassword, passkeys, factors, sessions },
    renderRows(rows),
  );
  return 0;
}

function renderRows(rows: readonly [string, string][]): string {
  return rows.map(([name, value]) => `${name.padEnd(10)}${toLine(value)}\n`)
    .join("");
}

function describeFactors(factors: DeskFactors | "sealed" | null): string {
  if (factors === null) return "the application keeps none";
  if (factors === "sealed") {
    return "sealed with a secret that is not configured";
  }
  const { totp, recoveryCodesLeft, browsers } = factors;
  return [
    count(totp.length, "authenticator app"),
    `${count(recoveryCodesLeft, "recovery code")} left`,
    count(browsers, "remembered browser"),
  ].join(", ");
}

/** Says why sessions cannot be listed. */
export function describeUnlisted({ strategy }: UserDesk): string {
  return strategy === "jwt"
    ? "in cookies, so they can neither be listed nor ended one by one; end-sessions ends all"
    : "the adapter cannot list them without showing tokens; end-sessions ends all";
}

/** Shows the live sessions of a user. */
export async function showSessions(visit: Visit): Promise<number> {
  const { desk, user } = visit;
  const sessions = await desk.listSessions(user.id);
  const { strategy } = desk;
  print(
    visit,
    { user, strategy, sessions },
    sessions === null
      ? `Sessions of ${toName(user)}: ${describeUnlisted(desk)}.\n`
      : `${count(sessions.length, "live session")} of ${toName(user)}\n${
        sessions.map(renderSession).join("")
      }`,
  );
  return 0;
}

function renderSession(session: DeskSession): string {
  const { id, createdAt, lastSeenAt, expires, userAgent } = session;
  const times = [
    createdAt && `began ${toTime(createdAt)}`,
    lastSeenAt && `last used ${toTime(lastSeenAt)}`,
    `ends ${toTime(expires)}`,
  ].filter((one) => one !== null);
  return `  ${id}\n    ${times.join(", ")}\n    ${
    toLine(userAgent ?? "an unknown device")
  }\n`;
}

/** Shows the second factors and passkeys of a user. */
export async function showFactors(visit: Visit): Promise<number> {
  const { desk, user } = visit;
  const factors = await desk.listFactors(user.id);
  const passkeys = await desk.listPasskeys(user.id);
  const apps = factors === null || factors === "sealed" ? [] : factors.totp;
  const lines = [
    ...passkeys === null ? ["The adapter cannot list passkeys."] : [],
    `Second factors of ${toName(user)}: ${describeFactors(factors)}`,
    ...apps.map(({ id, name, createdAt }) =>
      renderFactor("app", id, { name, createdAt })
    ),
    ...(passkeys ?? []).map(({ credentialID, name, createdAt }) =>
      renderFactor("passkey", credentialID, { name, createdAt })
    ),
  ];
  print(visit, { user, factors, passkeys }, `${lines.join("\n")}\n`);
  return 0;
}

function renderFactor(
  kind: string,
  id: string,
  { name, createdAt }: {
    readonly name: string | null;
    readonly createdAt: Date | null;
  },
): string {
  const since = createdAt === null ? "" : `, since ${toTime(createdAt)}`;
  return `  ${kind.padEnd(9)}${id}  ${
    toLine(name ?? "without a name")
  }${since}`;
}
