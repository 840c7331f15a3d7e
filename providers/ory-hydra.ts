/**
 * Sign-in with Ory Hydra or Ory Network.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/ory-hydra.ts";

/**
 * Ory Hydra and Ory Network. `issuer` (or `AUTH_ORY_HYDRA_ISSUER`) is the URL
 * of the server, such as `https://my-project.projects.oryapis.com`. The consent
 * application decides which claims there are.
 *
 * An administrator there can mark any address as verified. With a server that
 * you do not control, leave `allowDangerousEmailAccountLinking` off: it would
 * let that administrator sign in as any user of your application.
 *
 * The `subject` that your login application accepts must never pass to another
 * person: a name or an address can.
 *
 * @see https://www.ory.com/docs/hydra/
 *
 * @example
 * ```ts
 * import { OryHydra } from "@latchkey/auth/providers/ory-hydra";
 *
 * // Client id and secret from AUTH_ORY_HYDRA_ID and AUTH_ORY_HYDRA_SECRET.
 * const providers = [
 *   OryHydra({ issuer: "https://my-project.projects.oryapis.com" }),
 * ];
 * ```
 */
export const OryHydra: OidcFactory = defineOidc({
  id: "ory-hydra",
  name: "Ory Hydra / Ory Network",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 3600, refresh: 2_592_000, rotates: true, replaced: 0 },
  backchannelLogout: true,
  style: { brandColor: "#5528ff", logo },
});

export default OryHydra;
