import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WrongCall } from "../command.ts";
import { parseOptions, toKind } from "./options.ts";

const call = ["--config", "auth.ts", "--database", "app.db", "--old", "0.1.0"];

describe("the arguments of rehearse", () => {
  it("name the module, the database and the version, and hide ids unless asked", () => {
    assert.deepEqual(parseOptions(call), {
      ...{ config: "auth.ts", database: "app.db", old: "0.1.0" },
      ...{ tables: null, prefix: "auth_", ids: false, json: false },
    });
    const { ids, json, prefix } = parseOptions([
      ...call,
      ...["--ids", "--json", "--prefix="],
    ]);
    assert.deepEqual([ids, json, prefix], [true, true, ""]);
  });

  it("name a file of SQLite or a URL of PostgreSQL", () => {
    assert.equal(toKind("./postgres.db"), "sqlite");
    assert.equal(toKind("postgres://localhost/app"), "postgres");
    assert.equal(toKind("postgresql:///app?host=/tmp"), "postgres");
  });

  it("that are missing or unknown are refused, and so is a URL that is none", () => {
    const wrong = [
      call.slice(2),
      call.slice(0, 2),
      call.slice(0, 4),
      [...call, "--force"],
      [...call, "another"],
      call.map((one) => one === "app.db" ? "postgres://me:a/b@host/app" : one),
    ];
    for (const args of wrong) {
      assert.throws(() => parseOptions(args), WrongCall, args.join(" "));
    }
  });
});
