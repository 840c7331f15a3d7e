import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDenoKvAdapter } from "@latchkey/auth/adapters/deno-kv";
import {
  type Adapter,
  adapterContract,
  type AdapterSession,
  type ContractRow,
  runAdapterContract,
} from "@latchkey/auth/testing/adapter-contract";
import { imitateKv } from "../adapters/deno_kv_testkit.ts";
import { mutations } from "./adapter_mutations_testkit.ts";

/** Creates an adapter that passes every case. */
function createGood(): Required<Adapter> {
  const adapter = createDenoKvAdapter(imitateKv());
  return {
    ...adapter,
    deleteExpired: () => 0,
    listSessionPage: async (userId, after, limit) => {
      const all = await adapter.listSessionsByUserId(userId);
      return all.sort(compare)
        .filter((one) => after === null || compare(after, one) < 0)
        .slice(0, limit);
    },
  };
}

type Place = Pick<AdapterSession, "sessionToken" | "createdAt">;

/** Orders sessions, newest first; a token decides between two of one moment. */
function compare(one: Place, other: Place): number {
  return Number(other.createdAt) - Number(one.createdAt) ||
    Number(other.sessionToken > one.sessionToken) -
      Number(other.sessionToken < one.sessionToken);
}

/** Breaks a good adapter in one place. */
function createBroken(
  mutate: (good: Required<Adapter>) => Adapter,
): () => Adapter {
  return () => {
    const good = createGood();
    return { ...good, ...mutate(good) };
  };
}

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

  const names = adapterContract(createGood).map((one) => one.name);
  const broken = new Set(Object.values(mutations).map((one) => one.breaks));
  /** The cases that no mutation is about, and that have not failed so far. */
  const left = new Set(names.filter((name) => !broken.has(name)));
  for (const [name, { breaks, mutate }] of Object.entries(mutations)) {
    it(`the contract notices that ${name}`, async () => {
      const cases = adapterContract(createBroken(mutate))
        .filter((one) => one.name === breaks || left.has(one.name));
      const failed: string[] = [];
      for (const one of cases) {
        await one.run().catch(() => failed.push(one.name));
      }
      for (const one of failed) left.delete(one);
      assert.ok(failed.includes(breaks), `${breaks}; failed: ${failed}`);
    });
  }

  it("every case can fail", () => {
    assert.deepEqual([...left], []);
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
