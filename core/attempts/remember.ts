/**
 * Whether the session of a sign-in is to be remembered after the browser was
 * closed: the visitor's choice, which takes the way of the sign-in itself.
 *
 * @module
 */

import type { Context } from "../request/context.ts";
import { toStrategy } from "../session/strategy.ts";
import type { Confirmation } from "./guard_params.ts";

/** Values of the field `remember` that say yes. */
const YES: readonly string[] = ["on", "true", "yes", "1"];

/** Whether the form of this request says to remember the session. */
export function isTicked(
  { settings, request: { form } }: Pick<Context, "settings" | "request">,
): boolean {
  return settings.rememberMe && YES.includes(form.remember ?? "");
}

/**
 * The box of a form that asks: ticked as it was sent, with the form before or in
 * the URL of this one; null: it does not ask.
 */
export function toBox(
  ctx: Pick<Context, "settings" | "request">,
): boolean | null {
  if (!ctx.settings.rememberMe) return null;
  return isTicked(ctx) || ctx.request.query.get("remember") === "on";
}

/**
 * Reads the visitor's choice where a sign-in begins. A user who only confirms
 * their identity is not asked again: the new session lasts as the present one.
 *
 * @param confirmation the proof that a page asks for
 * @returns undefined if the application does not ask
 * @throws StoreError or AdapterError
 */
export async function readRemember(
  ctx: Context,
  confirmation: Confirmation | null,
): Promise<boolean | undefined> {
  if (!ctx.settings.rememberMe) return undefined;
  if (isTicked(ctx) || confirmation === null) return isTicked(ctx);
  return await isRemembered(ctx);
}

/**
 * Whether the session of this browser is remembered; false without one.
 *
 * @throws StoreError or AdapterError
 */
export async function isRemembered(ctx: Context): Promise<boolean> {
  const present = await toStrategy(ctx).find(ctx);
  return present !== null && !present.life?.isBrief;
}
