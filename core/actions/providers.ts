import { toAppProviders } from "../request/app_providers.ts";
import type { Context } from "../request/context.ts";
import { json, type Outcome } from "../request/outcome.ts";

/** `GET /providers`: the configured providers by id. */
export function providers(ctx: Context): Outcome {
  return json(
    Object.fromEntries(toAppProviders(ctx).map((one) => [one.id, one])),
  );
}
