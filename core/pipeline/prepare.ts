import { isOAuth } from "../providers/oauth_provider.ts";
import type { Context } from "../request/context.ts";
import { loadChanges } from "../session/load.ts";
import { oncePerProcess, sharedCell } from "../storage/process_cache.ts";
import type { Route } from "./routes.ts";

/** Milliseconds between two tries: visitors of a page must not flood a provider that is down. */
const PAUSE = 60_000;

type ProviderRoutes = typeof import("./provider_routes.ts");

/** The routes among what {@link loadProviderRoutes} loads. */
export type ProviderRoute = Exclude<keyof ProviderRoutes, "prepareProviders">;

/** Loads the routes of providers. */
export function loadProviderRoutes(): Promise<ProviderRoutes> {
  return import("./provider_routes.ts");
}

/**
 * Makes an action that shows ways to sign in load what a sign-in needs: the
 * visitor reads the page in the meantime. It changes no answer and delays none.
 */
export function preparing(run: Route["run"]): Route["run"] {
  return async (ctx) => {
    const outcome = await run(ctx);
    if (!ctx.isReadOnly && outlivesAnswers()) prepare(ctx);
    return outcome;
  };
}

function prepare(ctx: Context): void {
  const { settings: { key, providers }, now } = ctx;
  const cell = sharedCell<boolean>("prepared", key);
  // Later, what is known is fetched again when it is needed.
  if (cell.value === true || Math.abs(now - cell.at) < PAUSE) return;
  if (![...providers.values()].some(isOAuth)) return;
  cell.at = now;
  const work = async () => {
    const [{ prepareProviders }] = await Promise.all([
      oncePerProcess("provider routes", loadProviderRoutes),
      loadChanges(),
    ]);
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
