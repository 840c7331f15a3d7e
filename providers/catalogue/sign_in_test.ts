import { afterEach, describe, it } from "node:test";
import { endTest } from "../../testing/checks_testkit.ts";
import { readRows } from "./facts_testkit.ts";
import { signInAt } from "./sign_in_testkit.ts";

afterEach(endTest);

const rows = await readRows();

describe("a sign-in at each provider", () => {
  for (const row of rows) {
    it(`${row.id} gets the requests and gives the user of its facts`, async () => {
      await signInAt(row);
    });
    it(`${row.id} does not vouch for an address that it has not verified`, async () => {
      await signInAt(row, { isVerified: false });
    });
  }
});
