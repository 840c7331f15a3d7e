import "../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import { readRequest } from "../core/request/request.ts";
import { resolveSettings } from "../core/config/resolve_settings.ts";
import { toIncoming } from "./incoming.ts";
import type { ComponentAuthConfig, ComponentEvent } from "./types.ts";

const saved = process.env.NODE_ENV;
afterEach(() => {
  if (saved === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = saved;
});

describe("a client's address", () => {
  it("the address is unknown in Qwik by itself, and production logs one warning", async () => {
    process.env.NODE_ENV = "production";
    const ask = async (changes: Partial<ComponentAuthConfig>) => {
      const codes: string[] = [];
      const settings = resolveSettings({
        secret: `a secret of its own ${crypto.randomUUID()}`,
        trustHost: true,
        providers: [],
        logger: { warn: (code) => void codes.push(code) },
        ...changes,
      }, () => undefined);
      const event = {
        request: new Request("https://app.example/auth/signin"),
        sharedMap: new Map(),
      } as unknown as ComponentEvent;
      for (let i = 0; i < 3; i++) {
        await readRequest(toIncoming(event), settings);
      }
      return codes.filter((code) => code === "client-address");
    };
    assert.deepEqual(await ask({}), ["client-address"]);
    const clientAddress = () => "203.0.113.7";
    assert.deepEqual(await ask({ clientAddress }), []);
  });
});
