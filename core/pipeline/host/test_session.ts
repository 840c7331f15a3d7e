/**
 * Sessions for tests, without a sign-in. Only `@latchkey/auth/testing` loads
 * this.
 *
 * @module
 */

import { toOwnId } from "../../accounts/identity/stable_id.ts";
import type { ConfigSource } from "../../config/config.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { AccessDenied, ConfigurationError } from "../../errors/errors.ts";
import { serializeCookie } from "../../http/cookie_policy.ts";
import type { CookieChange } from "../../http/cookies.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import { toNewFields } from "../../model/field_values.ts";
import type { User } from "../../model/model.ts";
import type { SessionContext } from "../../request/context.ts";
import { toSecond } from "../../accounts/address/verify_address.ts";
import { readEnv, readVariable } from "../../runtime/env.ts";
import { toAdapter } from "../../session/rows/row.ts";
import {
  type BeginContext,
  PROVIDER,
  start,
  toAccount,
} from "./begin_session.ts";
import { visitAnew } from "./errands.ts";
import { toHostRequest } from "./host_request.ts";
import { findSource } from "./instances.ts";

/** The user whom a test signs in. */
export interface TestSessionUser {
  /**
   * The id. With an adapter, the user with this id signs in. Default: the id of
   * the user with this address, or a new one.
   */
  readonly id?: string | undefined;
  /** Display name. */
  readonly name?: string | null | undefined;
  /** E-mail address. */
  readonly email?: string | null | undefined;
  /** URL of a picture. */
  readonly image?: string | null | undefined;
  /** When the address of a user who is created was verified; null: never. Default: now. */
  readonly emailVerified?: Date | null | undefined;
}

/** How the user of a test has proved who they are. */
export interface TestProof {
  /** The id of the provider. Default `application`. */
  readonly provider?: string | undefined;
  /**
   * Seconds since the proof, for guards with `maxAge`; null if the provider does
   * not say. Default 0, or null with an `actor`.
   */
  readonly age?: number | null | undefined;
  /** The authentication context class (`acr`). Default: none. */
  readonly acr?: string | undefined;
  /** The authentication methods (`amr`, RFC 8176). Default: none. */
  readonly amr?: readonly string[] | undefined;
}

/** A user with an id. */
type StoredUser = User & { readonly id: string };

/** The origin of a site under test that has no other. */
const LOCAL = "http://localhost";

/** The options of a session for a test. */
export interface TestSessionOptions {
  readonly user: TestSessionUser;
  readonly origin?: string | undefined;
  readonly authentication?: TestProof | undefined;
  readonly actor?: string | undefined;
  readonly remember?: boolean | undefined;
  readonly request?: object | undefined;
}

/** A session for a test, and how a browser gets it. */
export interface BegunTestSession {
  /** The user as stored, if users are stored. */
  readonly user: StoredUser;
  /** The origin that sets the cookies. */
  readonly origin: string;
  /** `Set-Cookie` headers. */
  readonly setCookies: readonly string[];
}

/**
 * Begins a session for a user of a test, who is created if there is an adapter
 * that does not know them. No callback decides about it, and no event is told.
 *
 * @param auth what an integration returned, or a configuration
 * @throws ConfigurationError in production, and if the user cannot be stored as
 * given; AccessDenied if the host of the origin is not trusted
 */
export async function beginTestSession(
  auth: object,
  options: TestSessionOptions,
): Promise<BegunTestSession> {
  assertNoProduction();
  const source = findSource<object>(auth);
  const key = options.request ?? toRequest(source);
  const config = await toHostRequest(key, null, source).getConfig();
  const origin = options.origin ?? resolveSettings(config, readEnv).origin ??
    LOCAL;
  const incoming = { origin: () => origin, header: () => null };
  const { value: user, cookies } = await visitAnew<StoredUser | null>(
    { key: incoming, incoming, getConfig: () => config },
    {
      refused: null,
      act: async (visit) => {
        const user = await provideUser(visit, options.user);
        const ctx = { ...visit, request: incoming };
        return { value: user, cookies: await begin(ctx, user, options) };
      },
    },
  );
  if (user !== null) {
    return { user, origin, setCookies: cookies.map(serializeCookie) };
  }
  throw new AccessDenied(
    `\`signInAs\`: the configuration does not trust the host of ${origin}. Pass the \`origin\` of the site under test.`,
  );
}

/** Returns a request for functions in a configuration. Node takes 50 ms to load its class, which others need not wait for. */
function toRequest(source: ConfigSource<object>): object {
  const isPlain = typeof source !== "function" &&
    typeof source.providers !== "function";
  return isPlain ? {} : new Request(`${LOCAL}/`);
}

function assertNoProduction(): void {
  for (const name of ["NODE_ENV", "DENO_ENV"]) {
    if (readVariable(readEnv, name) !== "production") continue;
    throw new ConfigurationError([
      `\`signInAs\` is for tests, and does nothing with ${name}=production.`,
    ]);
  }
}

async function begin(
  ctx: BeginContext,
  user: StoredUser,
  { authentication = {}, origin, actor, remember = true }: TestSessionOptions,
): Promise<readonly CookieChange[]> {
  const { provider = PROVIDER, acr, amr } = authentication;
  const { age = actor === undefined ? 0 : null } = authentication;
  const at = age === null ? null : Math.floor(ctx.now / 1000) - age;
  return await start(ctx, {
    user,
    account: toAccount(provider, user.id),
    proof: { at, acr, amr },
    actor,
    remember,
    isForAnyOrigin: origin === undefined,
  });
}

/** Finds the user, or creates them; without an adapter, they are as given. */
async function provideUser(
  ctx: SessionContext,
  given: TestSessionUser,
): Promise<StoredUser> {
  if (ctx.effects.adapter === null) {
    return { ...given, id: given.id ?? await toId(ctx, given) };
  }
  const found = await findUser(ctx, given) ?? await createUser(ctx, given);
  const user = await updateUser(ctx, found, given);
  const [lost] = listDifferences(user, given);
  if (lost === undefined) return user;
  throw new ConfigurationError([
    `\`signInAs\`: the adapter does not store \`${lost}\` of the user as it is given. Fields of the application's own are declared by \`user.fields\`.`,
  ]);
}

/** Returns the id that a sign-in would give the user. */
async function toId(
  ctx: SessionContext,
  { emailVerified: _, ...user }: TestSessionUser,
): Promise<string> {
  const name = user.email ?? user.name ?? "";
  const subject = ["provider", PROVIDER, name];
  return await toOwnId(ctx, {
    user,
    account: toAccount(PROVIDER, name),
    subject,
  });
}

async function findUser(
  ctx: SessionContext,
  { id, email }: TestSessionUser,
): Promise<AdapterUser | null> {
  const adapter = toAdapter(ctx);
  const named = id === undefined ? null : await adapter.getUser(id);
  return named ?? (email ? await adapter.getUserByEmail(email) : null);
}

async function createUser(
  ctx: SessionContext,
  given: TestSessionUser,
): Promise<AdapterUser> {
  const { id = crypto.randomUUID(), email = null } = given;
  const { emailVerified = email ? toSecond(ctx.now) : null } = given;
  return await toAdapter(ctx).createUser({
    ...given,
    ...toNewFields(ctx.settings.userFields, given),
    id,
    email,
    emailVerified,
  });
}

/** Changes what is stored to what is given. */
async function updateUser(
  ctx: SessionContext,
  user: AdapterUser,
  given: TestSessionUser,
): Promise<AdapterUser> {
  const adapter = toAdapter(ctx);
  const names = listDifferences(user, given);
  if (names.length === 0 || !adapter.has("updateUser")) return user;
  const all: Readonly<Record<string, unknown>> = { ...given };
  const changes = Object.fromEntries(names.map((name) => [name, all[name]]));
  await adapter.updateUser({ ...changes, id: user.id });
  return await adapter.getUser(user.id) ?? user;
}

/** Names what is stored otherwise than given; the address and the id found the user. */
function listDifferences(user: AdapterUser, given: TestSessionUser): string[] {
  const { id: _id, email: _email, emailVerified: _verified, ...rest } = given;
  const stored: Readonly<Record<string, unknown>> = { ...user };
  return Object.entries(rest)
    .filter(([name, value]) =>
      JSON.stringify(stored[name]) !== JSON.stringify(value)
    )
    .map(([name]) => name);
}
