/**
 * For tests only: users, accounts and sessions to store.
 *
 * @module
 */

import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
} from "../core/model/adapter.ts";

/** An hour in milliseconds. */
export const HOUR = 3_600_000;

/** A session that began now. */
export function toSession(userId: string): AdapterSession {
  const now = Date.now();
  return {
    sessionToken: crypto.randomUUID(),
    userId,
    expires: new Date(now + HOUR),
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    userAgent: null,
    authentication: null,
  };
}

/** A user who has just signed in. */
export interface Person {
  user: AdapterUser;
  account: AdapterAccount;
  session: AdapterSession;
}

/** Stores a user who has just signed in. */
export async function addPerson(
  adapter: Pick<Required<Adapter>, "createUserWithAccount">,
  name = "somebody",
): Promise<Person> {
  const id = crypto.randomUUID();
  const account = {
    provider: "example",
    providerAccountId: `${name}-${id}`,
    userId: id,
    type: "oidc",
  } as const;
  const session = toSession(id);
  const user = await adapter.createUserWithAccount({
    user: { id, name, email: `${id}@example.com`, emailVerified: null },
    account,
    session,
  });
  return { user, account, session };
}
