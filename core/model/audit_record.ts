import type { Awaitable } from "./model.ts";

/** The events of the audit trail: those of `events`, except reads of sessions, and gaps of the trail itself. */
export type AuditEvent =
  | "addressTakenOver"
  | "browserRemembered"
  | "browsersForgotten"
  | "createUser"
  | "emailChanged"
  | "factorAdded"
  | "factorRemoved"
  | "fieldsChanged"
  | "invitationSent"
  | "linkAccount"
  | "linkRefused"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "passwordChanged"
  | "personalTokenCreated"
  | "personalTokenRevoked"
  | "rateLimited"
  | "recordsLost"
  | "recoveryCodeUsed"
  | "secondFactorLocked"
  | "sessionRevoked"
  | "sessionRotated"
  | "signIn"
  | "signInFailed"
  | "signOut"
  | "tokensRevoked"
  | "unlinkAccount"
  | "updateUser"
  | "userDeleted"
  | "weakPassword";

/** A value in the details of a record. */
export type AuditDetail = string | number | boolean | null | readonly string[];

/**
 * One record of the audit trail: plain data that JSON represents. It contains no
 * secret, no name and no e-mail address. A later version of the library may add
 * members and events; any other change is a new `version`.
 */
export interface AuditRecord {
  /** The version of this shape. */
  readonly version: 1;
  /** A UUID. A record that is written twice has the same id. */
  readonly id: string;
  /** When it happened: ISO 8601, UTC. */
  readonly time: string;
  /** What happened. */
  readonly event: AuditEvent;
  /** Whether it was done, or failed (a wrong password), or was refused (a limit, a rule). */
  readonly result: "done" | "failed" | "refused";
  /** Id of the user whom it is about; null: none is known. */
  readonly user: string | null;
  /** Id of the user who acted; in a session of impersonation, of the one who acts as the user. Null: nobody was signed in. */
  readonly actor: string | null;
  /** Who acted: a signed-in user, a visitor, a provider's server, or the application's own code. */
  readonly by: "user" | "visitor" | "provider" | "application";
  /** The public id of the session that began or ended, or in which the user acted. */
  readonly session: string | null;
  /** The client's address, if it is known. */
  readonly address: string | null;
  /** What the client's User-Agent header says, at most 512 characters. */
  readonly userAgent: string | null;
  /** Id of the provider. */
  readonly provider: string | null;
  /** The method of signing in: the provider's type. */
  readonly method:
    | "oauth"
    | "oidc"
    | "email"
    | "credentials"
    | "webauthn"
    | null;
  /** The reason or the kind, from a fixed set for each event. */
  readonly code: string | null;
  /** Id of the request: all records of one request have the same. */
  readonly request: string | null;
  /** The reference of a failure, which its page and its log line show as well. */
  readonly reference: string | null;
  /** What else is known, by the event. */
  readonly details: Readonly<Record<string, AuditDetail>>;
}

/** Selects records of the audit trail. */
export interface AuditQuery {
  /** Only those about this user. Default: all. */
  userId?: string | undefined;
  /** Only those older than this record. Default: from the newest. */
  after?: Pick<AuditRecord, "time" | "id"> | undefined;
  /** The number of records at most. */
  limit: number;
}

/** Selects records of the audit trail to remove: those that meet each condition. */
export interface AuditRemoval {
  /** Only those about this user. */
  userId?: string | undefined;
  /** Only those from before this time. */
  before?: Date | undefined;
  /** The number of records at most, the oldest first. */
  limit: number;
}

/** The capability `audit` of an adapter: a table of the audit trail. */
export interface AuditTable {
  /**
   * Capability: stores records of the audit trail. One whose id is stored stays
   * as it is, so that a call can be repeated. The library calls it with no
   * records to ask whether it works, and it must reject if it does not.
   */
  addAuditRecords?(records: readonly AuditRecord[]): Awaitable<unknown>;
  /** Capability: lists records of the audit trail, newest first, for the application; those of one moment are in the order of their ids. */
  listAuditRecords?(which: AuditQuery): Awaitable<AuditRecord[]>;
  /** Capability: removes records of the audit trail, for the application; returns the number removed. */
  removeAuditRecords?(which: AuditRemoval): Awaitable<number>;
}
