import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Events, skipCSRFCheck } from "@latchkey/auth";
import { Credentials } from "@latchkey/auth/providers/credentials";
import type { ServerAuthConfig } from "@latchkey/auth/server";
import { readRequest } from "../core/request/request.ts";
import { resolveSettings } from "../core/config/resolve_settings.ts";
import { ask, createServerApp, serve, versions } from "./express_testkit.ts";
import { toIncoming } from "./incoming.ts";
import type { ServerRequest } from "./types.ts";

const one = { credentials: { address: 1 } };
/** Rejects every password. */
const passwords = Credentials({ authorize: () => null });

for (const [version, express] of versions) {
  describe(`the client's address on ${version}`, () => {
    /** Tries a wrong password under each set of headers. */
    async function run(
      trust: unknown,
      headers: readonly Record<string, string>[],
      overrides: Partial<ServerAuthConfig> = {},
    ) {
      const told: (string | undefined)[] = [];
      const signInFailed: Events["signInFailed"] = ({ address }) =>
        void told.push(address);
      const { auth, lines } = await createServerApp({
        providers: [passwords],
        skipCSRFCheck,
        limits: one,
        events: { signInFailed },
        ...overrides,
      });
      const site = express();
      if (trust !== undefined) site.set("trust proxy", trust);
      site.use("/auth", auth);
      const statuses: number[] = [];
      await serve(site, async (origin) => {
        for (const one of headers) {
          const url = `${origin}/auth/callback/credentials`;
          const answer = await ask(url, one, { method: "POST" });
          statuses.push(answer.status);
        }
      });
      return { statuses, told, lines };
    }

    it("the address is unknown behind an untrusted proxy, and every user can sign in", async () => {
      const { statuses, told, lines } = await run(undefined, [
        {},
        {},
        { "x-forwarded-for": "203.0.113.7" },
        { "x-forwarded-for": "203.0.113.7" },
        { "x-forwarded-for": "203.0.113.8", "x-real-ip": "203.0.113.8" },
        { forwarded: "for=203.0.113.7" },
      ]);
      assert.deepEqual(statuses, Array(6).fill(303));
      assert.deepEqual(told, Array(6).fill(undefined));
      assert.equal(
        lines.filter((line) => line.includes("client-address")).length,
        1,
      );
    });

    it("the address is the one that a trusted proxy adds, and not one that a client made up before it", async () => {
      const via = (text: string) => ({ "x-forwarded-for": text });
      const { statuses, told } = await run(1, [
        via("203.0.113.7"),
        via("1.1.1.1, 203.0.113.7"),
        via("::1, 203.0.113.7"),
        via("203.0.113.8"),
        via("2001:db8::1"),
        via("2001:DB8::2"),
      ]);
      assert.deepEqual(statuses, [303, 429, 429, 303, 303, 429]);
      assert.deepEqual(told, ["203.0.113.7", "203.0.113.8", "2001:db8::1"]);
    });

    it("the address of a trusted proxy is not used if the proxy names no valid address", async () => {
      const { statuses, told } = await run("loopback", [
        {},
        {},
        { "x-forwarded-for": "unknown" },
        { "x-forwarded-for": "unknown" },
        { "x-forwarded-for": "" },
        { "x-forwarded-for": "" },
      ]);
      assert.deepEqual(statuses, Array(6).fill(303));
      assert.deepEqual(told, Array(6).fill(undefined));
    });

    it("the address may be in a trusted private network", async () => {
      const via = { "x-forwarded-for": "10.1.2.3" };
      const { statuses, told } = await run(1, [via, via]);
      assert.deepEqual(statuses, [303, 429]);
      assert.deepEqual(told, ["10.1.2.3"]);
    });

    it("the application's function decides, if there is one", async () => {
      const { statuses } = await run(undefined, [
        { "cf-connecting-ip": "203.0.113.7" },
        { "cf-connecting-ip": "203.0.113.7" },
        { "cf-connecting-ip": "203.0.113.8" },
      ], {
        clientAddress: (req: ServerRequest) =>
          req.headers["cf-connecting-ip"] as string,
      });
      assert.deepEqual(statuses, [303, 429, 303]);
    });
  });
}

describe("the client's address on plain Node", () => {
  const settings = resolveSettings(
    {
      secret: "a secret that is as long as it has to be",
      providers: [],
      limits: false,
    },
    () => undefined,
  );
  const from = async (remoteAddress?: string, more: object = {}) => {
    const incoming = toIncoming(
      {
        headers: { "x-forwarded-for": "198.51.100.1" },
        on: () => {},
        socket: { remoteAddress },
        ...more,
      } as unknown as ServerRequest,
    );
    return (await readRequest(incoming, settings)).address;
  };

  it("the address is that of the connection, if it is public", async () => {
    assert.equal(await from("203.0.113.7"), "203.0.113.7");
    assert.equal(await from("::ffff:203.0.113.7"), "203.0.113.7");
    assert.equal(await from("2001:db8::1"), "2001:db8::1");
    const inside = ["::1", "127.0.0.1", "::ffff:10.0.0.1", "192.168.1.1"];
    for (const peer of [...inside, "fd00::1", "", undefined]) {
      assert.equal(await from(peer), null);
    }
  });

  it("the address is not what other code has put on the request", async () => {
    assert.equal(
      await from("203.0.113.7", { ip: "198.51.100.1" }),
      "203.0.113.7",
    );
  });
});
