import { toRow } from "../errors/errors.ts";
import { isAuthAction } from "../request/actions.ts";
import type { Context } from "../request/context.ts";
import type { Outcome } from "../request/outcome.ts";
import { count } from "../runtime/counters.ts";
import { toProvider } from "../runtime/open_telemetry.ts";
import type { Annotate, SpanFacts } from "../runtime/spans.ts";

/** Those that clients may have as they are: others could be any text. */
const METHODS: readonly string[] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
];

/** What the span of an auth route says from the start. Texts of a client are not among it. */
export function toRouteSpan({ request, provider }: Context): SpanFacts {
  const { action, method } = request;
  const known = isAuthAction(action) ? action : "unknown";
  return {
    name: `auth ${known}`,
    attributes: {
      "latchkey.action": known,
      "http.request.method": METHODS.includes(method) ? method : "_OTHER",
      ...toProvider(provider?.id),
    },
  };
}

/** Says how a route ended, in its span and in a counter. */
export function annotateRoute(
  { provider }: Context,
  { kind, error, ref }: Pick<Outcome, "error" | "ref"> & {
    readonly kind: Outcome["kind"] | "thrown";
  },
  annotate: Annotate,
): void {
  annotate({ "latchkey.outcome": kind });
  if (error === undefined) return;
  const type = { "error.type": error.type };
  // What a visitor did wrong is no fault of the application.
  const isFault = toRow(error).log === "error";
  annotate(type, isFault);
  if (ref !== undefined) annotate({ "latchkey.reference": ref });
  count("latchkey.failures", { ...type, ...toProvider(provider?.id) });
}
