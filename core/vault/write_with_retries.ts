import type { ProviderContext } from "../request/context.ts";
import { readClock } from "../runtime/clock.ts";

const TRIES = 3;
/** Milliseconds after which a write is not tried again: a request waits for it. */
const PATIENCE = 3000;

/**
 * Writes renewed tokens. A failure is logged, because the token is good all the
 * same.
 *
 * @returns whether they were written
 */
export async function writeWithRetries(
  ctx: Pick<ProviderContext, "effects">,
  write: () => Promise<unknown>,
): Promise<boolean> {
  const until = readClock() + PATIENCE;
  for (let tried = 1;; tried++) {
    try {
      await write();
      return true;
    } catch (error) {
      if (tried < TRIES && readClock() < until) continue;
      ctx.effects.log.error(error as Error);
      return false;
    }
  }
}
