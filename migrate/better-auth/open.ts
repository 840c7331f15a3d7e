import { AdapterError, StoreError } from "../../core/errors/errors.ts";
import { SessionError } from "../../core/errors/auth_error.ts";
import type { Awaitable } from "../../core/model/model.ts";
import type { SessionContext } from "../../core/request/context.ts";
import { callHost } from "../../core/runtime/timeout.ts";
import type { Candidate, OldSession, Opened } from "../engine/bridge.ts";
import { parseObject } from "../engine/jwe.ts";
import { type OldCookies, parseOldCookies } from "../engine/old_cookies.ts";
import type { DataKeys } from "./data.ts";
import type { BetterAuthDatabase } from "./database.ts";
import {
  type BetterAuthAccount,
  type BetterAuthRecords,
  type BetterAuthSession,
  findRefusal,
  readRecords,
  refuse,
  toId,
  toText,
  toTime,
} from "./records.ts";
import { openSigned } from "./signed.ts";

/** The parts of Better Auth's secondary storage that are used. */
export interface BetterAuthStorage {
  /** Returns the JSON stored under a token, or its value; null if there is none. */
  get(key: string): Awaitable<unknown>;
  /** Removes it. */
  delete(key: string): Awaitable<unknown>;
}

/** The cookies of Better Auth that a session has. */
export type BetterAuthCookie =
  | "session_token"
  | "session_data"
  | "account_data"
  | "dont_remember";

/** The old application, as its sessions are opened. */
export interface OldApplication {
  readonly secrets: readonly string[];
  /** Returns the names that a cookie may have. */
  names(cookie: BetterAuthCookie): readonly string[];
  readonly keys: DataKeys;
  readonly database: BetterAuthDatabase | null;
  readonly storage: BetterAuthStorage | null;
  readonly version: string;
  readonly userId:
    | ((old: BetterAuthSession) => Awaitable<string | null>)
    | undefined;
}

/** A request, and the application that made its cookies. */
interface Opening {
  readonly ctx: SessionContext;
  readonly cookies: OldCookies;
  readonly old: OldApplication;
}

/**
 * Opens a `session_token` cookie.
 *
 * @throws AdapterError, StoreError or SessionError
 */
export async function openCookie(
  { text }: Candidate,
  ctx: SessionContext,
  old: OldApplication,
): Promise<Opened> {
  const token = await openSigned(text, old.secrets);
  if (token === null) return refuse("forged");
  const opening = { ctx, old, cookies: parseOldCookies(ctx.jar.header) };
  const found = await findRecords(token, opening);
  if ("kind" in found) return found;
  const refused = findRefusal(found, token, ctx.now);
  if (refused !== null) return refused;
  const account = await findAccount(found, opening);
  const userId = await toUserId({ ...found, account }, old);
  if (userId === null) return refuse("unknown");
  const session = toSession({ ...found, account }, token);
  const isTransient = await hasSigned("dont_remember", "true", opening);
  const isStored = old.storage !== null || old.database !== null;
  const end = () => endStored(token, old);
  return {
    kind: "session",
    session: { ...session, userId, isTransient, isStored, end },
  };
}

/** Finds a session in the place that decides; returns the refusal if it is not there. */
async function findRecords(
  token: string,
  opening: Opening,
): Promise<BetterAuthRecords | Opened> {
  const { old: { storage, database } } = opening;
  if (storage === null && database === null) {
    return await findInCookies(token, opening);
  }
  const found = storage === null
    ? await callHost(
      { name: "findSession", failure: AdapterError },
      () => database?.findSession(token),
    )
    : await callHost(
      { name: "secondaryStorage.get", failure: StoreError },
      () => storage.get(token),
    );
  if (found === null || found === undefined) return refuse("expired");
  const value = typeof found === "string" ? parseObject(found) : found;
  return readRecords(value) ?? refuse("malformed");
}

/** Finds the session in `session_data`, which belongs to one `session_token`. */
async function findInCookies(
  token: string,
  { ctx, cookies, old }: Opening,
): Promise<BetterAuthRecords | Opened> {
  let refused = refuse("expired", "There was no `session_data` with it.");
  for (const name of old.names("session_data")) {
    for (const { text } of cookies.candidates(name)) {
      const content = await old.keys.openSession(text, ctx.now);
      if (typeof content === "string") {
        refused = refuse(content);
        continue;
      }
      const records = readRecords(content);
      if (records === null) refused = refuse("malformed");
      else if (content.version !== old.version) {
        refused = refuse("revoked", "Compare `version` with the old one.");
      } else if (records.session.token !== token) refused = refuse("forged");
      else return records;
    }
  }
  return refused;
}

/** Finds the account of the user in `account_data`; null with a database. */
async function findAccount(
  { session }: BetterAuthRecords,
  { ctx, cookies, old }: Opening,
): Promise<BetterAuthAccount | null> {
  if (old.storage !== null || old.database !== null) return null;
  for (const name of old.names("account_data")) {
    for (const { text } of cookies.candidates(name)) {
      const account = await old.keys.openAccount(text, ctx.now);
      // A cookie of another sign-in says nothing about this session.
      if (account === null || account.userId !== toId(session.userId)) continue;
      const { providerId, accountId } = account;
      return { providerId, accountId };
    }
  }
  return null;
}

async function toUserId(
  found: BetterAuthSession,
  { userId }: OldApplication,
): Promise<string | null> {
  if (userId === undefined) return toId(found.user.id);
  const id = await callHost(
    { name: "userId", failure: SessionError },
    () => userId(found),
  );
  return typeof id === "string" && id !== "" ? id : null;
}

function toSession(
  { session, user, account }: BetterAuthSession,
  token: string,
): Omit<OldSession, "userId"> {
  const { token: _, ...rest } = session;
  return {
    identity: toId(session.id) ?? token,
    name: toText(user.name),
    email: toText(user.email),
    image: toText(user.image),
    startedAt: toTime(session.createdAt),
    writtenAt: toTime(session.updatedAt),
    endsAt: toTime(session.expiresAt),
    // The token is the right to the session, and stays out of callbacks.
    content: { session: rest, user, account },
  };
}

async function hasSigned(
  cookie: BetterAuthCookie,
  wanted: string,
  { cookies, old }: Opening,
): Promise<boolean> {
  for (const name of old.names(cookie)) {
    for (const text of cookies.values(name)) {
      if (await openSigned(text, old.secrets) === wanted) return true;
    }
  }
  return false;
}

/** Removes a session from wherever it is stored. */
async function endStored(
  token: string,
  { storage, database }: OldApplication,
): Promise<void> {
  if (storage !== null) {
    await callHost(
      { name: "secondaryStorage.delete", failure: StoreError },
      () => storage.delete(token),
    );
  }
  await callHost(
    { name: "deleteSession", failure: AdapterError },
    () => database?.deleteSession?.(token),
  );
}
