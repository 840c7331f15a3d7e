import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Adapter,
  adapterContract,
  type ContractRow,
  runAdapterContract,
} from "@latchkey/auth/testing/adapter-contract";
import {
  areas,
  createBroken,
  createGood,
} from "./contract/mutations_testkit.ts";

function toFailed(rows: readonly ContractRow[]): string[] {
  return rows.filter((row) => row.verdict === "failed").map((row) => row.name);
}

describe("the adapter contract", () => {
  it("an adapter with every method passes", async () => {
    const rows = await runAdapterContract(createGood);
    for (const { name, verdict, reason } of rows) {
      assert.equal(verdict, "passed", `${name}: ${reason}`);
    }
  });

  it("every case is in an area, whose test shows that it can fail", () => {
    assert.deepEqual(
      Object.values(areas).flat().map((one) => one.name).sort(),
      adapterContract(createGood).map((one) => one.name).sort(),
    );
  });

  it("every case has a unique name, and a recommended one has a reason", () => {
    const cases = adapterContract(createGood);
    const names = cases.map((one) => one.name);
    assert.equal(new Set(names).size, names.length);
    for (const { level, reason, needs } of cases) {
      assert.equal(level === "recommended", reason !== "");
      assert.ok(needs.length > 0);
    }
  });

  it("a case that the adapter cannot run is skipped, with the reason", async () => {
    const rows = await runAdapterContract(() => ({
      deleteSession: () => null,
    }));
    const tried = rows.filter((row) => row.verdict !== "skipped");
    assert.equal(tried.length, 1);
    const skipped = rows.find((row) => row.verdict === "skipped");
    assert.match(skipped?.reason ?? "", /^the adapter has no createUser/);
  });

  it("the adapter is disposed of after each case, passed or not", async () => {
    const open = new Set<Adapter>();
    const create = () => {
      const adapter = createBroken(() => ({ getUser: () => null }))();
      open.add(adapter);
      return adapter;
    };
    const dispose = (adapter: Adapter) => {
      assert.equal(open.size, 1);
      open.delete(adapter);
    };
    const rows = await runAdapterContract(create, { dispose });
    assert.ok(toFailed(rows).length > 0);
    assert.equal(open.size, 0);
  });

  it("a failure says what was expected and what was found", async () => {
    const mutate = () => ({ getUserByEmail: () => undefined as never });
    const rows = await runAdapterContract(createBroken(mutate));
    const row = rows.find((one) =>
      one.name === "an unknown address gives null"
    );
    assert.equal(
      row?.reason,
      "getUserByEmail: expected null, got undefined",
    );
  });
});
