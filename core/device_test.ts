import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findDevice, rememberDevice } from "./device.ts";
import { createSite } from "./limits_testkit.ts";
import { rejections } from "./session_testkit.ts";

const secret = "a secret that is as long as it has to be";
const site = (...secrets: string[]) =>
  createSite({ secret: [...secrets, secret] });

/** The cookie of a browser that signed in to these accounts, one after the other. */
async function makeDevice(...accounts: string[]): Promise<string> {
  let value = "";
  for (const account of accounts) {
    const change = await rememberDevice(site().from(null, value), account);
    assert.equal(change.role, "device");
    value = change.value ?? "";
  }
  return value;
}

const isKnown = async (value: string, account: string, at = site()) =>
  await findDevice(at.from(null, value), account) !== null;

describe("a browser that signed in before", () => {
  it("is known for that account, and for no other", async () => {
    const value = await makeDevice("ada", "grace");
    assert.ok(await isKnown(value, "ada") && await isKnown(value, "grace"));
    assert.ok(!await isKnown(value, "bob"));
    assert.equal(await findDevice(site().from(null), "ada"), null);
  });

  it("keeps its id, and each account once", async () => {
    const once = await makeDevice("ada", "grace");
    assert.equal(once.split(".").length, 3);
    const change = await rememberDevice(site().from(null, once), "ada");
    const [id, ...codes] = once.split(".");
    assert.equal(change.value, [id, ...codes.reverse()].join("."));
    const other = await makeDevice("ada");
    assert.notEqual(other.split(".")[0], id);
    assert.ok(!codes.includes(other.split(".")[1] ?? ""));
  });

  it("is known for the last eight accounts", async () => {
    const accounts = Array.from({ length: 9 }, (_, i) => `person ${i}`);
    const value = await makeDevice(...accounts);
    assert.ok(value.length < 200);
    assert.ok(!await isKnown(value, "person 0"));
    assert.ok(await isKnown(value, "person 1"));
    assert.ok(await isKnown(value, "person 8"));
  });

  it("stays known when the secret is rotated, until the old one is gone", async () => {
    const value = await makeDevice("ada");
    const newer = "a newer secret that is as long as it has to be";
    assert.ok(await isKnown(value, "ada", site(newer)));
    const gone = createSite({ secret: newer });
    assert.ok(!await isKnown(value, "ada", gone));
    const renewed = await rememberDevice(site(newer).from(null, value), "ada");
    assert.ok(await isKnown(renewed.value ?? "", "ada", gone));
  });

  it("does not say which accounts it knows", async () => {
    assert.doesNotMatch(await makeDevice("ada@example.com"), /ada|example|@/);
  });
});

describe("a browser that only says so", () => {
  it("is not known: neither by another's code, nor by one of another account or length", async () => {
    const [id = "", code = ""] = (await makeDevice("ada")).split(".");
    const [otherId = "", otherCode = ""] = (await makeDevice("ada")).split(".");
    const forged = [
      `${otherId}.${code}`,
      `${id}.${otherCode}`,
      id,
      `${id}.`,
      `.${code}`,
      `${id}.${code.slice(0, 15)}`,
      `${id}.${code}A`,
      `${id}.${code}.`,
      `${id}x.${code}`,
      `${id}.${`${otherCode}.`.repeat(8)}${code}`,
      "",
      "null",
    ];
    for (const value of forged) {
      assert.ok(!await isKnown(value, "ada"), value);
    }
    assert.ok(await isKnown(`${id}.${otherCode}.${code}`, "ada"));
  });

  it("does not hide the true cookie behind one of a neighbouring host", async () => {
    const value = await makeDevice("ada");
    const ctx = site().from(null, value);
    const planted = await makeDevice("mallory");
    const device = [planted, ...ctx.jar.device];
    assert.notEqual(
      await findDevice({ ...ctx, jar: { ...ctx.jar, device } }, "ada"),
      null,
    );
    assert.deepEqual(rejections, []);
  });
});
