/**
 * Sign-in with Slack.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/slack.ts";

/** The claims of Slack that the definition reads. */
export type SlackProfile = {
  sub: string;
  "https://slack.com/team_id": string;
};

/** Options of {@link Slack} in addition to those of every provider. */
export interface SlackOptions {
  /** Id of the workspace to preselect. Users of other workspaces can still sign in. */
  team?: string | undefined;
}

/**
 * Slack. `team` (or `AUTH_SLACK_TEAM`) is the workspace to preselect; the claim
 * `https://slack.com/team_id` names the user's workspace. An account belongs to
 * one workspace: its id is made of the ids of the workspace and of the user.
 * The address can be one that Slack makes and forwards, in place of the real
 * one.
 *
 * Users of every workspace can sign in, and where a workspace has single
 * sign-on, its administrator assigns the addresses, so they do not count as
 * verified. If you accept your own workspace only, set `emailTrust: "claim"`.
 *
 * 1. At api.slack.com, create an app in a workspace.
 * 2. Under "OAuth & Permissions", add the callback URL to the redirect URLs. It
 *    must be https, even during development. Scopes need not be added.
 * 3. Leave PKCE off in the settings of the app: it cannot be switched off
 *    again, and makes the app a public client.
 * 4. Under "Basic Information", copy the client ID and the client secret. To
 *    let users of other workspaces sign in, activate public distribution.
 *
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 *
 * @example
 * ```ts
 * import { Slack } from "@latchkey/auth/providers/slack";
 *
 * // Client id and secret from AUTH_SLACK_ID and AUTH_SLACK_SECRET.
 * const providers = [Slack];
 * ```
 */
export const Slack: OidcFactory<SlackOptions, SlackProfile> = defineOidc({
  id: "slack",
  name: "Slack",
  placeholders: { team: "" },
  issuer: "https://slack.com",
  authorization: { params: { team: "{team}" } },
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["state"],
  emailTrust: "unverified",
  profile: {
    // An id of a user is unique in its workspace only.
    id: ({ sub, "https://slack.com/team_id": team }) =>
      team ? `${team}.${sub}` : undefined,
  },
  formerId: ({ sub }) => sub,
  // Slack gives the ids, and nobody can choose another user's.
  acceptFormerIds: true,
  refresh: { refusals: ["invalid_refresh_token"] },
  tokens: { rotates: true },
  style: { brandColor: "#4a154b", logo },
});

export default Slack;
