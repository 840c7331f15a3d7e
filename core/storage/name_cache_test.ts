import assert from "node:assert/strict";
import { it } from "node:test";
import { createKeyring } from "../crypto/keys.ts";
import { findNames } from "./name_cache.ts";

/** A keyring that counts the names which it derives. */
function createCounting(...secrets: readonly string[]) {
  const keyring = createKeyring(secrets);
  const counting = {
    ...keyring,
    derived: 0,
    namesOf: (text: string) => {
      counting.derived++;
      return keyring.namesOf(text);
    },
  };
  return counting;
}

it("names are derived once, and are those of the keyring", async () => {
  const keyring = createCounting("a first secret of this test, 0123456789");
  const text = crypto.randomUUID();
  const names = await findNames(keyring, "of:", text);
  assert.deepEqual(await findNames(keyring, "of:", text), names);
  assert.equal(keyring.derived, 1);
  const [name] = await keyring.namesOf(text);
  assert.deepEqual(names, [`of:${name}`]);
});

it("another list of secrets has other names", async () => {
  const one = "a first secret of this test, 0123456789";
  const other = "a second secret of this test, 0123456789";
  const text = crypto.randomUUID();
  const before = await findNames(createCounting(one), "of:", text);
  const after = await findNames(createCounting(other, one), "of:", text);
  assert.equal(after.length, 2);
  assert.deepEqual(after[1], before[0]);
});

it("names that were not asked for in a long time make room", async () => {
  const keyring = createCounting("a third secret of this test, 0123456789");
  for (let i = 0; i <= 10_000; i++) {
    await findNames(keyring, "of:", `text ${i}`);
  }
  await findNames(keyring, "of:", "text 10000");
  assert.equal(keyring.derived, 10_001);
  await findNames(keyring, "of:", "text 0");
  assert.equal(keyring.derived, 10_002);
});
