import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toDuration } from "./duration.ts";

describe("toDuration()", () => {
  const rows: [minutes: number, tag: string, text: string][] = [
    [1, "en", "1 minute"],
    [10, "en", "10 minutes"],
    [59, "en", "59 minutes"],
    [60, "en", "1 hour"],
    [90, "en", "1 hour 30 minutes"],
    [1440, "en", "24 hours"],
    [1, "pl", "1 minuta"],
    [2, "pl", "2 minuty"],
    [10, "pl", "10 minut"],
    [22, "pl", "22 minuty"],
    [2, "ar", "دقيقتان"],
    [10, "ar", "10 دقائق"],
    [20, "ar", "20 دقيقة"],
    [10, "zh", "10分钟"],
    [120, "de", "2 Stunden"],
  ];
  for (const [minutes, tag, text] of rows) {
    it(`${minutes} minutes are "${text}" (${tag})`, () => {
      assert.equal(toDuration(minutes, tag), text);
    });
  }
});
