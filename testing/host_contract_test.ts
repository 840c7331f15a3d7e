import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createContractConfig,
  hostContract,
  runHostContract,
} from "@latchkey/auth/testing/host-contract";
import { openBackstage } from "./host/backstage.ts";
import { createGates } from "./host/gates.ts";

function refuse(): never {
  throw new Error("there is no application");
}

describe("the contract of hosts", () => {
  it("each of its cases has an id and a sentence of its own", () => {
    const { cases } = hostContract({ start: refuse });
    assert.ok(cases.length >= 60);
    assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length);
    assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
    for (const { id } of cases) assert.match(id, /^[a-z]+(?:-[a-z]+)*$/);
  });

  it("a case whose capability is missing is skipped, and starts nothing", async () => {
    const { cases, close } = hostContract({ start: refuse, has: ["cache"] });
    const skipped = cases.filter(({ skip }) => skip !== false);
    for (const { needs, skip, run } of skipped) {
      assert.ok(needs.length > 0 && !needs.includes("cache"));
      assert.equal(await run(), skip);
      assert.equal(skip, `the application has no ${needs.join(", ")}`);
    }
    assert.ok(skipped.length > 0);
    await close();
  });

  it("an application that does not start fails its cases, with the reason", async () => {
    const rows = await runHostContract({ start: refuse });
    for (const { id, verdict, reason } of rows) {
      assert.notEqual(id, "");
      if (verdict === "skipped") continue;
      assert.deepEqual([verdict, reason], [
        "failed",
        "there is no application",
      ]);
    }
  });

  it("a configuration without the suite's variables is an error that names one", () => {
    assert.throws(() => createContractConfig({}), /^Error: CONTRACT_SECRET/);
  });

  it("copies of the configuration share users, and other applications do not", async () => {
    const { env, close } = await openBackstage();
    const { adapter } = createContractConfig(env);
    assert.equal(createContractConfig({ ...env }).adapter, adapter);
    const other = { ...env, CONTRACT_SECRET: `${env.CONTRACT_SECRET} again` };
    assert.notEqual(createContractConfig(other).adapter, adapter);
    await close();
  });
});

describe("createGates()", () => {
  it("a gate opens when as many wait as it was made for, or by hand", async () => {
    const gates = createGates();
    const meeting = gates.create(2);
    let passed = 0;
    const first = gates.wait(meeting.name).then(() => passed++);
    await Promise.resolve();
    assert.equal(passed, 0);
    await Promise.all([first, gates.wait(meeting.name)]);
    const closed = gates.create();
    const late = gates.wait(closed.name);
    closed.open();
    await late;
    await gates.wait("no such gate");
  });
});
