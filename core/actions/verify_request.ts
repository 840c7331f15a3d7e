import type { Context } from "../context.ts";
import { type Outcome, page, redirect } from "../outcome.ts";
import { toOwnPage } from "../targets.ts";

/** `GET /verify-request`: a message is on its way. */
export function verifyRequestPage(ctx: Context): Outcome {
  const own = toOwnPage(ctx, "verifyRequest");
  if (own === null) {
    return page({ name: "verifyRequest", home: `${ctx.origin}/` });
  }
  const url = new URL(own);
  for (const [name, value] of ctx.request.query) {
    url.searchParams.set(name, value);
  }
  return redirect(url.href);
}
