import type { Context } from "../../request/context.ts";
import { UnknownAction } from "../../errors/errors.ts";
import type { Outcome } from "../../request/outcome.ts";
import {
  listPasskeyProviders,
  loadScript,
} from "../../methods/passkey/passkey_model.ts";

/** Seconds: what names its version never changes. */
const FOREVER = 31_536_000;
/** Seconds: what names none may be another one soon. */
const A_WHILE = 300;

/** `GET /webauthn-script`: what passkeys need in the browser. */
export async function webAuthnScript(ctx: Context): Promise<Outcome> {
  if (listPasskeyProviders(ctx).length === 0) {
    throw new UnknownAction("No provider of passkeys is configured.");
  }
  const { text, version } = await loadScript();
  const isNamed = ctx.request.query.get("v") === version;
  return {
    kind: "file",
    type: "text/javascript",
    text,
    maxAge: isNamed ? FOREVER : A_WHILE,
    isImmutable: isNamed,
    cookies: [],
  };
}
