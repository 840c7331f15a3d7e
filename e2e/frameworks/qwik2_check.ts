/**
 * Builds an application of Qwik 2, and runs the contract of hosts on it. It
 * takes too long for every run.
 *
 * @module
 */

import { after, before, describe, it } from "node:test";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { declareContract } from "./shared/declare_contract.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import {
  assertAccount,
  makeUser,
  makeVisitor,
} from "../../testing/host/visitor.ts";
import { buildQwik, checkBrowser, checkBuild } from "./qwik_common.ts";
import { runApp } from "./run_app.ts";

const built = await buildQwik("qwik2");
const start = (env: ContractEnvironment) =>
  runApp(built, { args: ["server/entry.node.js"] }, env);

describe("the contract of hosts: Qwik 2", () => {
  declareContract({
    start,
    // An application of Qwik may have pages of its own below the base path.
    has: ["actions", "forwarded", "proxy"],
  });
});

checkBuild("Qwik 2", built);

describe("Qwik 2 beyond the contract", () => {
  let backstage: Backstage;
  let app: HostApp;
  before(async () => {
    backstage = await openBackstage();
    app = await openApp(start, backstage);
  });
  after(async () => {
    await app?.close();
    await backstage?.close();
  });

  it("a page that shows the session is not kept for everybody, though it asks for it", async () => {
    for (let i = 0; i < 2; i++) {
      const user = await makeUser(app);
      const page = await user.browser.goto(app.url("/kept"));
      await assertAccount(page, user.person.name, "of its own");
      const visitor = makeVisitor(app);
      const other = await visitor.browser.goto(app.url("/kept"));
      await assertAccount(other, "nobody", "afterwards");
    }
  });
});

checkBrowser("Qwik 2", start);
