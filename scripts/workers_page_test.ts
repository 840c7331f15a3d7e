import { DatabaseSync } from "node:sqlite";
import { describe, it, mock } from "node:test";
import type { Store } from "@latchkey/auth";
import { storeContract } from "@latchkey/auth/testing/store-contract";
import { root } from "./command.ts";

const page = await Deno.readTextFile(`${root}docs/workers.md`);

/** Creates the store of the page over a database of the page's table. */
async function loadStore(): Promise<() => Store> {
  const code = /```ts\n(\/\/ src\/store\.ts.*?)```/s.exec(page)?.[1] ?? "";
  const table = /^ \* (CREATE TABLE .*)$/m.exec(code)?.[1] ?? "";
  const url = `data:text/typescript,${encodeURIComponent(code)}`;
  const { createD1Store } = await import(url);
  return () => {
    const db = new DatabaseSync(":memory:");
    db.exec(table);
    return createD1Store(toD1(db));
  };
}

/** The functions of D1, which is SQLite, over the SQLite of this process. */
function toD1(db: DatabaseSync) {
  const prepare = (query: string) => ({
    bind: (...values: (string | number)[]) => ({
      all: () => Promise.resolve({ results: db.prepare(query).all(...values) }),
      run: () => {
        const { changes } = db.prepare(query).run(...values);
        return Promise.resolve({ meta: { changes: Number(changes) } });
      },
    }),
  });
  return { prepare };
}

const createStore = await loadStore();

describe("the store for D1 of the page about Workers", () => {
  const advance = (ms: number) => mock.timers.tick(ms);
  for (const { name, run } of storeContract(createStore, { advance })) {
    it(name, async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 15) });
      try {
        await run();
      } finally {
        mock.timers.reset();
      }
    });
  }
});
