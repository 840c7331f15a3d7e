import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConfigurationError } from "@latchkey/auth/errors";
import { assertNotPublished, type Platform } from "./published.ts";

const closure = { getSymbol: () => "plugin_auth_ComponentAuth_abc123" };

/** As Qwik's server platform answers, for a build with these files. */
function platformOf(files: Record<string, string>): Platform {
  return {
    chunkForSymbol: (symbol, _chunk, parent) => {
      const hash = symbol.slice(symbol.lastIndexOf("_") + 1);
      const file = files[hash];
      return [symbol, file ?? `${parent}?qrl=${symbol}`];
    },
  };
}

describe("assertNotPublished()", () => {
  it("refuses a configuration that is in a file for browsers, and names the file", () => {
    const platform = platformOf({ abc123: "q-CVlzbx0I.js" });
    assert.throws(
      () => assertNotPublished(closure, platform),
      (error) =>
        error instanceof ConfigurationError &&
        /build\/q-CVlzbx0I\.js.*latchkey\(\)/.test(error.message),
    );
  });

  it("accepts one that is in none, and what cannot be known as yet", () => {
    assertNotPublished(closure, platformOf({ other: "q-CVlzbx0I.js" }));
    assertNotPublished(closure, { chunkForSymbol: () => undefined });
    assertNotPublished(closure, { chunkForSymbol: (name) => [name, "_"] });
  });
});
