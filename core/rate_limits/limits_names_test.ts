/**
 * Tests `limits.credentials.failures` with several names that are counted as
 * one account.
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  addAttempt,
  EMPTY,
  endRow,
  readLog,
  writeLog,
} from "./sliding_window.ts";
import { makeProvider } from "../methods/credentials/credentials_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { recordSuccess, type Try } from "./limits.ts";
import { addresses } from "./limits_simulation_testkit.ts";
import { attempt, createSite, succeed } from "./limits_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const DAY = 86_400;
const here = "203.0.113.7";
const email = "ada@example.test";
const account = `credentials ${email}`;
const lookAlikes = [
  "ada\u200b@example.test",
  "ad\u00ada@example.test",
  "\u00e1d\u00e1@example.test",
  "ada@example.test.",
  "\uff41da@example.test",
].map((name) => `credentials ${name}`);

function createLimited(failures: number) {
  return createSite({
    providers: [
      makeProvider({
        credentials: { email: {}, password: { type: "password" } },
      }),
      { id: "email", type: "email", from: "a@b.example", sendMail: () => {} },
    ],
    limits: { credentials: { failures } },
  });
}

type Site = ReturnType<typeof createLimited>;

async function fail(site: Site, times: number, name = account): Promise<void> {
  for (const address of addresses(times)) {
    const wait = await attempt(site.from(address), { account: name });
    assert.notEqual(wait, DAY, "closed too early");
    if (wait === 0) continue;
    mock.timers.tick(wait * 1000);
    assert.equal(await attempt(site.from(address), { account: name }), 0);
  }
}

const isClosed = async (site: Site, name = account) =>
  await attempt(site.from(here), { account: name }) === DAY;

describe("a success under a name that is counted as the same account", () => {
  for (const name of lookAlikes) {
    it(`a success under ${JSON.stringify(name)} does not reset the count of the other name`, async () => {
      const site = createLimited(20);
      for (let i = 0; i < 4; i++) {
        await fail(site, 5 - (i === 3 ? 1 : 0));
        mock.timers.tick(3600_000);
        const device = await succeed(site.from(here), { account: name });
        mock.timers.tick(3600_000);
        await succeed(site.from(here, device), { account: name });
        mock.timers.tick(3600_000);
      }
      await fail(site, 1);
      assert.ok(await isClosed(site));
    });
  }

  it("a success by mail does not reset the count of the other name", async () => {
    const site = createLimited(20);
    const name = "credentials \u00e1da@example.test";
    await fail(site, 20, name);
    assert.ok(await isClosed(site, name));
    const mail: Try = { kind: "email", account: email };
    await recordSuccess(site.from(here), mail);
    assert.ok(await isClosed(site, name));
  });

  it("a success at another host does not reset the count", async () => {
    const site = createLimited(20);
    await fail(site, 20);
    const elsewhere = {
      ...site.from(here),
      origin: "https://other.example",
    };
    await recordSuccess(elsewhere, { kind: "email", account: email });
    assert.ok(await isClosed(site));
    await recordSuccess(site.from(here), { kind: "email", account: email });
    assert.ok(!await isClosed(site));
  });
});

describe("failures under names that are counted as the same account", () => {
  it("failures close the account together, and a success of its owner resets them", async () => {
    const site = createLimited(20);
    const device = await succeed(site.from(here), { account });
    for (const name of lookAlikes) await fail(site, 4, name);
    mock.timers.tick(3600_000);
    assert.ok(await isClosed(site));
    for (const name of lookAlikes) assert.ok(await isClosed(site, name), name);
    await succeed(site.from(here, device), { account });
    assert.ok(!await isClosed(site));
    // There was no sign-in under these names.
    for (const name of lookAlikes) assert.ok(await isClosed(site, name), name);
  });

  it("failures count for one name if addresses differ in letter case", async () => {
    const site = createLimited(20);
    await fail(site, 19);
    mock.timers.tick(5 * 3600_000);
    await succeed(site.from(here), { account: "credentials ADA@Example.test" });
    mock.timers.tick(5 * 3600_000);
    await fail(site, 19);
  });

  it("failures of a user who mistypes now and then do not add up over the years", async () => {
    const site = createLimited(10);
    for (let i = 0; i < 200; i++) {
      await fail(site, 2);
      mock.timers.tick(3600_000);
      await succeed(site.from(here), { account });
      mock.timers.tick(DAY * 1000);
    }
    assert.ok(!await isClosed(site, lookAlikes[0]));
  });
});

describe("the log of a closed account", () => {
  const measure = (typed: string) =>
    ({
      kind: "bucket",
      max: 5,
      room: 5,
      pause: 30,
      failures: 10,
      typed,
    }) as const;

  it("the log keeps four names, the latest first, as text", () => {
    const names = ["aaaaaaa1", "bbbbbb-2", "cccccc_3", "ddddddd4", "eeeeeee5"];
    let log = addAttempt(EMPTY, measure("?"), NOON);
    for (const name of names) log = endRow(log, measure(name));
    log = addAttempt(log, measure("ddddddd4"), NOON);
    const text = writeLog(log);
    const read = readLog(text, measure("?"), NOON);
    assert.deepEqual(read, log);
    assert.deepEqual(
      read.proved.map(({ typed, before, own }) => [typed, before, own]),
      [["eeeeeee5", 1, 0], ["ddddddd4", 1, 1], ["cccccc_3", 1, 0], [
        "bbbbbb-2",
        1,
        0,
      ]],
    );
  });

  it("the log accepts no name that excuses more failures than there are, and no malformed one", () => {
    const good = `;${[0, 0, 5].join(",")}`;
    for (
      const bad of [
        "aaaaaaaa.6.0",
        "aaaaaaaa.0.6",
        "aaaaaaaa.1",
        "aaaaaaaa..1",
        "aaaaaaa.1.1",
        "aaaaaaaa.-1.0",
        "aaaaaaaa.1.1.1",
        "",
        ",,",
      ]
    ) {
      const read = readLog(`${good};${bad}`, measure("aaaaaaaa"), NOON);
      assert.equal(read.row, 5, bad);
      assert.deepEqual(read.proved, [], bad);
    }
    const read = readLog(`${good};aaaaaaaa.5.1`, measure("aaaaaaaa"), NOON);
    assert.deepEqual(read.proved, [{ typed: "aaaaaaaa", before: 5, own: 1 }]);
  });
});
