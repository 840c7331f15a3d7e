/** Runs the applications of the guides for movers, before and after their diffs. */

import "../../core/runtime/own_env_testkit.ts";
import type { RequestListener } from "node:http";
import { before, it } from "node:test";
import { MemoryStore } from "express-session";
import { assertMove } from "../../migrate/move_testkit.ts";
import { guides, writeDiffs } from "./diffs.ts";

const pages = {
  "iron-session": { cookie: "my-app", userId: "user-1", isStored: false },
  passport: { cookie: "connect.sid", userId: "Ada", isStored: true },
};

let folder = "";

before(async () => {
  folder = await writeDiffs("migrate-diffs");
});

for (const page of guides) {
  it(`the application of docs/migrate/${page}.md moves as the page says`, async () => {
    Reflect.set(globalThis, "oldStore", new MemoryStore());
    const load = async (name: string): Promise<RequestListener> =>
      (await import(`file://${folder}/${page}/${name}.ts`)).default;
    const old = { app: await load("before"), accept: [], ...pages[page] };
    await assertMove(old, await load("after"));
  });
}
