/**
 * What the command line shows and does about one user.
 *
 * @module
 */

import type { PasskeyInfo } from "../../../../accounts/passkeys.ts";
import type { FactorApp } from "../../../../methods/second_factor/manage.ts";
import type { AdapterAccount, AdapterUser } from "../../../../model/adapter.ts";
import type { AuditRecord } from "../../../../model/audit_record.ts";
import type { SessionInfo } from "../../../../session/rows/list.ts";

/** A user, as the command line shows one. */
export type DeskUser = Pick<
  AdapterUser,
  "id" | "name" | "email" | "emailVerified"
>;

/** An account of a user, without its tokens. */
export type DeskAccount = Pick<
  AdapterAccount,
  "provider" | "type" | "providerAccountId"
>;

/** The second factors of a user, without their secrets. */
export interface DeskFactors {
  /** Authenticator apps, the oldest first. */
  readonly totp: readonly FactorApp[];
  /** The number of recovery codes that are left. */
  readonly recoveryCodesLeft: number;
  /** The number of browsers that are not asked for a factor for a while. */
  readonly browsers: number;
}

/** A session of a user. */
export type DeskSession = Omit<SessionInfo, "current">;

/** What the command line reads of a user. */
export interface DeskReads {
  /** Finds a user by exactly this id. */
  findById(id: string): Promise<DeskUser | null>;
  /** Finds a user by an e-mail address, in any case of its letters. */
  findByEmail(email: string): Promise<DeskUser | null>;
  /** Lists accounts; null if the adapter cannot. */
  listAccounts(id: string): Promise<readonly DeskAccount[] | null>;
  /** Lists ids of the providers where the user has a password. */
  listPasswords(id: string): Promise<readonly string[]>;
  /** Lists passkeys; null if the adapter cannot. */
  listPasskeys(id: string): Promise<readonly PasskeyInfo[] | null>;
  /**
   * Lists second factors; null if the application keeps none. `sealed`: they were
   * sealed with a secret that is not configured.
   */
  listFactors(id: string): Promise<DeskFactors | "sealed" | null>;
  /** Lists live sessions, most recently used first; null if they are in cookies, or the adapter cannot list them. */
  listSessions(id: string): Promise<readonly DeskSession[] | null>;
}

/** What the command line does about a user. */
export interface DeskActs {
  /**
   * Ends all sessions of a user, or one of the list.
   *
   * @throws ConfigurationError without a `store` that processes share, as the
   * removals do
   */
  endSessions(id: string, session?: string): Promise<void>;
  /** Removes all second factors of a user, as `resetFactors` does. */
  removeFactors(id: string): Promise<void>;
  /** Removes one authenticator app, and ends the user's sessions. */
  removeTotp(id: string, app: string): Promise<void>;
  /**
   * Removes a passkey, and ends the user's sessions.
   *
   * @throws LastAccount if the user could not sign in without it
   */
  removePasskey(id: string, credentialID: string): Promise<void>;
  /**
   * Writes what waits for the sink of the audit trail, and waits for mails that
   * are on their way (at most 15 seconds), before the process ends.
   *
   * @returns the records that it does not take
   */
  settle(): Promise<readonly AuditRecord[]>;
}

/**
 * What the command line shows and does about one user. Each function throws
 * AdapterError or StoreError if it could not be done.
 */
export interface UserDesk extends DeskReads, DeskActs {
  /** How sessions are kept. */
  readonly strategy: "jwt" | "database";
  /** Whether there is an audit trail. */
  readonly isAudited: boolean;
}
