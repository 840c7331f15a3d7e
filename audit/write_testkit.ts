/** For tests only: a program that writes records to a file. */

import process from "node:process";
import { createAuditFile } from "@latchkey/auth/audit/file";
import { makeRecord } from "./record_testkit.ts";

const [path = "", user = ""] = process.argv.slice(2);
const write = createAuditFile({ path });
for (let i = 0; i < 100; i++) {
  // Longer than a block of most disks.
  const userAgent = `${i} `.repeat(2000);
  const record = () => makeRecord(i, { user, userAgent });
  await write([record(), record()]);
}
