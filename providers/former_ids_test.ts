import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OAuth2Config, OIDCConfig } from "@latchkey/auth/providers";
import { EveOnline } from "@latchkey/auth/providers/eveonline";
import { Slack } from "@latchkey/auth/providers/slack";
import { SoundCloud } from "@latchkey/auth/providers/soundcloud";
import { Spotify } from "@latchkey/auth/providers/spotify";
import { Trakt } from "@latchkey/auth/providers/trakt";

/** Reads the former and the present id of a user. */
async function readIds<P extends object>(
  { profile: toUser, formerId }: OAuth2Config<P> | OIDCConfig<P>,
  profile: P,
) {
  assert.ok(typeof toUser === "function");
  const { id } = await toUser(profile, {} as never);
  return [formerId?.(profile), id];
}

const owner = "8PmzCeTKb4VFUDrHLc/AeZXDSWM=";
const team = "https://slack.com/team_id";
const urn = "soundcloud:users:308946187";
const uuid = "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c";

const users = {
  eveonline: [
    readIds(EveOnline({}), {
      sub: "CHARACTER:EVE:95465499",
      owner,
      name: "Ada",
    }),
    ["95465499", owner],
  ],
  slack: [
    readIds(Slack({}), { sub: "U0R7JM", [team]: "T0R7GR" }),
    ["U0R7JM", "T0R7GR.U0R7JM"],
  ],
  "slack, in an unknown workspace,": [
    readIds(Slack({}), { sub: "U0R7JM", [team]: "" }),
    ["U0R7JM", null],
  ],
  soundcloud: [readIds(SoundCloud({}), { urn }), ["308946187", urn]],
  spotify: [
    readIds(Spotify({}), { id: "smedjan", account_id: "31bgzk5vyx" }),
    ["smedjan", "31bgzk5vyx"],
  ],
  trakt: [readIds(Trakt({}), { ids: { slug: "ada", uuid } }), ["ada", uuid]],
} as const;

describe("an id that was given up", () => {
  for (const [name, [ids, expected]] of Object.entries(users)) {
    it(`${name} names a user by an id that cannot be another person's, and knows the former one`, async () => {
      assert.deepEqual(await ids, expected);
    });
  }
});
