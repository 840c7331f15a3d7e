import { toAppProviders } from "../app_providers.ts";
import type { Context } from "../context.ts";
import { json, type Outcome } from "../outcome.ts";

/** `GET /providers`: the configured providers by id. */
export function providers(ctx: Context): Outcome {
  return json(
    Object.fromEntries(toAppProviders(ctx).map((one) => [one.id, one])),
  );
}
