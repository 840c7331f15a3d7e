import "../../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { Problems } from "../../errors/config_problems.ts";
import { reportCorsOrigins } from "./cors_origins.ts";

const app = "https://app.example";
const page = "https://spa.app.example";

describe("the list of `cors`", () => {
  /** Returns the mistakes that the log names. */
  async function findProblems(
    origins: unknown,
    { origin = app, mode = "production" } = {},
  ): Promise<string[]> {
    const problems: string[] = [];
    const request = new Request(`${origin}/auth/csrf`);
    const { handler } = createAuth({
      secret: "a secret that is as long as it has to be",
      origin,
      providers: [],
      cors: { origins: origins as string[] },
      logger: {
        error: (error) => void problems.push(...error.message.split("\n")),
        warn: () => {},
      },
    });
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = mode;
    try {
      const { status } = await handler(request);
      assert.equal(status, problems.length === 0 ? 200 : 500);
    } finally {
      process.env.NODE_ENV = before;
    }
    return problems;
  }

  it("an entry that no page could use is refused with the reason [CORS-07]", async () => {
    const cases: readonly [string, RegExp][] = [
      ["null", /must be one origin/],
      ["*", /must be one origin/],
      ["https://*.app.example", /must be one origin/],
      ["https://spa.app.example/", /must be one origin/],
      ["https://spa.app.example/path", /must be one origin/],
      ["https://spa.app.example:443", /must be one origin/],
      ["https://SPA.app.example", /must be one origin/],
      ["spa.app.example", /must be one origin/],
      ["http://spa.app.example", /https:\/\/ in production/],
      ["http://localhost:5173", /another scheme/],
      ["https://app.example.com", /another site/],
      ["https://10.0.0.1", /another site/],
    ];
    for (const [entry, reason] of cases) {
      const problems = await findProblems([entry]);
      assert.equal(problems.length, 1, entry);
      assert.match(problems[0] ?? "", reason);
      assert.ok((problems[0] ?? "").includes(JSON.stringify(entry)), entry);
    }
  });

  it("an entry that may be of the same site is accepted [CORS-07]", async () => {
    const cases = [
      { entry: page },
      { entry: "https://app.example:8443" },
      { entry: "http://localhost:5173", origin: "http://localhost:3000" },
      { entry: "http://127.0.0.1:5173", origin: "http://127.0.0.1:3000" },
      {
        entry: "http://a.dev.example",
        origin: "http://b.dev.example",
        mode: "development",
      },
    ];
    for (const { entry, ...place } of cases) {
      assert.deepEqual(await findProblems([entry], place), [], entry);
    }
  });

  it("hosts of one machine are different sites if their names differ [CORS-07]", async () => {
    const origin = "http://localhost:3000";
    const mode = "development";
    for (const entry of ["http://127.0.0.1:5173", "http://a.localhost:5173"]) {
      const [problem = ""] = await findProblems([entry], { origin, mode });
      assert.match(problem, /another site/);
    }
  });

  it("two addresses that end alike are different sites [CORS-07]", async () => {
    const origin = "https://10.0.0.1";
    const [problem = ""] = await findProblems(["https://20.0.0.1"], { origin });
    assert.match(problem, /another site/);
  });

  it("without a public origin, only the entry itself is looked at [CORS-07]", () => {
    for (const origin of [null, "app.example"]) {
      const problems = new Problems();
      const settings = { corsOrigins: [page], origin, mode: "production" };
      reportCorsOrigins(settings, problems);
      assert.doesNotThrow(() => problems.throwIfAny("read"));
    }
  });

  it("anything but a list of texts is refused at once [CORS-07]", () => {
    for (const origins of ["https://spa.app.example", [1], null]) {
      assert.throws(
        () =>
          createAuth({ providers: [], cors: { origins: origins as never } }),
        /`cors.origins` must be a list of origins/,
      );
    }
  });
});
