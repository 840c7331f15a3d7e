/**
 * Functions for personal tokens, which need no request: for pages of the
 * application, and for its API.
 *
 * @module
 */

import type {
  PersonalToken,
  PersonalTokenContext,
} from "../../../accounts/personal_tokens/personal_token.ts";
import {
  createPersonalToken,
  listPersonalTokens,
  type NewPersonalToken,
  revokeAllPersonalTokens,
  revokePersonalToken,
} from "../../../accounts/personal_tokens/personal_tokens.ts";
import type { PersonalTokenRequest } from "../../../accounts/personal_tokens/token_request.ts";
import {
  type PersonalTokenAccess,
  verifyPersonalToken,
} from "../../../accounts/personal_tokens/verify.ts";
import type { ConfigSource } from "../../../config/config.ts";
import { readPersonalTokenRules } from "../../../config/personal_token_rules.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import { Problems } from "../../../errors/config_problems.ts";
import { findMailer } from "../../../methods/password/mailer.ts";
import { notify } from "../../../methods/password/notices/notify.ts";
import { createProviderContext } from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import { readEnv } from "../../../runtime/env.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { listMissing } from "../../../storage/adapter_needs.ts";
import { toConfig } from "./account_management.ts";
import { assertUserId } from "./user_ids.ts";

const NEEDS = ["getSecret", "replaceSecret", "getUser"] as const;

export type {
  NewPersonalToken,
  PersonalToken,
  PersonalTokenAccess,
  PersonalTokenRequest,
};

/**
 * Personal tokens of users, for scripts and mobile applications. They need an
 * adapter with `getSecret` and `replaceSecret`; the option `personalTokens` says
 * what they look like. Each function throws ConfigurationError without such an
 * adapter or if the configuration is a function of the request, and AdapterError
 * if the adapter failed.
 *
 * The functions check no session: on a page of the user's own, call them behind
 * `require({ maxAge: 600, csrf: true })`, with the session's user id.
 */
export interface PersonalTokenFunctions {
  /**
   * Creates a token of a user, and removes those that have expired from the
   * list. Show `token` once: only its hash is stored. The user is told by a mail,
   * where mails can be sent.
   *
   * @param userId the user's id, as in `session.user.id`
   * @throws InvalidRequest whose `code` says what was refused: `name`, `scopes`,
   * `expires`, `limit` (there are too many), or `user` (there is no such user)
   *
   * @example
   * ```ts ignore
   * const { token } = await auth.tokens.create(session.user.id, {
   *   name: "Backup script",
   *   scopes: ["files:read"],
   *   expires: new Date(Date.now() + 30 * 86_400_000),
   * });
   * ```
   */
  create(
    userId: string,
    token: PersonalTokenRequest,
  ): Promise<NewPersonalToken>;
  /** Lists the tokens of a user, newest first, those that have expired included. */
  list(userId: string): Promise<PersonalToken[]>;
  /** Revokes a token of a user at once; returns false if they have no such token. */
  revoke(userId: string, id: string): Promise<boolean>;
  /**
   * Revokes all tokens of a user. The function `revoke` of sessions leaves
   * tokens alone.
   */
  revokeAll(userId: string): Promise<void>;
  /**
   * Verifies a token; returns null if it is not valid: for a wrong, expired or
   * revoked one, if its user has been deleted, or if `personalTokens.when` says
   * so.
   *
   * @throws CallbackRouteError if `personalTokens.when` threw
   *
   * @example
   * ```ts ignore
   * const [, token] = header.match(/^Bearer (\S+)$/i) ?? [];
   * const access = token ? await auth.tokens.verify(token) : null;
   * if (access?.scopes.includes("files:read")) return listFiles(access.userId);
   * ```
   */
  verify(token: string): Promise<PersonalTokenAccess | null>;
}

/**
 * Returns the functions for the personal tokens of a configuration.
 *
 * @param source the configuration, one of whose providers may send mails
 * @param plain the same without providers
 */
export function toPersonalTokens<R extends object>(
  source: ConfigSource<R>,
  plain: ConfigSource<R>,
): PersonalTokenFunctions {
  const mailing = hasProviders(source) ? source : plain;
  const start = (name: string, from = plain) =>
    toContext(from, `tokens.${name}`);
  const startFor = (userId: string, name: string, from = plain) => {
    const ctx = start(name, from);
    assertUserId(ctx.settings.config, userId, `tokens.${name}`);
    return ctx;
  };
  return {
    create: async (userId, wanted) => {
      const ctx = startFor(userId, "create", mailing);
      const token = await createPersonalToken(ctx, userId, wanted);
      await tellByMail(ctx, userId);
      return token;
    },
    list: async (userId) =>
      await listPersonalTokens(startFor(userId, "list"), userId),
    revoke: async (userId, id) =>
      await revokePersonalToken(startFor(userId, "revoke"), userId, id),
    revokeAll: async (userId) =>
      await revokeAllPersonalTokens(startFor(userId, "revokeAll"), userId),
    verify: async (token) => await verifyPersonalToken(start("verify"), token),
  };
}

/** Whether the providers are known without a request. */
function hasProviders<R extends object>(source: ConfigSource<R>): boolean {
  return typeof source !== "function" && typeof source.providers !== "function";
}

/** Tells a user of a new token. It is there, so nothing here throws. */
async function tellByMail(
  ctx: PersonalTokenContext,
  userId: string,
): Promise<void> {
  if (findMailer(ctx.settings) === null) return;
  try {
    const user = await toAdapter(ctx).getUser(userId);
    if (user === null) return;
    await notify(ctx, user, { kind: "personalTokenCreated" });
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}

/**
 * Creates the context of a call.
 *
 * @throws ConfigurationError
 */
function toContext<R extends object>(
  source: ConfigSource<R>,
  name: string,
): PersonalTokenContext {
  const config = toConfig(source, name);
  const settings = resolveSettings(config, readEnv);
  const problems = new Problems();
  const rules = readPersonalTokenRules(config.personalTokens, problems.add);
  const missing = listMissing(settings.adapter ?? {}, NEEDS);
  if (missing !== "") {
    problems.add(`\`${name}\` needs an \`adapter\` with ${missing}.`);
  }
  problems.throwIfAny("read");
  return { ...createProviderContext(settings, readClock()), rules };
}
