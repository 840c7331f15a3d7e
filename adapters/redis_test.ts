import assert from "node:assert/strict";
import { after, before, describe, it, mock } from "node:test";
import { createDenoKvAdapter } from "@latchkey/auth/adapters/deno-kv";
import {
  createRedisSessions,
  createRedisStore,
} from "@latchkey/auth/adapters/redis";
import { createSplitAdapter } from "@latchkey/auth/adapters/split";
import { adapterContract } from "@latchkey/auth/testing/adapter-contract";
import { storeContract } from "@latchkey/auth/testing/store-contract";
import { imitateKv } from "./deno_kv_testkit.ts";
import { HOUR, toSession } from "./records_testkit.ts";
import {
  age,
  clients,
  findTestServer,
  listKeys,
  type RedisConnection,
} from "./servers_testkit.ts";

const server = findTestServer("TEST_REDIS_URL");

/**
 * Redis removes expired keys by itself; two databases have no common
 * transaction.
 */
const inapplicable = [
  "deleteExpired removes a bounded number of expired rows",
  "deleteExpired never removes live rows",
  "listSessionPage gives every live session once, newest first",
  "listSessionPage goes on behind a session that is gone",
  "a taken session token leaves no user",
];

describe("Redis", { skip: server.skip }, () => {
  for (const [name, open] of Object.entries(clients)) {
    describe(name, () => {
      const run = `test:${crypto.randomUUID()}:`;
      let connection: RedisConnection;
      before(async () => {
        connection = await open(server.url);
      });
      after(async () => {
        for (const key of await listKeys(connection, run)) {
          await connection.send("DEL", key);
        }
        await connection.close();
      });
      addContracts(() => connection, run);
      addSessionTests(() => connection, run);
      addClockTest(() => connection);
    });
  }
});

function toPrefix(run: string): string {
  return `${run}${crypto.randomUUID()}:`;
}

function addContracts(connect: () => RedisConnection, run: string): void {
  const createAdapter = () =>
    createSplitAdapter({
      users: createDenoKvAdapter(imitateKv()),
      sessions: createRedisSessions(connect().client, {
        prefix: toPrefix(run),
      }),
    });
  for (const one of adapterContract(createAdapter)) {
    if (inapplicable.includes(one.name)) continue;
    // An audit trail has to outlive a crash, and what is in Redis may not.
    if (one.needs.includes("addAuditRecords")) continue;
    it(one.name, async () => assert.equal(await one.run(), null));
  }
  const createStore = () =>
    createRedisStore(connect().client, { prefix: toPrefix(run) });
  const options = { advance: (ms: number) => age(connect(), run, ms) };
  for (const one of storeContract(createStore, options)) {
    it(`${one.name}, in the store`, async () =>
      assert.equal(await one.run(), null));
  }
}

function addClockTest(connect: () => RedisConnection): void {
  it("the store tells the time of the server", async () => {
    const store = createRedisStore(connect().client);
    const time = await store.readClock?.() ?? 0;
    assert.ok(Math.abs(time - Date.now()) < HOUR);
  });
}

function addSessionTests(connect: () => RedisConnection, run: string): void {
  const create = () => {
    const prefix = toPrefix(run);
    const sessions = createRedisSessions(connect().client, { prefix });
    return { prefix, sessions };
  };
  const readEnd = async (key: string) =>
    Number(await connect().send("PEXPIRETIME", key));

  it("every key expires by itself, with the keys that belong to it", async () => {
    const { prefix, sessions } = create();
    const first = toSession("ada");
    const expires = new Date(Date.now() + 2 * HOUR);
    const second = { ...toSession("ada"), expires };
    await sessions.createSession(second);
    await sessions.createSession(first);
    const [identifier, token] = ["ada@example.com", "token"];
    await sessions.createVerificationToken({ identifier, token, expires });
    const keys = await listKeys(connect(), prefix);
    assert.equal(keys.length, 4);
    const ends = await Promise.all(keys.map(readEnd));
    const expected = [+first.expires, +expires, +expires, +expires];
    assert.deepEqual(ends.sort(), expected.sort());
    const later = new Date(Date.now() + 5 * HOUR);
    const { sessionToken } = first;
    await sessions.updateSession({ sessionToken, expires: later });
    assert.equal(await readEnd(`${prefix}session:${sessionToken}`), +later);
    assert.equal(await readEnd(`${prefix}sessions:ada`), +later);
  });

  it("a process whose clock is ahead keeps sessions in the list that Redis keeps", async () => {
    const { sessions } = create();
    const expires = new Date(Date.now() + 30_000);
    await sessions.createSession({ ...toSession("ada"), expires });
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 60_000 });
    try {
      await sessions.createSession(toSession("ada"));
    } finally {
      mock.timers.reset();
    }
    assert.equal((await sessions.listSessionsByUserId("ada")).length, 2);
    await sessions.deleteSessionsByUserId("ada");
    assert.deepEqual(await sessions.listSessionsByUserId("ada"), []);
  });

  it("expired and deleted tokens are removed from a user's list", async () => {
    const { prefix, sessions } = create();
    const list = `${prefix}sessions:ada`;
    await connect().send("ZADD", list, `${Date.now() - 1}`, "expired");
    const [kept, gone] = [toSession("ada"), toSession("ada")];
    await sessions.createSession(kept);
    await sessions.createSession(gone);
    await sessions.deleteSession(gone.sessionToken);
    const tokens = await connect().send("ZRANGE", list, "0", "-1");
    assert.deepEqual(tokens, [kept.sessionToken]);
  });

  it("a user's sessions are listed and ended, even if the list names missing ones", async () => {
    const { prefix, sessions } = create();
    const [kept, gone] = [toSession("ada"), toSession("ada")];
    await sessions.createSession(kept);
    await sessions.createSession(gone);
    await connect().send("DEL", `${prefix}session:${gone.sessionToken}`);
    const list = await sessions.listSessionsByUserId("ada");
    assert.deepEqual(list, [kept]);
    await sessions.deleteSessionsByUserId("ada");
    assert.equal(await sessions.getSession(kept.sessionToken), null);
  });

  it("all 1,500 sessions end, and none of another application", async () => {
    const { sessions } = create();
    const other = create();
    const stranger = toSession("stranger");
    await other.sessions.createSession(stranger);
    const all = Array.from({ length: 1500 }, (_, i) => toSession(`user ${i}`));
    await Promise.all(all.map((one) => sessions.createSession(one)));
    await sessions.deleteSessionsByUserId(null);
    const left = await Promise.all(
      all.map((one) => sessions.getSession(one.sessionToken)),
    );
    assert.deepEqual(left.filter((one) => one !== null), []);
    const found = await other.sessions.getSession(stranger.sessionToken);
    assert.deepEqual(found, stranger);
  });

  it("a prefix is taken literally, although SCAN has patterns", async () => {
    const start = toPrefix(run);
    const session = toSession("ada");
    const one = createRedisSessions(connect().client, {
      prefix: `${start}[a]*:`,
    });
    const two = createRedisSessions(connect().client, {
      prefix: `${start}ab:`,
    });
    await one.createSession(session);
    await two.createSession(session);
    await one.deleteSessionsByUserId(null);
    assert.equal(await one.getSession(session.sessionToken), null);
    assert.deepEqual(await two.getSession(session.sessionToken), session);
  });

  it("an unreadable session is an error, and never counts as missing", async () => {
    const { prefix, sessions } = create();
    await connect().send("SET", `${prefix}session:broken`, "{");
    await assert.rejects(async () => await sessions.getSession("broken"));
  });
}

describe("a Redis client", () => {
  it("a value that is not a client is refused with a message", () => {
    assert.throws(
      () => createRedisStore({} as never),
      /neither one of redis \(createClient\) nor one of ioredis/,
    );
  });

  it("a client that adds a prefix itself is refused, because SCAN would not match", () => {
    const call = () => Promise.resolve(null);
    assert.throws(
      () => createRedisSessions({ call, options: { keyPrefix: "app:" } }),
      /has a keyPrefix; use the option prefix/,
    );
  });

  it("a client of a cluster gets one key in each command, and never reads from a replica", async () => {
    const sent: unknown[][] = [];
    const cluster = {
      masters: ["one", "two"],
      nodeClient: (node: string) => ({
        sendCommand: (args: string[]) => {
          sent.push([node, ...args]);
          return Promise.resolve(["0", []]);
        },
      }),
      sendCommand: (
        key: string | undefined,
        isReadonly: boolean | undefined,
        args: string[],
      ) => {
        sent.push([key, isReadonly, ...args]);
        return Promise.resolve(null);
      },
    };
    const prefix = "p:";
    const store = createRedisStore(cluster, { prefix });
    assert.deepEqual(await store.get(["a", "b"]), [null, null]);
    await createRedisSessions(cluster, { prefix }).deleteSessionsByUserId(null);
    assert.deepEqual(sent.map((command) => command.slice(0, 4)), [
      ["p:store:a", false, "GET", "p:store:a"],
      ["p:store:b", false, "GET", "p:store:b"],
      ["one", "SCAN", "0", "MATCH"],
      ["two", "SCAN", "0", "MATCH"],
    ]);
  });

  it("a client of redis times writes, and only those reads that may wait to be written", async () => {
    const limits: unknown[] = [];
    const settle: ((fails: boolean) => void)[] = [];
    const client = {
      isReady: true,
      sendCommand: ([name]: string[], options?: { readonly timeout: number }) =>
        new Promise((resolve, reject) => {
          limits.push(`${name} ${options?.timeout ?? "as configured"}`);
          settle.push((fails) => fails ? reject(new Error()) : resolve(["1"]));
        }),
    };
    const store = createRedisStore(client);
    const read = () => Promise.resolve(store.get(["a"])).catch(() => null);
    const many = Array.from({ length: 1001 }, read);
    many.push(Promise.resolve(store.set("a", "1", 60)).then(() => null));
    const [untimed = "", ...others] = new Set(limits.splice(0));
    assert.equal(untimed, "MGET 0");
    assert.deepEqual(others, ["MGET as configured", "SET as configured"]);
    settle.splice(0).forEach((end, i) => end(i % 2 === 0));
    await Promise.all(many);
    for (client.isReady of [true, false]) void read();
    assert.deepEqual(limits, ["MGET 0", "MGET as configured"]);
  });

  it("a client may answer with bytes", async () => {
    const sendCommand = () =>
      Promise.resolve([new TextEncoder().encode("é"), null]);
    const store = createRedisStore({ sendCommand });
    assert.deepEqual(await store.get(["a", "b"]), ["é", null]);
  });

  it("a client's answer that is not a list is an error, never 'not there'", async () => {
    const sendCommand = () => Promise.resolve("QUEUED");
    const store = createRedisStore({ sendCommand });
    await assert.rejects(async () => await store.get(["a"]), /MGET/);
  });
});
