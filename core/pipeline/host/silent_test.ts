import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  createAuth,
  type RequireOptions,
} from "@latchkey/auth";
import {
  type Browser,
  createBrowser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { createMemoryStore } from "../../storage/memory_store.ts";
import {
  assertNoRejections,
  createFlow,
  endTest,
  type Flow,
  type FlowOptions,
  readSession,
  signIn,
  site,
} from "../flow_testkit.ts";

afterEach(endTest);

/** The answers that say that the user would have to act. */
const DECLINED = [
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
];

const html = { accept: "text/html" };

interface Guarded {
  readonly flow: Flow;
  readonly browser: Browser;
  /** The requests for the guarded page, with the answer of its guard. */
  readonly seen: Response[];
  readonly ask: (headers?: HeadersInit, method?: string) => Promise<Response>;
}

/** Creates a site with a guarded page, and a browser of a visitor. */
async function createGuarded(
  options: RequireOptions = { silent: true },
  flowOptions: FlowOptions = {},
  others: Readonly<Record<string, FaultProvider>> = {},
): Promise<Guarded> {
  const flow = await createFlow({ ...flowOptions, others });
  const seen: Response[] = [];
  const guard = async (request: Request): Promise<Response> => {
    const passed = await createAuth(flow.makeConfig()).require(
      request,
      options,
    );
    if (passed instanceof Response) {
      seen.push(passed.clone());
      return passed;
    }
    const { session, headers } = passed;
    return new Response(`of ${session.user?.name}`, { headers });
  };
  const handler = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await flow.handler(request);
    return pathname.startsWith("/private")
      ? await guard(request)
      : new Response("a page of the host");
  };
  const browser = createBrowser({
    [site]: handler,
    ...Object.fromEntries(
      [flow.op, ...Object.values(others)].map((op) => [op.origin, op.handler]),
    ),
  });
  const ask = (headers: HeadersInit = html, method = "GET") => {
    const all = new Headers(headers);
    const cookie = browser.cookieHeader(`${site}/private`);
    if (cookie) all.set("cookie", cookie);
    return guard(new Request(`${site}/private`, { method, headers: all }));
  };
  return { flow, browser, seen, ask };
}

function toLocation(answer: Response): URL {
  return new URL(answer.headers.get("location") ?? "none:");
}

function listLines({ log }: Flow, ...levels: string[]): string[] {
  return log.filter(({ level }) => levels.includes(level))
    .map(({ text }) => text);
}

describe("a guard that asks the provider silently", () => {
  it("a user who is signed in at the provider passes without a click, and comes back to the same page", async () => {
    const { flow, browser } = await createGuarded();
    const page = await browser.goto(`${site}/private/a?b=c%20d&e`);
    assert.equal(page.url, `${site}/private/a?b=c%20d&e`);
    assert.equal(page.text, "of Ada Lovelace");
    const [asked] = flow.op.requests.filter(({ endpoint }) =>
      endpoint === "authorize"
    );
    const { searchParams } = new URL(asked?.url ?? "");
    assert.equal(searchParams.get("prompt"), "none");
    assert.ok(searchParams.get("state") && searchParams.get("code_challenge"));
    assert.equal(searchParams.get("login_hint"), null);
  });

  for (const error of DECLINED) {
    it(`a provider that answers ${error} leads to the sign-in page, without an error, and is asked once [I17]`, async () => {
      const told: unknown[] = [];
      const { flow, browser } = await createGuarded(undefined, {
        config: { events: { signInFailed: (one) => void told.push(one) } },
      });
      flow.op.faults.silent = error;
      for (let i = 0; i < 3; i++) {
        const page = await browser.goto(`${site}/private`);
        const url = new URL(page.url);
        assert.equal(url.pathname, "/auth/signin");
        assert.deepEqual([...url.searchParams], [["callbackUrl", "/private"]]);
      }
      assert.equal(flow.op.count("authorize"), 1);
      assert.deepEqual(told, []);
      assert.deepEqual(listLines(flow, "error", "warn"), []);
      assert.equal(await readSession(browser), null);
      await assertNoRejections();
    });
  }
});
