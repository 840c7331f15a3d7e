import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { decodeJwt } from "jose";
import type { TokenClientOptions } from "@latchkey/auth/resource";
import { endTest, until } from "../../testing/checks_testkit.ts";
import { findToken, keepToken } from "./kept_tokens.ts";
import { createShop, ORDERS, readError, type Shop } from "./calling_testkit.ts";

const start = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const target = { resource: ORDERS, scope: "orders:read" };

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: start }));
afterEach(endTest);

/** Lets the tokens of a provider live for so many seconds; undefined: it does not say. */
function setLifetime({ op }: Shop, expires_in: number | undefined): void {
  op.faults.tokenResponse = (own) => ({ ...own, expires_in });
}

describe("tokens for other APIs", () => {
  it("are asked for once by a hundred requests at the same time", async () => {
    const shop = await createShop();
    const access = await shop.call();
    const ask = () => shop.client.exchange(access, target);
    const all = await Promise.all(Array.from({ length: 100 }, ask));
    assert.equal(new Set(all.map(({ token }) => token())).size, 1);
    assert.equal(shop.op.count("token"), 1);
    await ask();
    assert.equal(shop.op.count("token"), 1);
  });

  it("are each user's own, however many ask at the same time", async () => {
    const shop = await createShop();
    const users = Array.from({ length: 20 }, (_, i) => `user-${i}`);
    const calls = await Promise.all(
      users.map((subject) => shop.call({ subject })),
    );
    for (let i = 0; i < 2; i++) {
      const all = await Promise.all(
        calls.map((access) => shop.client.exchange(access, target)),
      );
      const subjects = all.map(({ token }) => decodeJwt(token()).sub);
      assert.deepEqual(subjects, users);
    }
    assert.equal(shop.op.count("token"), 20);
  });

  it("are those of the service for the service alone", async () => {
    const shop = await createShop();
    const access = await shop.call({ subject: "bob" });
    const [own, users] = await Promise.all([
      shop.client.own(target),
      shop.client.exchange(access, target),
    ]);
    assert.equal(decodeJwt(own.token()).sub, shop.op.clientId);
    assert.equal(decodeJwt(users.token()).sub, "bob");
    assert.equal((await shop.client.own(target)).token(), own.token());
  });

  it("are one for each target, in whatever order its scopes are", async () => {
    const shop = await createShop();
    const targets = [
      {},
      { resource: ORDERS },
      { audience: ORDERS },
      { resource: [ORDERS, "https://b.example"] },
      { resource: ["https://b.example", ORDERS] },
      { resource: ORDERS, scope: "a" },
      { resource: ORDERS, scope: "a b" },
    ];
    const tokens = new Set<string>();
    for (const one of targets) {
      tokens.add((await shop.client.own(one)).token());
    }
    assert.equal(tokens.size, targets.length);
    const again = { resource: [ORDERS], scope: ["b", "a"] };
    assert.ok(tokens.has((await shop.client.own(again)).token()));
    assert.equal(shop.op.count("token"), targets.length);
  });

  it("are shared by clients with the same options, and by no others", async () => {
    const shop = await createShop();
    await shop.client.own(target);
    await shop.create().own(target);
    assert.equal(shop.op.count("token"), 1);
    const others: Partial<TokenClientOptions>[] = [
      { clientSecret: "wrong" },
      { clientId: "other" },
    ];
    for (const other of others) {
      const error = await readError(shop.create(other).own(target));
      assert.equal(error.name, "Configuration");
    }
    const access = await shop.call();
    await shop.client.exchange(access, { scope: `${ORDERS}/a` });
    const entra = shop.create({ dialect: "entra" });
    await entra.exchange(access, { scope: `${ORDERS}/a` });
    assert.equal(shop.op.count("token"), 5);
  });

  it("are used until a minute before they expire", async () => {
    const shop = await createShop();
    const first = await shop.client.own(target);
    mock.timers.setTime(start + HOUR - MINUTE - 1);
    const known = await shop.client.own(target);
    assert.equal(known.token(), first.token());
    assert.deepEqual(known.expires, new Date(start + HOUR));
    mock.timers.setTime(start + HOUR - MINUTE);
    assert.notEqual((await shop.client.own(target)).token(), first.token());
  });

  it("that live for a short time are used for nine tenths of it", async () => {
    const shop = await createShop();
    setLifetime(shop, 30);
    const first = await shop.client.own(target);
    mock.timers.setTime(start + 26_999);
    assert.equal((await shop.client.own(target)).token(), first.token());
    mock.timers.setTime(start + 27_000);
    assert.notEqual((await shop.client.own(target)).token(), first.token());
  });

  it("are asked for each time if nobody knows when they expire", async () => {
    const shop = await createShop();
    for (const seconds of [undefined, 0]) {
      setLifetime(shop, seconds);
      const first = await shop.client.own(target);
      assert.equal(first.expires, null);
      assert.notEqual((await shop.client.own(target)).token(), first.token());
    }
  });

  it("are not used longer than the caller's token is valid", async () => {
    const shop = await createShop();
    const access = await shop.call({ expiresIn: 100 });
    const ask = () => shop.client.exchange(access, target);
    const first = await ask();
    assert.deepEqual(first.expires, new Date(start + HOUR));
    mock.timers.setTime(start + 99_999);
    assert.equal((await ask()).token(), first.token());
    mock.timers.setTime(start + 100_000);
    const error = await readError(ask());
    assert.equal(error.name, "ReauthenticationRequired");
    assert.equal(shop.op.count("token"), 2);
  });

  it("are asked for again if the clock was set back", async () => {
    const shop = await createShop();
    const first = await shop.client.own(target);
    mock.timers.setTime(start - MINUTE + 1);
    assert.equal((await shop.client.own(target)).token(), first.token());
    mock.timers.setTime(start - MINUTE);
    assert.notEqual((await shop.client.own(target)).token(), first.token());
  });

  it("are not used while the clock is broken", async () => {
    const shop = await createShop();
    const first = await shop.client.own(target);
    const stopped = mock.method(Date, "now", () => NaN);
    const second = await shop.client.own(target);
    const third = await shop.client.own(target);
    stopped.mock.restore();
    const tokens = [first, second, third].map(({ token }) => token());
    assert.equal(new Set(tokens).size, 3);
    assert.equal(second.expires, null);
    assert.equal((await shop.client.own(target)).token(), first.token());
  });

  it("that were refused are asked for again, once for all who wait", async () => {
    const shop = await createShop();
    shop.op.faults.token = [{ status: 503 }, { error: "invalid_client" }];
    const asked = Array.from({ length: 10 }, () => shop.client.own(target));
    const results = await Promise.allSettled(asked);
    assert.ok(results.every(({ status }) => status === "rejected"));
    assert.equal(shop.op.count("token"), 1);
    await readError(shop.client.own(target));
    await shop.client.own(target);
    assert.equal(shop.op.count("token"), 3);
  });

  it("are not waited for in a later minute, if the request for them never ends", async () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: start });
    const shop = await createShop();
    shop.op.faults.token = [{ hang: true, ignoreSignal: true }, "ok"];
    const lost = shop.client.own(target);
    await until(() => shop.op.count("token") === 1);
    // The timers of a cancelled request do not go off.
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date"], now: start + MINUTE });
    await shop.client.own(target);
    assert.equal(await Promise.race([lost, "nothing"]), "nothing");
  });

  it("are ten thousand at most", () => {
    const token = { token: "t", scopes: [], at: start, expires: null };
    const kept = { ...token, until: start + HOUR };
    for (let i = 0; i <= 10_000; i++) keepToken(`test ${i}`, kept);
    assert.equal(findToken("test 0", start), null);
    assert.equal(findToken("test 1", start), kept);
    assert.equal(findToken("test 10000", start), kept);
  });
});
