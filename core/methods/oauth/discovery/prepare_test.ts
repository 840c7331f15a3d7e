import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createAuth } from "@latchkey/auth";
import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { randomText } from "../../../crypto/random.ts";

const site = "https://app.example";
/** Node 20 cannot be told from runtimes that cancel such work. */
const skip = !("navigator" in globalThis);

/** Makes a site whose provider is asked with the global `fetch`. */
async function setUp({ copies = 1 } = {}) {
  const op = await createFaultProvider();
  mock.method(globalThis, "fetch", op.fetch);
  const { issuer, clientId, clientSecret } = op;
  const lines: unknown[] = [];
  const log = (...args: unknown[]) => void lines.push(...args);
  const auth = createAuth({
    origin: site,
    secret: randomText(32),
    limits: false,
    logger: { error: log, warn: () => {}, debug: () => {} },
    providers: Array.from({ length: copies }, (_, i) => ({
      id: `op${i}`,
      name: "Provider",
      type: "oidc" as const,
      issuer,
      clientId,
      clientSecret,
    })),
  });
  const get = (path: string) =>
    auth.handler(
      new Request(site + path, { headers: { accept: "text/html" } }),
    );
  return { op, auth, get, lines };
}

/** Submits the form of the page; returns the status and where it leads. */
async function begin({ auth, get }: Awaited<ReturnType<typeof setUp>>) {
  const csrf = await get("/auth/csrf");
  const [cookie = ""] = csrf.headers.getSetCookie().map((one) =>
    one.split(";")[0]
  );
  const { csrfToken } = await csrf.json();
  const answer = await auth.handler(
    new Request(`${site}/auth/signin/op0`, {
      method: "POST",
      headers: { origin: site, cookie },
      body: new URLSearchParams({ csrfToken }),
    }),
  );
  return answer.headers.get("location") ?? "";
}

/** Lets work end that needs no timer and no socket. */
async function settle(): Promise<void> {
  for (let i = 0; i < 100; i++) await setImmediate();
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await setImmediate();
}

const fetched = (
  op: FaultProvider,
) => [op.count("discovery"), op.count("jwks")];

describe("what the sign-in page loads ahead", { skip }, () => {
  afterEach(() => mock.restoreAll());

  it("metadata and keys are fetched once, and the sign-in does not wait for them again", async () => {
    const flow = await setUp();
    assert.equal((await flow.get("/auth/signin")).status, 200);
    await until(() => flow.op.count("jwks") === 1);
    await flow.get("/auth/signin");
    assert.ok((await begin(flow)).startsWith(flow.op.issuer));
    await settle();
    assert.deepEqual(fetched(flow.op), [1, 1]);
  });

  it("creating an instance, reading a session, form tokens and HEAD fetch nothing", async () => {
    const { op, auth, get } = await setUp();
    await auth.session(new Request(site));
    await get("/auth/session");
    await get("/auth/csrf");
    await auth.handler(new Request(`${site}/auth/signin`, { method: "HEAD" }));
    await settle();
    assert.equal(op.requests.length, 0);
  });

  it("the page does not wait for a provider that does not answer", async () => {
    const { get } = await setUp();
    let isAsked = false;
    // Of two mocks, one would stay.
    mock.restoreAll();
    mock.method(globalThis, "fetch", (_url: string, init: RequestInit) => {
      isAsked = true;
      return new Promise((_, reject) =>
        init.signal?.addEventListener("abort", () => reject(init.signal))
      );
    });
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      assert.equal((await get("/auth/signin")).status, 200);
      await until(() => isAsked);
      assert.equal((await get("/auth/signin")).status, 200);
    } finally {
      mock.timers.tick(60_000);
      mock.timers.reset();
    }
  });

  it("a failure is not logged, is not repeated by the next page, and does not count at the sign-in", async () => {
    const flow = await setUp();
    const { op, get, lines } = flow;
    op.faults.discovery = [{ status: 500 }, "ok"];
    await get("/auth/signin");
    await until(() => op.count("discovery") === 1);
    await settle();
    await get("/auth/signin");
    await settle();
    assert.deepEqual(fetched(op), [1, 0]);
    assert.ok((await begin(flow)).startsWith(op.issuer));
    assert.deepEqual(lines, []);
  });

  it("nothing is fetched for a page with many providers", async () => {
    const { op, get } = await setUp({ copies: 6 });
    await get("/auth/signin");
    await settle();
    assert.equal(op.requests.length, 0);
  });
});
