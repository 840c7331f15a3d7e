import type { ProviderContext } from "../request/context.ts";

const TRIES = 3;

/** Writes renewed tokens; a failure is logged, because the token is good all the same. */
export async function writeTenaciously(
  ctx: Pick<ProviderContext, "effects">,
  write: () => Promise<void>,
): Promise<void> {
  for (let tried = 1;; tried++) {
    try {
      return await write();
    } catch (error) {
      if (tried < TRIES) continue;
      ctx.effects.log.error(error as Error);
      return;
    }
  }
}
