import type { Context } from "../context.ts";
import { type Outcome, page, redirect } from "../outcome.ts";

/** `GET /verify-request`: a message is on its way. */
export function verifyRequestPage(ctx: Context): Outcome {
  const own = ctx.settings.pages.verifyRequest;
  if (own === undefined) {
    return page({ name: "verifyRequest", home: `${ctx.origin}/` });
  }
  const url = new URL(own, ctx.origin);
  for (const [name, value] of ctx.request.query) {
    url.searchParams.set(name, value);
  }
  return redirect(url.href);
}
