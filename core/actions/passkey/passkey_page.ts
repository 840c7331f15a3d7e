import type { Context } from "../../request/context.ts";
import { UnknownAction } from "../../errors/errors.ts";
import { listPasskeyProviders } from "../../methods/passkey/passkey_model.ts";
import { type Outcome, page } from "../../request/outcome.ts";

/**
 * `GET /passkey`: says that a passkey was added or removed. It is the target of
 * both if the request names none.
 */
export function passkeyPage(ctx: Context): Outcome {
  const done = ctx.request.query.get("done");
  const isKnown = done === "added" || done === "removed";
  if (!isKnown || listPasskeyProviders(ctx).length === 0) {
    throw new UnknownAction("The page of passkeys says what was done.");
  }
  return page({ name: "passkey", done, home: `${ctx.origin}/` });
}
