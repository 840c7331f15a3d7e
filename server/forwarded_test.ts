import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { createLogger, rejections } from "../testing/checks_testkit.ts";
import { ask, createServerApp, serve, versions } from "./express_testkit.ts";

afterEach(() => assert.deepEqual(rejections, []));

const proxied = {
  "x-forwarded-proto": "https",
  "x-forwarded-host": "app.example",
};

function listWarnings(lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith("forwarded:"));
}

function assertOneLine(lines: readonly string[], origin: string): void {
  const [line = "", ...more] = listWarnings(lines);
  assert.match(line, /X-Forwarded-Proto and X-Forwarded-Host.*not trusted/);
  assert.ok(line.includes(`its origin counts as ${origin}.`), line);
  assert.match(line, /`app\.set\("trust proxy", 1\)`/);
  assert.match(line, /AUTH_URL=https:\/\/app\.example\.com/);
  assert.deepEqual(more, []);
}

for (const [version, express] of versions) {
  describe(`a proxy in front of ${version}`, () => {
    async function run(
      trust: unknown,
      config: Partial<AuthConfig> = {},
      headers: Record<string, string> = proxied,
    ): Promise<{ lines: string[]; origin: string }> {
      const { auth, lines } = await createServerApp(config);
      const site = express();
      if (trust !== undefined) site.set("trust proxy", trust);
      site.use("/auth", auth);
      let own = "";
      await serve(site, async (origin) => {
        own = origin;
        for (let i = 0; i < 3; i++) await ask(`${origin}/auth/csrf`, headers);
      });
      return { lines, origin: own };
    }

    it("an untrusted proxy logs one line with the setting to make", async () => {
      const { lines, origin } = await run(undefined);
      assertOneLine(lines, origin);
    });

    it("a trusted or unneeded proxy logs nothing", async () => {
      for (const trust of [true, 1]) {
        assert.deepEqual(listWarnings((await run(trust)).lines), []);
      }
      const configured = await run(undefined, {
        origin: "https://app.example",
      });
      assert.deepEqual(listWarnings(configured.lines), []);
      const same = await run(undefined, {}, { "x-forwarded-proto": "http" });
      assert.deepEqual(listWarnings(same.lines), []);
      const none = await run(undefined, {}, {});
      assert.deepEqual(listWarnings(none.lines), []);
    });
  });
}

describe("a proxy in front of a web handler", () => {
  async function run(
    headers: Record<string, string>,
    config: Partial<AuthConfig> = {},
  ): Promise<string[]> {
    const lines: string[] = [];
    const own: AuthConfig = {
      secret: crypto.randomUUID(),
      trustHost: true,
      providers: [],
      logger: createLogger(lines),
      ...config,
    };
    const url = "http://10.0.0.7:3000/auth/csrf";
    for (let i = 0; i < 3; i++) await Auth(new Request(url, { headers }), own);
    return lines;
  }

  it("the proxy logs one line with the setting to make", async () => {
    assertOneLine(await run(proxied), "http://10.0.0.7:3000");
  });

  it("the proxy logs one line if the host is refused too, and repeats no header", async () => {
    const [line = "", ...more] = listWarnings(
      await run({ "x-forwarded-host": "evil\u00e9.example" }, {
        trustHost: () => false,
      }),
    );
    assert.match(line, /X-Forwarded-Host, which is not trusted.*was refused/);
    assert.ok(!line.includes("evil"));
    assert.deepEqual(more, []);
  });

  it("the proxy logs nothing if the request already has the public origin", async () => {
    const same = {
      "x-forwarded-proto": "http, https",
      "x-forwarded-host": "10.0.0.7:3000, inner",
    };
    assert.deepEqual(listWarnings(await run(same)), []);
  });
});
