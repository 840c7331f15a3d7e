/**
 * Sign-in with SoundCloud.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/soundcloud.ts";

/** The members of SoundCloud's user object that the definition reads. */
export type SoundCloudProfile = {
  /** `soundcloud:users:<number>`, in place of the number alone. */
  urn: string;
  full_name?: string;
  username?: string;
  avatar_url?: string;
};

/**
 * SoundCloud. Register an app on the developer site, where registration is
 * closed at times. It gives no e-mail address.
 *
 * @see https://developers.soundcloud.com/docs/api/guide
 *
 * @example
 * ```ts
 * import { SoundCloud } from "@latchkey/auth/providers/soundcloud";
 *
 * // Client id and secret from AUTH_SOUNDCLOUD_ID and AUTH_SOUNDCLOUD_SECRET.
 * const providers = [SoundCloud];
 * ```
 */
export const SoundCloud: OAuthFactory<object, SoundCloudProfile> = defineOAuth({
  id: "soundcloud",
  name: "SoundCloud",
  authorization: "https://secure.soundcloud.com/authorize",
  token: "https://secure.soundcloud.com/oauth/token",
  userinfo: {
    url: "https://api.soundcloud.com/me",
    accessToken: { scheme: "OAuth" },
  },
  profile: {
    id: "urn",
    name: ["full_name", "username"],
    email: null,
    image: "avatar_url",
  },
  formerId: ({ urn }) => urn.split(":").at(-1),
  // It is the number in the URN.
  acceptFormerIds: true,
  tokens: { access: 3600, rotates: true },
  style: { brandColor: "#ff5500", logo },
});

export default SoundCloud;
