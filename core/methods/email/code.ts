import type { Context } from "../../request/context.ts";
import { isEqual } from "../../crypto/equal.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import { countTry } from "../../attempts/code_tries.ts";
import type { MailAttempt } from "../../attempts/mail_attempt.ts";
import { keepMark, toDead } from "../../attempts/mail_mark.ts";
import { voidToken } from "../../attempts/mail_token.ts";

/** The number of times a code may be mistyped. */
const MAX_TRIES = 5;

/**
 * Compares a typed code with the one of an attempt. Each try is counted before
 * the code is compared, so that parallel tries get no more guesses than
 * sequential ones; the fifth wrong one voids the token, and with it the link.
 *
 * @returns whether it is the code
 * @throws Verification when no tries are left, StoreError or AdapterError
 */
export async function tryCode(
  ctx: Context,
  provider: ResolvedEmail,
  attempt: MailAttempt,
  typed: string,
): Promise<boolean> {
  const result = await compareCode(ctx, { ...provider, ...attempt }, typed);
  if (result !== "over") return result === "right";
  await voidToken(ctx, provider, attempt);
  await keepMark(ctx, provider, { ...attempt, mark: "void" });
  throw toDead("void", attempt.identifier);
}

/** The code of a mail, and the attempt that may type it. */
export interface MailedCode {
  /** Id of the attempt. */
  readonly id: string;
  readonly code: string;
  /** Seconds for which the code works. */
  readonly maxAge: number;
}

/**
 * Counts a try, then compares a typed code.
 *
 * @returns `over` after the last wrong try, and for any later one
 * @throws StoreError
 */
export async function compareCode(
  ctx: Context,
  mailed: MailedCode,
  typed: string,
): Promise<"right" | "wrong" | "over"> {
  const key = `latchkey.mail.tries.${mailed.id}`;
  const ttl = mailed.maxAge + 3600;
  const tries = await countTry(ctx, { key, max: MAX_TRIES, ttl });
  const isRight = isEqual(toDigits(typed), mailed.code);
  if (tries <= MAX_TRIES && isRight) return "right";
  return tries < MAX_TRIES ? "wrong" : "over";
}

/** Accepts a code as people type it: in groups, or with non-ASCII digits. */
function toDigits(typed: string): string {
  return typed.slice(0, 100).normalize("NFKC").replace(/[\s-]/g, "");
}
