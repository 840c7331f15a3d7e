import { keepGuardParams } from "../attempts/guard_params.ts";
import { withQuery } from "../http/redirects.ts";
import type { Context } from "../request/context.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import { resolveTarget, toOwnPage } from "../request/redirect_target.ts";
import { type Demand, isDemandValue, isMet } from "../session/demand.ts";
import { toStrategy } from "../session/strategy.ts";

/**
 * `GET /step-up`: keeps what a page demands for the sign-in, in place of a guard
 * that can set no cookies, and leads there. A demand makes a sign-in stricter,
 * so that it may come from anybody.
 */
export async function stepUp(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx);
  const demand = readDemand(ctx.request.query);
  const present = await toStrategy(ctx).find(ctx);
  if (present !== null && isMet(demand, present, ctx.now)) {
    return redirect(target);
  }
  const { userId = null, id: session } = present ?? {};
  const cookie = await keepGuardParams(ctx, ctx.settings, {
    target,
    params: {},
    confirmation: { userId, session, demand },
  });
  const page = toOwnPage(ctx, "signIn") ?? ctx.url("signin");
  const error = present === null ? null : "InsufficientAuthentication";
  return redirect(withQuery(page, { error, callbackUrl: target }), cookie);
}

/** Reads what a guard wrote; anything else demands nothing. */
function readDemand(query: URLSearchParams): Demand {
  const maxAge = Number(query.get("maxAge"));
  const toValues = (name: string) => {
    const values = (query.get(name) ?? "").split(" ").filter(isDemandValue);
    return values.length > 0 ? values : undefined;
  };
  return {
    maxAge: Number.isInteger(maxAge) && maxAge > 0 ? maxAge : undefined,
    acr: toValues("acr"),
    amr: toValues("amr"),
  };
}
