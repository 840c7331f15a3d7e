import type { AdapterUser } from "../model/adapter.ts";
import { AdapterTimeout } from "../storage/adapter_calls.ts";
import { readClock } from "../runtime/clock.ts";
import type { Context } from "../request/context.ts";
import { AdapterError } from "../errors/errors.ts";
import { inTurn } from "../runtime/serial_queue.ts";
import {
  canCreateAtOnce,
  carryOut,
  catchUp,
  createUser,
  forgetCreation,
} from "./carry_out.ts";
import { decideLink, type LinkVerdict } from "./decide.ts";
import { linkAddress } from "./address/address.ts";
import { type Arrival, gatherFacts, toAccountKey } from "./facts.ts";
import { keepOrUnlink } from "./still_there.ts";
import { toStoredTokens } from "./identity/stored_tokens.ts";

/** The user that a proven account belongs to now. */
export interface Linked {
  readonly user: AdapterUser;
  readonly isNewUser: boolean;
  /** When the session begins, in milliseconds since the epoch, if earlier ones were ended. Default: now. */
  readonly begins?: number | undefined;
}

/**
 * Finds, creates or links the user of a proven account.
 *
 * @param identity as it was proved
 * @param linkTo who asked to add a way in; null: an ordinary sign-in
 * @throws OAuthAccountNotLinked, AdapterError or StoreError
 */
export async function linkIdentity(
  ctx: Context,
  { identity, linkTo, provider }: Omit<Arrival, "created" | "tokens">,
): Promise<Linked> {
  const { account, user } = identity;
  if (account.type === "email") return await linkAddress(ctx, identity);
  const tokens = await toStoredTokens(provider, account);
  const arrival = { identity, linkTo, provider, tokens, created: null };
  const go = () => settle(ctx, arrival);
  // What one process can keep apart needs no database that does.
  const key = JSON.stringify(toAccountKey(account));
  return await inTurn(
    `account ${ctx.settings.key} ${key}`,
    () =>
      user.email
        ? inTurn(`address ${ctx.settings.key} ${user.email}`, go)
        : go(),
  );
}

/** So many times the facts may change under a decision. */
const MAX_ROUNDS = 3;

/**
 * Decides and does. A call that failed may have had its effect, or somebody
 * else was quicker, and no two databases say so in the same words: the facts
 * are asked for again, and if they have changed, so has the decision.
 */
async function settle(ctx: Context, first: Arrival): Promise<Linked> {
  let arrival = first;
  let { facts, users } = await gatherFacts(ctx, arrival);
  let verdict = decideLink(facts);
  let begins: number | undefined;
  for (let round = 1;; round++) {
    try {
      if (verdict.kind === "create" && !canCreateAtOnce(ctx)) {
        const created = await createUser(ctx, arrival);
        arrival = { ...arrival, created };
        users = [created];
        verdict = { kind: "finish", userId: created.id };
      }
      return { begins, ...await carryOut(ctx, arrival, verdict, users) };
    } catch (error) {
      if (!(error instanceof AdapterError) || round === MAX_ROUNDS) throw error;
      const failed = verdict;
      // It may have ended the sessions that began by now.
      if (failed.kind === "take over") begins = readClock() + 1;
      const judge = () => judgeLate(ctx, arrival, failed, users);
      if (error instanceof AdapterTimeout) void error.late.then(judge, judge);
      const gathered = await gatherFacts(ctx, arrival)
        .catch(async (unknown) => {
          await judge();
          throw unknown;
        });
      ({ facts, users } = gathered);
      verdict = decideLink(facts);
      const isDone = verdict.kind === "known" && failed.kind !== "known";
      if (isDone) {
        return { begins, ...await catchUp(ctx, arrival, failed, users) };
      }
      await assertWorthwhile(ctx, arrival, [failed, verdict], error);
    }
  }
}

/**
 * Judges an account that may have been stored although its call was given up, or
 * its answer lost: by now a take-over may be past its listing of ways in.
 */
async function judgeLate(
  ctx: Context,
  arrival: Arrival,
  failed: LinkVerdict,
  users: readonly AdapterUser[],
): Promise<void> {
  if (failed.kind !== "link" && failed.kind !== "finish") return;
  const user = users.find(({ id }) => id === failed.userId);
  if (user === undefined) return;
  try {
    await keepOrUnlink(ctx, arrival, failed, user);
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}

/** What would be done once more as it was is left; so is what may still be under way. */
async function assertWorthwhile(
  ctx: Context,
  arrival: Arrival,
  [failed, verdict]: readonly [LinkVerdict, LinkVerdict],
  error: AdapterError,
): Promise<void> {
  if (!(error instanceof AdapterTimeout)) {
    const isSame = verdict.kind === failed.kind;
    if (!isSame || verdict.kind === "finish") return;
    // Nothing was created, and nothing will be: there is nothing to finish.
    if (verdict.kind === "create") await forgetCreation(ctx, arrival);
  }
  throw error;
}
