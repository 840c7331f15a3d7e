import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";

describe("a callback that will not be called", () => {
  it("is named once, when the configuration is read at start", async () => {
    const lines: string[] = [];
    const jwt: NonNullable<AuthConfig["callbacks"]>["jwt"] = ({ token }) =>
      token;
    const base = {
      secret: "a secret that is as long as it has to be",
      trustHost: true,
      providers: [],
      logger: {
        warn: (code: string, text: string) =>
          void lines.push(`${code}: ${text}`),
      },
    };
    const adapter = createMemoryAdapter();
    // These run.
    createAuth({ ...base, callbacks: { jwt } });
    createAuth({
      ...base,
      adapter,
      session: { strategy: "jwt" },
      callbacks: { jwt },
    });
    createAuth({ ...base, adapter, callbacks: { signIn: () => true } });
    assert.deepEqual(lines, []);
    const callbacks = { jwt, userId: () => "7" };
    const auth = createAuth({ ...base, adapter, callbacks });
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? "",
      /^unused-callbacks: .*`callbacks\.jwt` is never/,
    );
    assert.match(
      lines[0] ?? "",
      /strategy: "jwt".*`callbacks\.userId` is never/,
    );
    await auth.session(new Request("https://app.example/"));
    assert.equal(lines.length, 1);
  });
});
