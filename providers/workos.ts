/**
 * Sign-in with WorkOS SSO.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link WorkOS} in addition to those of every provider; one of them is required. */
export interface WorkOSOptions {
  /** Id of the connection, `conn_…`. */
  connection?: string | undefined;
  /** Id of the organization whose connection is used, `org_…`. */
  organization?: string | undefined;
  /** A provider for everyone, such as `GoogleOAuth`. */
  provider?: string | undefined;
}

/** The members of WorkOS's profile object that the definition reads. */
export type WorkOSProfile = {
  id: string;
  first_name?: string | null;
  last_name?: string | null;
  email?: string;
  raw_attributes?: { picture?: string };
};

/**
 * WorkOS SSO. `connection`, `organization` or `provider` (or
 * `AUTH_WORKOS_CONNECTION` and so on) says where users sign in; for a choice
 * per user, set the authorization parameter of that name in a guard. Customers
 * set the e-mail addresses of their users.
 *
 * 1. In the dashboard, under "Redirects", add the callback URL.
 * 2. Copy the client ID. The client secret is the API key.
 * 3. Add a connection for the organization. Single sign-on is meant here;
 *    AuthKit is another API.
 *
 * @see https://workos.com/docs/reference/sso
 *
 * @example
 * ```ts
 * import { WorkOS } from "@latchkey/auth/providers/workos";
 *
 * // Client id and API key from AUTH_WORKOS_ID and AUTH_WORKOS_SECRET.
 * const providers = [WorkOS({ organization: "org_EXAMPLE" })];
 * ```
 */
export const WorkOS: OAuthFactory<WorkOSOptions, WorkOSProfile> = defineOAuth({
  id: "workos",
  name: "WorkOS SSO",
  placeholders: { connection: "", organization: "", provider: "" },
  authorization: {
    url: "https://api.workos.com/sso/authorize",
    params: {
      connection: "{connection}",
      organization: "{organization}",
      provider: "{provider}",
    },
  },
  token: "https://api.workos.com/sso/token",
  userinfo: { from: "token", root: "profile" },
  profile: { name: "first_name last_name", image: "raw_attributes.picture" },
  tokens: { refresh: false },
  style: { brandColor: "#6363f1" },
});

export default WorkOS;
