/**
 * Calls the application's adapter on behalf of the core: as methods of the
 * object, with a time limit, and with results checked for their types. A
 * synchronous result stays synchronous.
 *
 * @module
 */

import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterSessionUpdate,
  AdapterTokens,
  AdapterUser,
  NewUserRecords,
  SessionSelection,
  VerificationToken,
} from "../model/adapter.ts";
import { isPromise } from "../runtime/maybe_promise.ts";
import { AdapterError } from "../errors/errors.ts";
import type { Awaitable } from "../model/model.ts";
import { limitTime } from "../runtime/timeout.ts";

/** The name of an adapter's method; flags such as `hashedTokens` are left out. */
export type AdapterMethod = {
  [K in keyof Adapter]-?: NonNullable<Adapter[K]> extends
    (...args: never[]) => unknown ? K : never;
}[keyof Adapter];

/** A session and its user. */
export interface SessionAndUser {
  readonly session: AdapterSession;
  readonly user: AdapterUser;
}

/** Milliseconds that one call may take. */
const PATIENCE = 5000;

/** The adapter of a configuration. Every failure becomes an AdapterError. */
export class AdapterCalls {
  readonly #adapter: Adapter;

  /** @param adapter the application's object, which is called and never copied */
  constructor(adapter: Adapter) {
    this.#adapter = adapter;
  }

  /** Whether the adapter has these methods, as its own or inherited. */
  has(...methods: readonly AdapterMethod[]): boolean {
    return methods.every((one) => typeof this.#adapter[one] === "function");
  }

  /** Whether session tokens are stored as hashes. */
  get hashesTokens(): boolean {
    return this.#adapter.hashedTokens === true;
  }

  /** Whether sessions are stored with their details. */
  get keepsDetails(): boolean {
    return this.#adapter.sessionDetails === true;
  }

  createUser(user: AdapterUser): Awaitable<AdapterUser> {
    return this.#call("createUser", [user], toUser);
  }

  getUser(id: string): Awaitable<AdapterUser | null> {
    return this.#call("getUser", [id], orNull(toUser));
  }

  getUserByEmail(email: string): Awaitable<AdapterUser | null> {
    return this.#call("getUserByEmail", [email], orNull(toUser));
  }

  getUserByAccount(key: AccountKey): Awaitable<AdapterUser | null> {
    const { provider, providerAccountId } = key;
    const own = { provider, providerAccountId };
    return this.#call("getUserByAccount", [own], orNull(toUser));
  }

  updateUser(
    user: Partial<AdapterUser> & Pick<AdapterUser, "id">,
  ): Awaitable<unknown> {
    return this.#call("updateUser", [user], asIs);
  }

  createUserWithAccount(records: NewUserRecords): Awaitable<AdapterUser> {
    return this.#call("createUserWithAccount", [records], toUser);
  }

  linkAccount(account: AdapterAccount): Awaitable<unknown> {
    return this.#call("linkAccount", [account], asIs);
  }

  unlinkAccount(key: AccountKey): Awaitable<unknown> {
    const { provider, providerAccountId } = key;
    const own = { provider, providerAccountId };
    return this.#call("unlinkAccount", [own], asIs);
  }

  unlinkAccountUnlessLast(
    key: AccountKey & { userId: string },
  ): Awaitable<boolean> {
    return this.#call("unlinkAccountUnlessLast", [key], toBoolean);
  }

  updateAccount(account: AccountKey & AdapterTokens): Awaitable<unknown> {
    return this.#call("updateAccount", [account], asIs);
  }

  listAccountsByUserId(userId: string): Awaitable<AdapterAccount[]> {
    const read = toList(toOwned<AdapterAccount>);
    return this.#call("listAccountsByUserId", [userId], read);
  }

  createSession(session: AdapterSession): Awaitable<unknown> {
    return this.#call("createSession", [session], asIs);
  }

  getSessionAndUser(sessionToken: string): Awaitable<SessionAndUser | null> {
    return this.#call("getSessionAndUser", [sessionToken], toSessionAndUser);
  }

  updateSession(session: AdapterSessionUpdate): Awaitable<unknown> {
    return this.#call("updateSession", [session], asIs);
  }

  deleteSession(sessionToken: string): Awaitable<unknown> {
    return this.#call("deleteSession", [sessionToken], asIs);
  }

  listSessionsByUserId(userId: string): Awaitable<AdapterSession[]> {
    return this.#call("listSessionsByUserId", [userId], toList(toSession));
  }

  deleteSessionsByUserId(
    userId: string | null,
    which: SessionSelection,
  ): Awaitable<unknown> {
    return this.#call("deleteSessionsByUserId", [userId, which], asIs);
  }

  createVerificationToken(token: VerificationToken): Awaitable<unknown> {
    return this.#call("createVerificationToken", [token], asIs);
  }

  useVerificationToken(
    token: Pick<VerificationToken, "identifier" | "token">,
  ): Awaitable<VerificationToken | null> {
    return this.#call("useVerificationToken", [token], orNull(toToken));
  }

  listAuthenticatorsByUserId(
    userId: string,
  ): Awaitable<AdapterAuthenticator[]> {
    const read = toList(toOwned<AdapterAuthenticator>);
    return this.#call("listAuthenticatorsByUserId", [userId], read);
  }

  getAccount(
    providerAccountId: string,
    provider: string,
  ): Awaitable<AdapterAccount | null> {
    const read = orNull(toOwned<AdapterAccount>);
    return this.#call("getAccount", [providerAccountId, provider], read);
  }

  getAuthenticator(
    credentialID: string,
  ): Awaitable<AdapterAuthenticator | null> {
    const read = orNull(toOwned<AdapterAuthenticator>);
    return this.#call("getAuthenticator", [credentialID], read);
  }

  createAuthenticator(authenticator: AdapterAuthenticator): Awaitable<unknown> {
    return this.#call("createAuthenticator", [authenticator], asIs);
  }

  updateAuthenticatorCounter(
    credentialID: string,
    newCounter: number,
  ): Awaitable<unknown> {
    const args = [credentialID, newCounter];
    return this.#call("updateAuthenticatorCounter", args, asIs);
  }

  deleteAuthenticator(
    key: Pick<AdapterAuthenticator, "credentialID" | "userId">,
  ): Awaitable<unknown> {
    return this.#call("deleteAuthenticator", [key], asIs);
  }

  deleteExpired(now: Date, limit: number): Awaitable<unknown> {
    return this.#call("deleteExpired", [now, limit], asIs);
  }

  #call<T>(
    method: AdapterMethod,
    args: readonly unknown[],
    read: (answer: unknown) => T,
  ): Awaitable<T> {
    try {
      // The methods above type the arguments, and are the only callers.
      const adapter = this.#adapter as unknown as Record<string, Method>;
      const answer = adapter[method]?.(...args);
      return isPromise(answer)
        ? awaitAnswer(method, answer, read)
        : read(answer);
    } catch (error) {
      throw toAdapterError(method, error);
    }
  }
}

type Method = (...args: readonly unknown[]) => unknown;

async function awaitAnswer<T>(
  method: string,
  answer: PromiseLike<unknown>,
  read: (answer: unknown) => T,
): Promise<T> {
  let isLate = false;
  try {
    return read(
      await limitTime(
        Promise.resolve(answer),
        PATIENCE,
        `Its ${method}`,
        () => isLate = true,
      ),
    );
  } catch (error) {
    throw isLate
      ? new AdapterTimeout(method, error, answer)
      : toAdapterError(method, error);
  }
}

/** The error of a call that timed out. The call may still take effect. */
export class AdapterTimeout extends AdapterError {
  /** Settles when the call does. */
  readonly late: PromiseLike<unknown>;

  constructor(method: string, cause: unknown, late: PromiseLike<unknown>) {
    super(toMessage(method), { cause });
    this.late = late;
  }
}

function toAdapterError(method: string, cause: unknown): AdapterError {
  return new AdapterError(toMessage(method), { cause });
}

function toMessage(method: string): string {
  return `The adapter's ${method} failed.`;
}

function asIs(answer: unknown): unknown {
  return answer;
}

function toBoolean(answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  throw new TypeError("it returned neither true nor false");
}

function orNull<T>(
  read: (answer: unknown) => T,
): (answer: unknown) => T | null {
  return (answer) =>
    answer === null || answer === undefined ? null : read(answer);
}

function toList<T>(
  read: (answer: unknown) => T,
): (answer: unknown) => T[] {
  return (answer) => {
    if (Array.isArray(answer)) return answer.map(read);
    throw new TypeError("it did not return a list");
  };
}

function toRecord(answer: unknown): Readonly<Record<string, unknown>> {
  if (typeof answer === "object" && answer !== null) {
    return answer as Record<string, unknown>;
  }
  throw new TypeError("it did not return a record");
}

/** Converts an id to text without rounding: databases also use numbers. */
function toId(id: unknown): string {
  if (typeof id === "string" && id !== "") return id;
  if (typeof id === "bigint" || Number.isSafeInteger(id)) return String(id);
  throw new TypeError("it returned a record without a usable id");
}

/** Converts a date: SQL drivers return text or milliseconds. */
function toDate(value: unknown): Date {
  const date = value instanceof Date
    ? value
    : new Date(typeof value === "bigint" ? Number(value) : value as string);
  const isKnown = value !== null && typeof value !== "boolean";
  if (isKnown && !Number.isNaN(date.getTime())) return date;
  throw new TypeError("it returned an invalid date");
}

/** Converts a user. A record with the right types is returned as it is, of whatever class. */
function toUser(answer: unknown): AdapterUser {
  const record = toRecord(answer);
  const id = toId(record.id);
  const { emailVerified: when } = record;
  const emailVerified = when === null || when === undefined
    ? null
    : toDate(when);
  return id === record.id && emailVerified === when
    ? answer as AdapterUser
    : { ...answer as AdapterUser, id, emailVerified };
}

function toSession(answer: unknown): AdapterSession {
  const record = toRecord(answer);
  const expires = toDate(record.expires);
  const { createdAt, lastSeenAt } = record;
  const hasDates = expires === record.expires &&
    isDateOrNone(createdAt) && isDateOrNone(lastSeenAt);
  if (hasDates) return answer as AdapterSession;
  return {
    ...answer as AdapterSession,
    expires,
    ...(createdAt ? { createdAt: toDate(createdAt) } : {}),
    ...(lastSeenAt ? { lastSeenAt: toDate(lastSeenAt) } : {}),
  };
}

function isDateOrNone(value: unknown): boolean {
  return value === undefined || value instanceof Date;
}

/** Converts a session with its user. It counts as absent if either of the two is missing. */
function toSessionAndUser(answer: unknown): SessionAndUser | null {
  if (answer === null || answer === undefined) return null;
  const { session, user } = toRecord(answer);
  if (session === null || session === undefined) return null;
  if (user === null || user === undefined) return null;
  return { session: toSession(session), user: toUser(user) };
}

function toToken(answer: unknown): VerificationToken {
  const record = toRecord(answer);
  return {
    ...answer as VerificationToken,
    expires: toDate(record.expires),
  };
}

function toOwned<T extends { userId: string }>(answer: unknown): T {
  const userId = toId(toRecord(answer).userId);
  return { ...answer as T, userId };
}
