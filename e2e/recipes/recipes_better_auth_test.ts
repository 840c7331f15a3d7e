import "../../core/runtime/own_env_testkit.ts";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import type { RequestListener } from "node:http";
import type { Pool } from "pg";
import {
  createDatabase,
  findTestServer,
} from "../../adapters/servers_testkit.ts";

import { randomText } from "../../core/crypto/random.ts";
import { openSite } from "../../migrate/site_testkit.ts";
import {
  checkMove,
  createOldAuth,
  signUp,
} from "../../migrate/better-auth_move_testkit.ts";
import { writeBetterAuth } from "./recipes_better_auth.ts";

let folder = "";

function load(file: string): Promise<{ app: RequestListener; database: Pool }> {
  return import(`file://${folder}/${file}`);
}

const { url: server, skip } = findTestServer("TEST_POSTGRES_URL");

describe("docs/migrate/better-auth.md", { skip }, () => {
  let database = { url: "", drop: async () => {} };
  before(async () => {
    if (skip) return;
    database = await createDatabase(server);
    folder = await writeBetterAuth("better-auth");
  });
  after(() => database.drop());

  it("the application of the page moves its visitors", async () => {
    const site = await openSite();
    Object.assign(process.env, {
      DATABASE_URL: database.url,
      BETTER_AUTH_URL: site.origin,
      BETTER_AUTH_SECRET: randomText(32),
      AUTH_SECRET: randomText(32),
    });
    const old = await load("old.js");
    const moved = await load("moved.ts");
    try {
      // Its tables.
      await createOldAuth(site, { database: old.database });
      site.run(old.app);
      const move = { site, old: old.app, moved: moved.app };
      await checkMove(move, await signUp(site));
    } finally {
      await site.stop();
      await old.database.end();
      await moved.database.end();
    }
  });
});
