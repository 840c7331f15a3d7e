import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { resolveSettings } from "../config/resolve_settings.ts";
import { checkSettings } from "./check_settings.ts";

const secret = "a random text of at least 32 characters";
const provider = {
  id: "op",
  name: "Op",
  type: "oidc",
  clientId: "app",
} as const;

describe("an issuer in the environment", () => {
  it("an issuer in the environment that a called definition does not use is reported", () => {
    const lines: string[] = [];
    const resolveWith = (issuer: string, named: string) => {
      const config: AuthConfig = {
        providers: [{ ...provider, issuer }],
        secret,
        logger: { warn: (_, message) => void lines.push(message) },
      };
      const env = (name: string) =>
        name === "AUTH_OP_ISSUER" ? named : undefined;
      checkSettings(resolveSettings(config, env), env);
    };
    resolveWith("https://op.example", "https://op.example");
    assert.deepEqual(lines, []);
    resolveWith("https://op.example", "https://narrow.example");
    assert.match(lines.join("\n"), /AUTH_OP_ISSUER is not used/);
    assert.equal(lines.length, 1);
    resolveWith("https://op.example", "https://narrow.example");
    assert.equal(lines.length, 1);
  });
});

describe("the check of options that reading a session does not need", () => {
  it("names the mistakes of every room in one error, each time", () => {
    const settings = resolveSettings({
      secret,
      origin: "https://app.example",
      providers: [{
        ...provider,
        issuer: "https://op.example",
        clientSecret: "a secret",
        requestObject: true,
      }],
      redirectProxyOrigins: ["https://*.example"],
      locale: "Klingon",
    });
    for (let times = 0; times < 2; times++) {
      assert.throws(
        () => checkSettings(settings),
        ({ message }: Error) =>
          ["redirectProxyOrigins", "requestObject", "locale"]
            .every((name) => message.includes(`\`${name}`)),
      );
    }
  });
});
