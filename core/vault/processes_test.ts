import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { migratePostgres } from "@latchkey/auth/adapters/postgres";
import { ReauthenticationRequired } from "@latchkey/auth/errors";
import {
  createBrowser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import {
  createDatabase,
  drivers,
  findTestServer,
} from "../../adapters/servers_testkit.ts";

import { randomText } from "../crypto/random.ts";
import { rejections, until } from "../../testing/checks_testkit.ts";
import { app } from "../../testing/app_testkit.ts";
import {
  type ChildOrder,
  type ChildResult,
  openShared,
  type Shared,
} from "./processes_testkit.ts";
import { startProgram, waitForEnd } from "../../testing/program_testkit.ts";

const postgres = findTestServer("TEST_POSTGRES_URL");
const redis = findTestServer("TEST_REDIS_URL");

/** Another process, which begins when it is told to. */
interface Child {
  readonly isReady: Promise<void>;
  /** Returns what it says to an order, or the signal that ended it. */
  ask(order: ChildOrder): Promise<ChildResult | string>;
  kill(): void;
}

function start(shared: Shared): Child {
  const program = ["./processes_testkit", import.meta.url] as const;
  const child = startProgram(program, [JSON.stringify(shared)]);
  const end = waitForEnd(child).then(({ signal, errors }) => signal ?? errors);
  assert.ok(child.stdout);
  const lines = createInterface({ input: child.stdout });
  const readLine = () =>
    new Promise<string>((resolve) => lines.once("line", resolve));
  return {
    isReady: Promise.race([readLine(), end]).then(() => {}),
    ask: async (order) => {
      const answer = readLine().then((line) => JSON.parse(line));
      child.stdin?.write(`${JSON.stringify(order)}\n`);
      return await Promise.race([answer, end]);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Serves the provider on a port, so that other processes reach it. */
async function serveProvider(): Promise<
  { op: FaultProvider; close: () => Promise<void> }
> {
  let op: FaultProvider | null = null;
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req.setEncoding("utf8")) body += chunk;
    const response = await op?.handler(toRequest(req, body));
    if (response === undefined) return;
    res.writeHead(response.status, Object.fromEntries(response.headers));
    res.end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  op = await createFaultProvider({
    issuer: `http://127.0.0.1:${port}`,
    refreshTokens: "revokes",
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { op, close };
}

function toRequest(
  { url, method = "GET", headers }: IncomingMessage,
  body: string,
): Request {
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, `${value}`]),
    body: method === "GET" ? null : body,
  });
}

describe("processes that share PostgreSQL and Redis", {
  skip: postgres.skip || redis.skip,
}, () => {
  let shared: Shared;
  let op: FaultProvider;
  let auth: ReturnType<typeof createAuth>;
  /** Four that work together and are then killed at a step each, and one that is killed alone. */
  let children: Child[] = [];
  const closing: (() => Promise<void>)[] = [];

  before(async () => {
    const provider = await serveProvider();
    op = provider.op;
    const database = await createDatabase(postgres.url);
    const pool = drivers["pg"]?.(database.url, 1);
    if (pool === undefined) throw new Error("none");
    await migratePostgres(pool.client);
    await pool.close();
    const { issuer, clientId, clientSecret } = op;
    shared = {
      postgres: database.url,
      redis: redis.url,
      prefix: `test-${randomText(8)}:`,
      secret: randomText(32),
      issuer,
      clientId,
      clientSecret,
    };
    const opened = await openShared(shared);
    auth = createAuth(opened.config);
    children = Array.from({ length: 5 }, () => start(shared));
    await Promise.all(children.map(({ isReady }) => isReady));
    closing.push(opened.close, provider.close, database.drop);
  });
  after(async () => {
    for (const child of children) child.kill();
    for (const close of closing) await close();
    assert.deepEqual(rejections, []);
  });

  /** Signs in a user whose access token ends at once. */
  async function createUser(sub: string): Promise<string> {
    op.user = { ...op.user, sub, email: `${sub}@example.com` };
    op.faults = {
      tokenResponse: (json) => ({ ...json, expires_in: 1 }),
    };
    const browser = createBrowser({
      [app]: auth.handler,
      [op.origin]: op.handler,
    });
    await browser.submit(await browser.goto(`${app}/auth/signin`));
    op.faults = {};
    op.clearRequests();
    const cookie = browser.cookieHeader(`${app}/`);
    const request = new Request(app, { headers: { cookie } });
    const { session } = await auth.session(request);
    return session?.user?.id ?? "";
  }

  const toOrder = (
    userId: string,
    dies: ChildOrder["dies"] = null,
  ): ChildOrder => ({ userId, dies, count: dies === null ? 10 : 1 });

  it("four processes with ten requests each refresh once, and none fails [RACE-08]", async () => {
    const userId = await createUser("crowd");
    const order = toOrder(userId);
    const four = children.slice(0, 4);
    const results = await Promise.all(four.map((one) => one.ask(order)));
    assert.equal(op.count("token"), 1);
    const all = results.flat();
    assert.equal(all.length, 40, `${all}`);
    assert.equal(new Set(all).size, 1, `${all}`);
    assert.match(all[0] ?? "", /^at-/);
  });

  it("a process that can write its new tokens nowhere keeps them, and the others wait for them", async () => {
    const userId = await createUser("unwritten");
    const fails = 9;
    const [first] = await children[0]?.ask({ ...toOrder(userId), fails }) ?? [];
    assert.match(`${first}`, /^at-/);
    const { accessToken } = await auth.getAccessTokenFor(userId, "op");
    assert.equal(accessToken, first);
    assert.equal(op.count("token"), 1);
  });

  it("a process that is killed at any step of a refresh costs a new sign-in at most [F38, RACE-10]", async () => {
    const steps = {
      "with the lease, before it asks": ["after", "compareAndSet"],
      "with the answer, before it is kept": ["before", "set"],
      "before the row is written": ["before", "updateAccount"],
      "after the row was written": ["after", "updateAccount"],
    } as const;
    const users: (readonly [keyof typeof steps, string])[] = [];
    for (const name of Object.keys(steps) as (keyof typeof steps)[]) {
      users.push([name, await createUser(`killed-${users.length}`)]);
    }
    const ends = await Promise.all(
      users.map(([name, userId], i) =>
        children[i]?.ask(toOrder(userId, steps[name]))
      ),
    );
    assert.deepEqual(ends, users.map(() => "SIGKILL"));
    // Three of them had asked the provider.
    assert.equal(op.count("token"), 3);
    // The leases are waited for, and what late requests look for is there.
    await Promise.all(users.map(async ([name, userId]) => {
      const isLost = name === "with the answer, before it is kept";
      const work = auth.getAccessTokenFor(userId, "op");
      if (isLost) await assert.rejects(work, ReauthenticationRequired, name);
      else assert.match((await work).accessToken, /^at-/, name);
    }));
    // One refresh that had not been made, and one that came too late.
    assert.equal(op.count("token"), 5);
    const used = op.requests.map(({ form }) => form?.get("refresh_token"))
      .filter((one) => one);
    assert.equal(new Set(used).size, 4);
  });

  it("a process that is killed while the provider thinks leaves the refresh to the next one", async () => {
    const userId = await createUser("waiting");
    op.faults = { token: [{ hang: true }] };
    const child = children.at(-1);
    const end = child?.ask(toOrder(userId, ["after", "nothing"]));
    await until(() => op.count("token") === 1);
    child?.kill();
    assert.equal(await end, "SIGKILL");
    const late = await auth.getAccessTokenFor(userId, "op");
    assert.match(late.accessToken, /^at-/);
    assert.equal(op.count("token"), 2);
  });
});
