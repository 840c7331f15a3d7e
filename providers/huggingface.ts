/**
 * Sign-in with Hugging Face.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Hugging Face. Create an application under "Settings", "Connected Apps", with
 * the scopes `openid`, `profile` and `email`. Refresh tokens are a setting of
 * the application.
 *
 * @see https://huggingface.co/docs/hub/oauth
 *
 * @example
 * ```ts
 * import { HuggingFace } from "@latchkey/auth/providers/huggingface";
 *
 * // Client id and secret from AUTH_HUGGINGFACE_ID and AUTH_HUGGINGFACE_SECRET.
 * const providers = [HuggingFace];
 * ```
 */
export const HuggingFace: OidcFactory = defineOidc({
  id: "huggingface",
  name: "Hugging Face",
  issuer: "https://huggingface.co",
  tokens: { access: 28_800, refresh: 7_776_000, rotates: true },
  style: { brandColor: "#ffd21e" },
});

export default HuggingFace;
