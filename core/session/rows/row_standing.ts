import type { AdapterSession, AdapterUser } from "../../model/adapter.ts";
import type { Authentication } from "../../model/authentication.ts";
import { isOAuth } from "../../providers/oauth/oauth_provider.ts";
import type { ResolvedProvider } from "../../providers/provider.ts";
import type { SessionContext } from "../../request/context.ts";
import { toProviderKeys } from "../../model/provider_keys.ts";
import {
  ALL_KEY,
  ask,
  isLoggedOut,
  isOver,
  type Mark,
  type Question,
  readMarks,
  toUserKey,
} from "../revocation/revocation.ts";
import {
  findAuthenticationText,
  parseAuthentication,
} from "./row_authentication.ts";

/** A stored session whose marks count. */
export interface MarkedRow {
  readonly key: string;
  readonly session: AdapterSession;
  readonly user: AdapterUser;
  /** Milliseconds since the epoch. */
  readonly began: number;
}

/**
 * Whether a row that exists is not a session, by marks in the store: those of
 * its user if rows cannot be removed, and those of the provider that began it.
 * The store is asked only if there can be such marks.
 *
 * @throws StoreError
 */
export async function isRowRevoked(
  ctx: SessionContext,
  row: MarkedRow,
): Promise<boolean> {
  if (!mayBeRevoked(ctx, row)) return false;
  let ends: Ends | null = null;
  const question: Question = {
    id: row.key,
    findKeys: async () => {
      const found = ends = await findEnds(ctx, row);
      return found.keys;
    },
  };
  const judge = (marks: readonly Mark[]) =>
    ends !== null && isEnded(marks, ends) ? "over" : "live";
  return await ask(ctx, question, judge) !== "live";
}

/**
 * Leaves out the rows that are not sessions by their marks, with one call to
 * the store for all of them.
 *
 * @throws StoreError
 */
export async function withoutRevoked<R extends MarkedRow>(
  ctx: SessionContext,
  rows: readonly R[],
): Promise<readonly R[]> {
  if (!rows.some((row) => mayBeRevoked(ctx, row))) return rows;
  const found = await Promise.all(
    rows.map(async (row) => ({ row, ends: await findEnds(ctx, row) })),
  );
  const keys = [...new Set(found.flatMap(({ ends }) => ends.keys))];
  const marks = await readMarks(ctx, keys);
  const byKey = new Map(keys.map((key, i) => [key, marks[i] ?? null]));
  return found.filter(({ ends }) =>
    !isEnded(ends.keys.map((key) => byKey.get(key) ?? null), ends)
  ).map(({ row }) => row);
}

/** The marks that end a row, and what they are compared with. */
interface Ends {
  /** The keys: those of groups, then those of the provider. */
  readonly keys: readonly string[];
  /** How many of the keys belong to groups. */
  readonly groups: number;
  /** Milliseconds since the epoch. */
  readonly began: number;
  readonly authentication: Authentication | null;
}

async function findEnds(
  ctx: SessionContext,
  row: MarkedRow,
): Promise<Ends> {
  const authentication = await findOwnAuthentication(ctx, row);
  const { user, began } = row;
  const groups = canDeleteAll(ctx) ? [] : [toUserKey(user.id), ALL_KEY];
  const own = authentication === null ? [] : toProviderKeys(authentication);
  const keys = [...groups, ...own];
  return { keys, groups: groups.length, began, authentication };
}

function isEnded(
  marks: readonly Mark[],
  { groups, began, authentication }: Ends,
): boolean {
  return isOver(marks.slice(0, groups), began) ||
    isLoggedOut(marks.slice(groups), authentication);
}

/** Turns off the cache of `revocationCheck`, so that the store is asked. */
export function withoutCache(ctx: SessionContext): SessionContext {
  const { settings } = ctx;
  const session = { ...settings.session, revocationCheck: 0 };
  return { ...ctx, settings: { ...settings, session } };
}

/** Whether all sessions of a user can be removed; if not, marks in the store end them. */
function canDeleteAll(ctx: Pick<SessionContext, "effects">): boolean {
  const { adapter } = ctx.effects;
  return typeof adapter?.deleteSessionsByUserId === "function";
}

/** Whether there can be marks that end a row. */
function mayBeRevoked(ctx: SessionContext, row: MarkedRow): boolean {
  return !canDeleteAll(ctx) || mayBeLoggedOut(ctx, row);
}

/** Whether a provider may have begun the session that sends logout tokens. */
function mayBeLoggedOut(
  ctx: SessionContext,
  { session }: MarkedRow,
): boolean {
  if (!ctx.effects.adapter?.sessionDetails) return takesLogouts(ctx);
  const authentication = parseAuthentication(session.authentication);
  return authentication !== null && canLogOut(ctx, authentication);
}

/** Returns how a session began, if its provider may end it. */
async function findOwnAuthentication(
  ctx: SessionContext,
  row: MarkedRow,
): Promise<Authentication | null> {
  if (!mayBeLoggedOut(ctx, row)) return null;
  const found = parseAuthentication(await findAuthenticationText(ctx, row));
  return found !== null && canLogOut(ctx, found) ? found : null;
}

function canLogOut(
  { settings }: SessionContext,
  { iss, provider }: Authentication,
): boolean {
  // A provider that is no longer configured may have sent some before.
  const known = settings.providers.get(provider);
  return iss !== undefined && (known === undefined || sendsLogouts(known));
}

function takesLogouts({ settings }: SessionContext): boolean {
  return [...settings.providers.values()].some(sendsLogouts);
}

function sendsLogouts(provider: ResolvedProvider): boolean {
  return isOAuth(provider) && provider.type === "oidc" &&
    provider.source.backchannelLogout !== false;
}
