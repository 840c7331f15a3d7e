import { isOAuth } from "../providers/oauth_provider.ts";
import type { Awaitable } from "../model/model.ts";
import type { Context } from "../request/context.ts";
import { loadChanges } from "../session/load.ts";
import { sharedCell } from "../storage/process_cache.ts";
import type { Route } from "./routes.ts";

/** Milliseconds between two tries: visitors of a page must not flood a provider that is down. */
const PAUSE = 60_000;

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
    if (!ctx.isReadOnly && outlivesAnswers()) prepare(ctx, load);
    return outcome;
  };
}

function prepare(ctx: Context, load: () => Awaitable<unknown>): void {
  const { settings: { key, providers }, now } = ctx;
  const cell = sharedCell<boolean>("prepared", key);
  // Later, what is known is fetched again when it is needed.
  if (cell.value === true || Math.abs(now - cell.at) < PAUSE) return;
  if (![...providers.values()].some(isOAuth)) return;
  cell.at = now;
  const work = async () => {
    await Promise.all([load(), loadChanges()]);
    const { prepareProviders } = await import("../methods/oauth/prepare.ts");
    cell.value = await prepareProviders(ctx);
  };
  // If it fails, the sign-in tries again, and reports it.
  work().catch(() => {});
}

/**
 * Whether the runtime goes on with work after the answer. Workers cancel it, and
 * a request must not wait for what another one has begun.
 */
function outlivesAnswers(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return /^(?:Node\.js|Deno|Bun)\//.test(navigator?.userAgent ?? "");
}
