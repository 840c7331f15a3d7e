import type { Events } from "../config/callbacks.ts";
import type { AuditEvent, AuditRecord } from "../model/audit_record.ts";

/** An event of the application's handlers that goes to the audit trail. */
export type AuditedEvent = Exclude<keyof Events, "session">;

/** The message of an event. */
export type Message<K extends keyof Events> = Parameters<
  NonNullable<Events[K]>
>[0];

/** What a message says; the request tells the rest. */
export type Told = Partial<
  Omit<AuditRecord, "version" | "id" | "time" | "event" | "request">
>;

const byApplication = { by: "application" } as const;

/** What each message says. It names what may be recorded; everything else is left out. */
export const messages: {
  readonly [K in AuditedEvent & AuditEvent]: (message: Message<K>) => Told;
} = {
  signIn: ({ user, account, isNewUser, actor }) => {
    const id = account?.userId ?? user.id ?? null;
    const details: Told["details"] = isNewUser === undefined
      ? {}
      : { isNewUser };
    return {
      user: id,
      actor: actor?.id ?? id,
      by: account?.provider === "application" ? "application" : "user",
      provider: account?.provider ?? null,
      method: account?.type ?? null,
      details,
    };
  },
  signOut: ({ token, session }) => ({
    user: token?.sub ?? session?.userId ?? null,
    session: toText(token?.sid) ?? session?.sessionToken ?? null,
  }),
  createUser: ({ user }) => ({ user: user.id }),
  updateUser: ({ user }) => ({ user: user.id, code: "verified" }),
  linkAccount: ({ user, account }) => ({
    user: user.id,
    provider: account.provider,
    method: account.type,
    details: { account: account.providerAccountId },
  }),
  unlinkAccount: ({ userId, provider, providerAccountId }) => ({
    user: userId,
    provider,
    details: { account: providerAccountId },
  }),
  signInFailed: ({ type, code, provider, attempt }) => ({
    result: "failed",
    provider,
    code: code ?? type,
    details: { error: type, attempt },
  }),
  linkRefused: ({ provider, reason, userId }) => ({
    result: "refused",
    user: userId ?? null,
    provider,
    code: reason === "in use" ? "in_use" : reason,
  }),
  rateLimited: ({ kind, retryAfter }) => ({
    result: "refused",
    code: kind,
    details: { retryAfter },
  }),
  sessionRevoked: (
    { what, sessionId, userId, before, provider, sub, sid },
  ) => ({
    ...what === "provider" ? { by: what } : {},
    user: userId ?? null,
    ...sessionId === undefined ? {} : { session: sessionId },
    provider: provider ?? null,
    code: what,
    details: {
      ...before === undefined ? {} : { before: before.toISOString() },
      ...sub === undefined ? {} : { account: sub },
      ...sid === undefined ? {} : { providerSession: sid },
    },
  }),
  sessionRotated: ({ userId }) => ({ ...byApplication, user: userId }),
  addressTakenOver: ({ user, provider, removed }) => ({
    user: user.id,
    provider,
    details: {
      accounts: removed.accounts.map((one) =>
        `${one.provider}:${one.providerAccountId}`
      ),
      passkeys: removed.passkeys,
      passwords: removed.passwords,
    },
  }),
  passwordChanged: ({ userId, how }) => ({ user: userId, code: how }),
  weakPassword: ({ userId, reason }) => ({ user: userId, code: reason }),
  emailChanged: ({ user, how }) => ({ user: user.id, code: how }),
  tokensRevoked: ({ userId, provider, account, reason, ok }) => ({
    result: ok ? "done" : "failed",
    user: userId,
    provider,
    code: reason,
    details: { account },
  }),
  factorAdded: ({ user, factor }) => ({ user: user.id, code: factor }),
  factorRemoved: ({ user, factor, by }) => ({
    user: user.id,
    by,
    code: factor,
  }),
  recoveryCodeUsed: ({ user, left }) => ({ user: user.id, details: { left } }),
  secondFactorLocked: ({ userId }) => ({ result: "refused", user: userId }),
  browserRemembered: ({ userId }) => ({ user: userId }),
  browsersForgotten: ({ userId, which }) => ({ user: userId, code: which }),
  passkeyAdded: ({ user, credentialID }) => ({
    user: user.id,
    details: { credentialID },
  }),
  passkeyRemoved: ({ user, credentialID }) => ({
    user: user.id,
    details: { credentialID },
  }),
  personalTokenCreated: ({ userId, id, scopes, expires }) => ({
    user: userId,
    details: {
      token: id,
      scopes,
      expires: expires === null ? null : expires.toISOString(),
    },
  }),
  personalTokenRevoked: ({ userId, id }) => ({
    user: userId,
    details: { token: id },
  }),
  userDeleted: ({ userId, by }) => ({ user: userId, by }),
  fieldsChanged: ({ userId, fields }) => ({
    ...byApplication,
    user: userId,
    details: { fields },
  }),
  invitationSent: ({ userId }) => ({ ...byApplication, user: userId }),
};

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
