import type { AdapterUser } from "../../model/adapter.ts";
import { AccessDenied, ConfigurationError } from "../../errors/errors.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import type { CookieChange } from "../../http/cookies.ts";
import type { Authentication } from "../../model/authentication.ts";
import type { User } from "../../model/model.ts";
import { tellSignIn } from "../../accounts/tell_sign_in.ts";
import type { Client } from "../../request/client.ts";
import type { SessionContext } from "../../request/context.ts";
import type { Incoming } from "../../request/request_head.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { decideLife } from "../../session/life.ts";
import { toStrategy } from "../../session/strategy.ts";
import { visitAnew } from "./errands.ts";
import type { HostRequest } from "./host_request.ts";
import { assertUserId } from "./management/user_ids.ts";

/** The user for whom `beginSession` begins a session. */
export interface BeginSessionOptions {
  /**
   * The user. With an adapter, `id` names a stored user, and the rest is not
   * read; without, name, address and picture go into the session.
   */
  readonly user: User & { readonly id: string };
  /**
   * The id of the user who acts as this one (impersonation), which stays in the
   * session as `session.actor`. Default: nobody does.
   */
  readonly actor?: string | undefined;
  /**
   * Whether the session is remembered; if not, its cookie ends with the browser,
   * and it lasts `session.shortMaxAge`. Default true.
   */
  readonly remember?: boolean | undefined;
}

/** The function that begins a session without a provider. */
export interface BeginSession<R, H> {
  /**
   * Begins a session for a user whom your code has checked itself, such as after
   * a sign-up of your own, and emits `signIn`. The session that the browser had
   * ends. No callback decides about it: docs/how-to/impersonation.md says what to take care of.
   *
   * @returns headers to add to the response, where a framework needs them
   * @throws ConfigurationError for an id that no user here has; StoreError or
   * AdapterError
   */
  beginSession(request: R, options: BeginSessionOptions): Promise<H>;
}

/** The provider that accounts of these sessions name: no provider proved anything. */
export const PROVIDER = "application";

/**
 * Begins a session for a user whom the application has checked itself. The
 * session that the browser had ends.
 *
 * @throws ConfigurationError for an id that no user here has; AccessDenied if
 * the host of the request is not trusted; StoreError or AdapterError
 */
export async function beginSession(
  request: HostRequest<Incoming>,
  options: BeginSessionOptions,
): Promise<readonly Cookie[]> {
  const config = await request.getConfig();
  assertUserId(config, options.user.id, "beginSession");
  if (options.actor !== undefined) {
    assertUserId(config, options.actor, "beginSession");
  }
  const visit = await visitAnew<boolean>(request, {
    refused: false,
    changes: true,
    act: async (visit) => {
      const ctx = { ...visit, request: request.incoming };
      return { value: true, cookies: await begin(ctx, options) };
    },
  });
  if (visit.value) return visit.cookies;
  throw new AccessDenied("The host of the request is not trusted.");
}

/** A context in which a session can begin. */
export type BeginContext = SessionContext & { readonly request: Client };

async function begin(
  ctx: BeginContext,
  { user: named, actor, remember = true }: BeginSessionOptions,
) {
  const user = await findUser(ctx, named);
  const account = toAccount(PROVIDER, named.id);
  // Somebody else who acts as the user has proved nothing about them.
  const at = actor === undefined ? Math.floor(ctx.now / 1000) : null;
  const proof = { at };
  const cookies = await start(ctx, { user, account, proof, actor, remember });
  const told = actor === undefined ? {} : { actor: { id: actor } };
  await tellSignIn(ctx, { user, account, ...told }, cookies);
  return cookies;
}

/** Makes the account of a session that begins without its provider. */
export function toAccount(provider: string, userId: string) {
  const type = "credentials" as const;
  return { provider, providerAccountId: userId, type, userId };
}

/** A session that is to begin. */
interface Beginning {
  /** The user, as stored if users are stored. */
  readonly user: User;
  readonly account: ReturnType<typeof toAccount>;
  readonly proof: Pick<Authentication, "at" | "acr" | "amr">;
  /** The id of the user who acts as this one. */
  readonly actor: string | undefined;
  readonly remember: boolean;
  readonly isForAnyOrigin?: boolean;
}

/**
 * Starts a session for a user, and tells no event.
 *
 * @throws ConfigurationError if the session could not say who acts
 */
export async function start(
  ctx: BeginContext,
  { user, account, proof, actor, remember, isForAnyOrigin }: Beginning,
): Promise<readonly CookieChange[]> {
  if (actor !== undefined) assertShown(ctx);
  const { provider, type, userId: sub } = account;
  const act = actor === undefined ? undefined : { sub: actor };
  return await toStrategy(ctx).start(ctx, {
    identity: { user, account, subject: ["provider", provider, sub] },
    sub,
    isNewUser: undefined,
    authentication: { provider, ...proof, sub, act },
    life: await decideLife(ctx, { provider, type, user, account, remember }),
    isForAnyOrigin,
  }, null);
}

/** Asserts that the session will say who acts as its user, whenever it is read. */
function assertShown(
  { settings: { strategy, adapter } }: SessionContext,
): void {
  if (strategy === "jwt" || adapter?.sessionDetails === true) return;
  throw new ConfigurationError([
    "`beginSession` with an `actor` needs an adapter with `sessionDetails`, which keeps who acts in the session's row.",
  ]);
}

async function findUser(
  ctx: SessionContext,
  user: User & { readonly id: string },
): Promise<User | AdapterUser> {
  if (ctx.effects.adapter === null) return user;
  const stored = await toAdapter(ctx).getUser(user.id);
  if (stored?.id === user.id) return stored;
  throw new ConfigurationError([
    "`beginSession` needs the id of a user that the adapter stores: create the user first.",
  ]);
}
