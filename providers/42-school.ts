/**
 * Sign-in with 42 School.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/42-school.ts";

/** The members of the user object of 42 that the definition reads. */
export type FortyTwoSchoolProfile = {
  id: number;
  usual_full_name?: string | null;
  displayname?: string | null;
  email?: string | null;
  image?: { link?: string | null } | null;
};

/**
 * 42 School. Register the application in the intranet, under "Settings", "API".
 *
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow
 *
 * @example
 * ```ts
 * import { FortyTwoSchool } from "@latchkey/auth/providers/42-school";
 *
 * // Client id and secret from AUTH_42_SCHOOL_ID and AUTH_42_SCHOOL_SECRET.
 * const providers = [FortyTwoSchool];
 * ```
 */
export const FortyTwoSchool: OAuthFactory<object, FortyTwoSchoolProfile> =
  defineOAuth({
    id: "42-school",
    name: "42 School",
    authorization: "https://api.intra.42.fr/oauth/authorize?scope=public",
    token: "https://api.intra.42.fr/oauth/token",
    userinfo: "https://api.intra.42.fr/v2/me",
    checks: ["state"],
    profile: { name: ["usual_full_name", "displayname"], image: "image.link" },
    revocation: "https://api.intra.42.fr/oauth/revoke",
    tokens: { access: 7200 },
    style: { brandColor: "#00babc", logo },
  });

export default FortyTwoSchool;
