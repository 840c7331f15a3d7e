import type { Context } from "../../request/context.ts";
import { UnknownAction } from "../../errors/errors.ts";
import type { Outcome } from "../../request/outcome.ts";
import {
  listPasskeyProviders,
  loadScript,
} from "../../methods/passkey/passkey_model.ts";

/** Seconds. A URL with a version never changes its content. */
const FOREVER = 31_536_000;
/** Seconds. A URL without a version may change its content with a release. */
const A_WHILE = 300;

/** `GET /webauthn-script`: serves the browser script for passkeys. */
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
