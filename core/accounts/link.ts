import type { AdapterUser } from "../model/adapter.ts";
import { AdapterTimeout } from "../storage/adapter_calls.ts";
import { readClock } from "../runtime/clock.ts";
import type { SessionContext } from "../request/context.ts";
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
import type { Linked } from "./linked.ts";
import { keepOrUnlink } from "./still_there.ts";
import { keepsTokens } from "../vault/keep_tokens.ts";
import { toStoredTokens } from "./identity/stored_tokens.ts";

/**
 * Finds, creates or links the user of a proven account.
 *
 * @param identity as it was proved
 * @param linkTo the user who asked to add a sign-in method; null: an ordinary
 * sign-in
 * @throws OAuthAccountNotLinked, AdapterError or StoreError
 */
export async function linkIdentity(
  ctx: SessionContext,
  { identity, linkTo, provider }: Omit<Arrival, "created" | "tokens">,
): Promise<Linked> {
  const { account, user } = identity;
  if (account.type === "email") return await linkAddress(ctx, identity);
  const tokens = keepsTokens(ctx, provider)
    ? {}
    : await toStoredTokens(provider, account);
  const arrival = { identity, linkTo, provider, tokens, created: null };
  const go = () => settle(ctx, arrival);
  // Requests within one process are queued, so that the database need not keep
  // them apart.
  const key = JSON.stringify(toAccountKey(account));
  return await inTurn(
    `account ${ctx.settings.key} ${key}`,
    () =>
      user.email
        ? inTurn(`address ${ctx.settings.key} ${user.email}`, go)
        : go(),
  );
}

/** Limit of tries, as the facts may change during a decision. */
const MAX_ROUNDS = 3;

/**
 * Decides and carries out. A call that failed may still have had its effect, or
 * another request was faster, and databases report both in different words. So
 * the facts are gathered again, and if they have changed, so has the decision.
 */
async function settle(ctx: SessionContext, first: Arrival): Promise<Linked> {
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
      // The failed call may have ended the sessions that began by now.
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
 * Checks an account that may have been stored although its call timed out or
 * its answer was lost: by now a take-over may be past its listing of sign-in
 * methods.
 */
async function judgeLate(
  ctx: SessionContext,
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

/**
 * Gives up on a step that would be repeated unchanged, and on one that may
 * still be running.
 */
async function assertWorthwhile(
  ctx: SessionContext,
  arrival: Arrival,
  [failed, verdict]: readonly [LinkVerdict, LinkVerdict],
  error: AdapterError,
): Promise<void> {
  if (!(error instanceof AdapterTimeout)) {
    const isSame = verdict.kind === failed.kind;
    if (!isSame || verdict.kind === "finish") return;
    // No user was created, and none will be, so there is nothing to finish.
    if (verdict.kind === "create") await forgetCreation(ctx, arrival);
  }
  throw error;
}
