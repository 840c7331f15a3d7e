import { defineOidc, type OidcFactory } from "../core/providers/define.ts";
import { logo } from "./logos/slack.ts";

/** Options of {@link Slack} in addition to those of every provider. */
export interface SlackOptions {
  /** Id of the workspace to preselect. Users of other workspaces can still sign in. */
  team?: string | undefined;
}

/**
 * Slack. Create an app, and add the callback URL under "OAuth & Permissions",
 * "Redirect URLs"; it must be https, also during development. `team` can also
 * be set as `AUTH_SLACK_TEAM`; the claim `https://slack.com/team_id` names the
 * user's workspace.
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
export const Slack: OidcFactory<SlackOptions> = defineOidc({
  id: "slack",
  name: "Slack",
  placeholders: { team: "" },
  issuer: "https://slack.com",
  authorization: { params: { team: "{team}" } },
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["state"],
  tokens: { rotates: true },
  style: { brandColor: "#4a154b", logo },
});

export default Slack;
