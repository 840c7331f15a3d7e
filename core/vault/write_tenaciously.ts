import type { ProviderContext } from "../request/context.ts";

const TRIES = 3;

/** Writes renewed tokens; a failure is logged, because the token is good all the same. */
export async function writeTenaciously(
  ctx: Pick<ProviderContext, "effects">,
  write: () => Promise<unknown>,
): Promise<void> {
  for (let tried = 1;; tried++) {
    try {
      await write();
      return;
    } catch (error) {
      if (tried < TRIES) continue;
      ctx.effects.log.error(error as Error);
      return;
    }
  }
}
