import { isOAuth } from "../providers/oauth_provider.ts";
import type { Awaitable } from "../model/model.ts";
import type { Context } from "../request/context.ts";
import { loadChanges } from "../session/load.ts";
import type { Route } from "./routes.ts";

/**
 * Makes an action that shows ways to sign in load what a sign-in needs: the
 * visitor reads the page in the meantime. It changes no answer and delays none.
 *
 * @param load loads the routes of providers
 */
export function preparing(
  run: Route["run"],
  load: () => Awaitable<unknown>,
): Route["run"] {
  return async (ctx) => {
    const outcome = await run(ctx);
    const isNeeded = [...ctx.settings.providers.values()].some(isOAuth);
    if (isNeeded && !ctx.isReadOnly && outlivesAnswers()) {
      // If it fails, the sign-in tries again, and reports it.
      prepare(ctx, load).catch(() => {});
    }
    return outcome;
  };
}

async function prepare(
  ctx: Context,
  load: () => Awaitable<unknown>,
): Promise<void> {
  await Promise.all([load(), loadChanges()]);
  const { prepareProviders } = await import("../methods/oauth/prepare.ts");
  await prepareProviders(ctx);
}

/**
 * Whether the runtime goes on with work after the answer. Workers cancel it, and
 * a request must not wait for what another one has begun.
 */
function outlivesAnswers(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return /^(?:Node\.js|Deno|Bun)\//.test(navigator?.userAgent ?? "");
}
