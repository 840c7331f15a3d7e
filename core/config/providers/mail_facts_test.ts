import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toMailFacts } from "./mail_facts.ts";

describe("what pages say about a mail", () => {
  it("the sender is the display name, else the address", () => {
    const rows: [from: string, sender: string | null][] = [
      ["Example <sign-in@app.example>", "Example"],
      ['"Example, Inc." <sign-in@app.example>', "Example, Inc."],
      ["<sign-in@app.example>", "sign-in@app.example"],
      ["sign-in@app.example", "sign-in@app.example"],
      ["Ünï 😀 <a@b.example>", "Ünï 😀"],
      ["", null],
    ];
    for (const [from, sender] of rows) {
      assert.equal(toMailFacts({ from, maxAge: 600 }).sender, sender, from);
    }
  });

  it("minutes are whole, and at least one", () => {
    const rows = [[600, 10], [90, 1], [30, 1], [86_400, 1440]] as const;
    for (const [maxAge, minutes] of rows) {
      assert.equal(toMailFacts({ from: "", maxAge }).minutes, minutes);
    }
  });
});
