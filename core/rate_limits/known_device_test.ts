import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type DeviceContext,
  findDevice,
  rememberDevice,
} from "./known_device.ts";
import { createSite } from "./limits_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { rejections } from "../../testing/checks_testkit.ts";

const DAY_MS = 86_400_000;
const secret = "a secret that is as long as it has to be";
const site = (...secrets: string[]) =>
  createSite({ secret: [...secrets, secret] });
const remember = (ctx: DeviceContext, person: string) =>
  rememberDevice(ctx, person, { userId: `user ${person}`, began: ctx.now });

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => {
  mock.timers.reset();
  assert.deepEqual(rejections, []);
});

/**
 * Makes the cookie of a browser that signed in as these people, one after the
 * other.
 */
async function makeDevice(...people: string[]): Promise<string> {
  let value = "";
  for (const person of people) {
    const change = await remember(site().from(null, value), person);
    assert.equal(change.role, "device");
    value = change.value ?? "";
  }
  return value;
}

const isKnown = async (value: string, person: string, at = site()) =>
  await findDevice(at.from(null, value), person) !== null;

describe("a browser that signed in before", () => {
  it("the browser is known for that user, to the letter, and for no other", async () => {
    const value = await makeDevice("ada", "grace");
    assert.ok(await isKnown(value, "ada") && await isKnown(value, "grace"));
    for (const other of ["bob", "Ada", " ada", "ada "]) {
      assert.ok(!await isKnown(value, other), other);
    }
    assert.equal(await findDevice(site().from(null), "ada"), null);
  });

  it("the browser is known on its own site only", async () => {
    const ctx = site().from(null, await makeDevice("ada"));
    const elsewhere = { ...ctx, origin: "https://other.example" };
    assert.notEqual(await findDevice(ctx, "ada"), null);
    assert.equal(await findDevice(elsewhere, "ada"), null);
  });

  it("the browser keeps its id, and each user once, the latest first", async () => {
    const twice = await makeDevice("ada", "grace");
    const [id, ...entries] = twice.split(".");
    assert.equal(entries.length, 2);
    const change = await remember(site().from(null, twice), "ada");
    assert.equal(change.value, [id, ...entries.reverse()].join("."));
    const other = await makeDevice("ada");
    assert.notEqual(other.split(".")[0], id);
    assert.ok(!entries.includes(other.split(".")[1] ?? ""));
  });

  it("the browser is known for its last eight users", async () => {
    const people = Array.from({ length: 9 }, (_, i) => `person ${i}`);
    const value = await makeDevice(...people);
    assert.ok(value.length < 320);
    assert.ok(!await isKnown(value, "person 0"));
    assert.ok(await isKnown(value, "person 1"));
    assert.ok(await isKnown(value, "person 8"));
  });

  it("the browser is known for 90 days, even if others sign in there in the meantime", async () => {
    const value = await makeDevice("ada");
    mock.timers.tick(90 * DAY_MS);
    assert.ok(await isKnown(value, "ada"));
    const later = await remember(site().from(null, value), "grace");
    mock.timers.tick(DAY_MS);
    assert.ok(!await isKnown(later.value ?? "", "ada"));
    assert.ok(await isKnown(later.value ?? "", "grace"));
    mock.timers.setTime(NOON - DAY_MS * 5);
    assert.ok(!await isKnown(later.value ?? "", "grace"));
  });

  it("the browser stays known when the secret is rotated, until the old secret is removed", async () => {
    const value = await makeDevice("ada");
    const newer = "a newer secret that is as long as it has to be";
    assert.ok(await isKnown(value, "ada", site(newer)));
    const gone = createSite({ secret: newer });
    assert.ok(!await isKnown(value, "ada", gone));
    const renewed = await remember(site(newer).from(null, value), "ada");
    assert.equal(renewed.value?.split(".").length, 2);
    assert.ok(await isKnown(renewed.value ?? "", "ada", gone));
  });

  it("the cookie does not reveal who its users are", async () => {
    assert.doesNotMatch(await makeDevice("ada@example.com"), /ada|example|@/);
  });
});

describe("a browser with a false claim to be known", () => {
  it("another user's entry, or a changed one, does not make a browser known", async () => {
    const [id = "", own = ""] = (await makeDevice("ada")).split(".");
    const [otherId = "", other = ""] = (await makeDevice("ada")).split(".");
    const [code, day] = [own.slice(0, 16), own.slice(16)];
    const tomorrow = (parseInt(day, 36) + 1).toString(36).padStart(4, "0");
    const forged = [
      `${otherId}.${own}`,
      `${id}.${other}`,
      id,
      `${id}.`,
      `.${own}`,
      `${id}.${code}`,
      `${id}.${code}${tomorrow}`,
      `${id}.${code}zzzz`,
      `${id}.${own}A`,
      `${id}.${own}.`,
      `${id}x.${own}`,
      `${id}.${`${other}.`.repeat(8)}${own}`,
      "",
      "null",
    ];
    for (const value of forged) {
      assert.ok(!await isKnown(value, "ada"), value);
    }
    assert.ok(await isKnown(`${id}.${other}.${own}`, "ada"));
  });

  it("the cookie of a neighbouring host does not hide the true one", async () => {
    const value = await makeDevice("ada");
    const ctx = site().from(null, value);
    const device = [await makeDevice("mallory"), ...ctx.jar.device];
    const both = { ...ctx, jar: { ...ctx.jar, device } };
    const id = await findDevice(both, "ada");
    assert.equal(id, value.split(".")[0]);
    const renewed = await remember(both, "ada");
    assert.equal(renewed.value?.split(".")[0], id);
  });
});
