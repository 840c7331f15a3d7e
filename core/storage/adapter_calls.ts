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
  AdapterUser,
} from "../model/adapter.ts";
import { isPromise } from "../runtime/maybe_promise.ts";
import { AdapterError } from "../errors/errors.ts";
import type { Awaitable } from "../model/model.ts";
import type { UserFields } from "../model/user_fields.ts";
import { toFill } from "./user_answers.ts";
import { inSpan } from "../runtime/spans.ts";
import { limitTime } from "../runtime/timeout.ts";
import {
  asIs,
  orNull,
  toAuthenticator,
  toBoolean,
  toList,
  toOwned,
  toSession,
  toSessionAndUser,
  toTextOrNull,
  toToken,
  toUser,
} from "./adapter_answers.ts";

/** Milliseconds that one call of an adapter may take. */
const PATIENCE = 5000;
/** Milliseconds in which the sessions of all users end: a database may have to remove millions of rows. */
const PATIENCE_FOR_ALL = 600_000;

/** The name of an adapter's method; flags such as `hashedTokens` are left out. */
export type AdapterMethod = {
  [K in keyof Adapter]-?: NonNullable<Adapter[K]> extends
    (...args: never[]) => unknown ? K : never;
}[keyof Adapter];

/** How the answer of each method is read; those of the class are not here. */
const readers = {
  createUser: toUser,
  getUser: orNull(toUser),
  getUserByEmail: orNull(toUser),
  updateUser: asIs,
  deleteUser: asIs,
  createUserWithAccount: toUser,
  linkAccount: asIs,
  unlinkAccountUnlessLast: toBoolean,
  updateAccount: asIs,
  listAccountsByUserId: toList(toOwned<AdapterAccount>),
  listAccounts: toList(toOwned<AdapterAccount>),
  createSession: asIs,
  getSessionAndUser: toSessionAndUser,
  updateSession: asIs,
  deleteSession: asIs,
  listSessionsByUserId: toList(toSession),
  listSessionPage: toList(toSession),
  deleteSessionsByUserId: asIs,
  createVerificationToken: asIs,
  useVerificationToken: orNull(toToken),
  listAuthenticatorsByUserId: toList(toAuthenticator),
  getAccount: orNull(toOwned<AdapterAccount>),
  getAuthenticator: orNull(toAuthenticator),
  createAuthenticator: asIs,
  updateAuthenticatorCounter: asIs,
  updateAuthenticator: toBoolean,
  deleteAuthenticator: asIs,
  getSecret: toTextOrNull,
  replaceSecret: toBoolean,
  deleteExpired: asIs,
};

/** The methods of the table, which take the arguments of the application's own. */
type Calls = {
  readonly [M in keyof typeof readers]: (
    ...args: Parameters<NonNullable<Adapter[M]>>
  ) => Awaitable<ReturnType<typeof readers[M]>>;
};

/** The adapter of a configuration. Every failure becomes an AdapterError. */
class Caller {
  readonly #adapter: Adapter;
  readonly #fields: UserFields;

  static {
    for (const [method, read] of Object.entries(readers)) {
      Object.defineProperty(this.prototype, method, {
        value(this: Caller, ...args: readonly unknown[]) {
          return this.#call(method, ...this.#withFields(method, args, read));
        },
      });
    }
  }

  /**
   * @param adapter the application's object, which is called and never copied
   * @param fields the fields of users that are the application's own
   */
  constructor(adapter: Adapter, fields: UserFields = {}) {
    this.#adapter = adapter;
    this.#fields = fields;
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

  /** Finds the user of an account by its key, whatever else is known of it. */
  getUserByAccount(key: AccountKey): Awaitable<AdapterUser | null> {
    const { provider, providerAccountId } = key;
    const own = { provider, providerAccountId };
    const method = "getUserByAccount";
    return this.#call(
      method,
      ...this.#withFields(method, [own], orNull(toUser)),
    );
  }

  /** Removes an account by its key. */
  unlinkAccount(key: AccountKey): Awaitable<unknown> {
    const { provider, providerAccountId } = key;
    const own = { provider, providerAccountId };
    return this.#call("unlinkAccount", [own], asIs);
  }

  /** Tells the adapter which fields users have, and gives each that it reads a value. */
  #withFields<T>(
    method: string,
    args: readonly unknown[],
    read: (answer: unknown) => T,
  ): [args: readonly unknown[], read: (answer: unknown) => T] {
    const fill = toFill(method);
    const fields = this.#fields;
    // Adapters of others get the arguments that they know.
    if (fill === undefined || Object.keys(fields).length === 0) {
      return [args, read];
    }
    return [[...args, fields], (answer) => fill(fields, read(answer))];
  }

  #call<T>(
    method: string,
    args: readonly unknown[],
    read: (answer: unknown) => T,
  ): Awaitable<T> {
    return inSpan(
      () => ({ name: `adapter ${method}` }),
      () => this.#send(method, args, read),
    );
  }

  #send<T>(
    method: string,
    args: readonly unknown[],
    read: (answer: unknown) => T,
  ): Awaitable<T> {
    try {
      // The types of the methods have checked the arguments.
      const adapter = this.#adapter as unknown as Record<string, Method>;
      const answer = adapter[method]?.(...args);
      return isPromise(answer)
        ? awaitAnswer(method, answer, { read, limit: toPatience(method, args) })
        : read(answer);
    } catch (error) {
      throw toAdapterError(method, error);
    }
  }
}

/** Calls the methods of an adapter under their own names. */
export type AdapterCalls = Caller & Calls;
/** The class of {@link AdapterCalls}: the table above adds methods to it. */
export const AdapterCalls = Caller as new (
  adapter: Adapter,
  fields?: UserFields,
) => AdapterCalls;

type Method = (...args: readonly unknown[]) => unknown;

async function awaitAnswer<T>(
  method: string,
  answer: PromiseLike<unknown>,
  { read, limit }: { read: (answer: unknown) => T; limit: number },
): Promise<T> {
  let isLate = false;
  try {
    return read(
      await limitTime(
        Promise.resolve(answer),
        limit,
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

/** The milliseconds that a call may take. */
function toPatience(
  method: string,
  [first]: readonly unknown[],
): number {
  const forAll: AdapterMethod = "deleteSessionsByUserId";
  return method === forAll && first === null ? PATIENCE_FOR_ALL : PATIENCE;
}
