import { toRow } from "../errors/errors.ts";
import { isAuthAction } from "../request/actions.ts";
import type { Context } from "../request/context.ts";
import type { Outcome } from "../request/outcome.ts";
import {
  type Annotate,
  type Attributes,
  count,
  type SpanFacts,
} from "../runtime/telemetry.ts";

/** What the span of an auth route says from the start. Texts of a client are not among it. */
export function toRouteSpan({ request, provider }: Context): SpanFacts {
  const { action, method } = request;
  const known = isAuthAction(action) ? action : "unknown";
  return {
    name: `auth ${known}`,
    attributes: {
      "latchkey.action": known,
      "http.request.method": method,
      ...toProvider(provider),
    },
  };
}

/** Says how a route ended, in its span and in a counter. */
export function annotateRoute(
  { provider }: Context,
  { kind, error, ref }: Outcome,
  annotate: Annotate,
): void {
  annotate({ "latchkey.outcome": kind });
  if (error === undefined) return;
  const type = { "error.type": error.type };
  // What a visitor did wrong is no fault of the application.
  const isFault = toRow(error).log === "error";
  annotate({ ...type, "latchkey.reference": ref ?? "" }, isFault);
  count("latchkey.failures", {
    ...type,
    ...toProvider(provider),
  });
}

function toProvider(provider: Context["provider"]): Attributes {
  return provider === null ? {} : { "latchkey.provider": provider.id };
}
