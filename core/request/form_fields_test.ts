import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { InvalidRequest, PayloadTooLarge } from "../errors/errors.ts";
import { type FormField, readFields } from "./form_fields.ts";

const urlencoded = "application/x-www-form-urlencoded";

/** Reads the fields of a body that the application has parsed. */
async function readParsed(
  value: unknown,
  type = urlencoded,
): Promise<readonly FormField[]> {
  const { fields } = await readFields({
    header: () => type,
    body: () => Promise.resolve({ kind: "parsed", value }),
  });
  return fields;
}

describe("readFields() of a parsed body", () => {
  it("nested values get the names from which a parser made them", async () => {
    const value = {
      a: "1",
      list: ["1", "2"],
      one: ["1"],
      nested: { x: { y: "1" }, z: "" },
      rows: [{ n: "1" }, { n: "2" }],
      "a[b]": "flat",
    };
    assert.deepEqual(await readParsed(value), [
      ["a", "1"],
      ["list", "1"],
      ["list", "2"],
      ["one[0]", "1"],
      ["nested[x][y]", "1"],
      ["nested[z]", ""],
      ["rows[0][n]", "1"],
      ["rows[1][n]", "2"],
      ["a[b]", "flat"],
    ]);
  });

  it("an empty form has no fields, whatever its prototype", async () => {
    assert.deepEqual(await readParsed({}), []);
    assert.deepEqual(await readParsed(Object.create(null)), []);
  });

  it("a value that no form has is refused", async () => {
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    const values = ["a=1", null, 1, { a: 1 }, { a: null }, { a: { b: true } }];
    for (const value of [...values, circle]) {
      await assert.rejects(readParsed(value), InvalidRequest);
    }
  });

  it("a form that may have had files is refused, because parsers put them elsewhere", async () => {
    const type = "multipart/form-data; boundary=x";
    await assert.rejects(readParsed({ a: "1" }, type), PayloadTooLarge);
  });

  it("the limit counts the bytes of names and values", async () => {
    const name = "ä".repeat(100);
    const fits = { [name]: "x".repeat(16_384 - 200) };
    assert.equal((await readParsed(fits)).length, 1);
    const more = { ...fits, a: "" };
    await assert.rejects(readParsed(more), PayloadTooLarge);
  });
});
