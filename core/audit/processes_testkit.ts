/**
 * For tests only: a program that makes records of the audit trail in a table,
 * and says each one that it has made.
 *
 * @module
 */

import "../runtime/test_mode_testkit.ts";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { createAuth } from "@latchkey/auth";
import { createSqliteAdapter } from "@latchkey/auth/adapters/sqlite";

const [path = "", name = "", count = "0"] = process.argv.slice(2);
const db = new DatabaseSync(path);
db.exec("PRAGMA busy_timeout = 10000");
const auth = createAuth({
  secret: "a random text of at least 32 characters",
  providers: [],
  adapter: createSqliteAdapter(db),
  session: { strategy: "jwt" },
  audit: { sink: "adapter", timeout: 20 },
});
for (let i = 0; i < Number(count); i++) {
  const user = `${name} ${i}`;
  await auth.revoke({ user });
  process.stdout.write(`${user}\n`);
}
