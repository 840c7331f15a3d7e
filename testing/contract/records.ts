/**
 * The records that the cases store. Every call makes new names, so that cases
 * never collide.
 */

import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from "../../core/model/adapter.ts";
import type { Having } from "./case.ts";

/** An hour in milliseconds. */
export const HOUR = 3_600_000;

/** Returns a time relative to now, with milliseconds that a store may lose. */
export function toMoment(offset: number): Date {
  return new Date(Math.floor((Date.now() + offset) / 1000) * 1000 + 123);
}

/** Returns an unused name. */
export function toName(start: string): string {
  return `${start}-${crypto.randomUUID()}`;
}

/** A user with a unique address. */
export function toUser(fields: Partial<AdapterUser> = {}): AdapterUser {
  return {
    id: crypto.randomUUID(),
    name: "Ada Lovelace",
    email: `${toName("ada")}@example.com`,
    emailVerified: null,
    image: "https://pictures.example/ada.png",
    ...fields,
  };
}

/** An account without its owner. */
export function toAccount(
  fields: Partial<AdapterAccount> = {},
): Omit<AdapterAccount, "userId"> {
  return {
    type: "oidc",
    provider: "example",
    providerAccountId: toName("subject"),
    access_token: "access-1",
    refresh_token: "refresh-1",
    id_token: "header.payload.signature",
    expires_at: 1_900_000_000,
    scope: "openid email",
    token_type: "bearer",
    session_state: "state-1",
    ...fields,
  };
}

/**
 * A session; with details only for an adapter that keeps them: others have no
 * column for them.
 */
export function toSession(
  adapter: Adapter,
  fields: Partial<AdapterSession> & Pick<AdapterSession, "userId">,
): AdapterSession {
  const details = adapter.sessionDetails
    ? {
      createdAt: toMoment(-HOUR),
      lastSeenAt: toMoment(-HOUR / 2),
      userAgent: "Browser/1.0",
      authentication: '{"provider":"example","at":1900000000}',
    }
    : {};
  return {
    sessionToken: toName("session"),
    expires: toMoment(HOUR),
    ...details,
    ...fields,
  };
}

/** A passkey. */
export function toAuthenticator(
  fields:
    & Partial<AdapterAuthenticator>
    & Pick<AdapterAuthenticator, "userId" | "providerAccountId">,
): AdapterAuthenticator {
  return {
    credentialID: toName("credential"),
    credentialPublicKey: "cHVibGljIGtleQ==",
    counter: 0,
    credentialBackedUp: true,
    credentialDeviceType: "multiDevice",
    transports: "internal,hybrid",
    ...fields,
  };
}

/** Stores a user. The id is a text, as the library generates it. */
export async function addUser(
  adapter: Having<"createUser">,
  fields: Partial<AdapterUser> = {},
): Promise<AdapterUser> {
  const user = await adapter.createUser(toUser(fields));
  return { ...user, id: String(user.id) };
}

/** Stores an account of a user. */
export async function addAccount(
  adapter: Having<"linkAccount">,
  userId: string,
  fields: Partial<AdapterAccount> = {},
): Promise<AdapterAccount> {
  const account = { ...toAccount(fields), userId };
  await adapter.linkAccount(account);
  return account;
}

/** Stores a session of a user. */
export async function addSession(
  adapter: Having<"createSession">,
  userId: string,
  fields: Partial<AdapterSession> = {},
): Promise<AdapterSession> {
  const session = toSession(adapter, { userId, ...fields });
  await adapter.createSession(session);
  return session;
}

/** Sorts ids and tokens: lists have no defined order. */
export function sortTexts(texts: readonly unknown[]): string[] {
  return texts.map(String).sort();
}
