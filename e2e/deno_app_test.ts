import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Browser, createBrowser } from "@latchkey/auth/testing";
import { replayBadRequests, sendRaw } from "../server/express_testkit.ts";
import example from "../examples/deno-app/deno.json" with { type: "json" };
import { startProvider } from "../examples/demo/provider.ts";

/** The URL that users type; the process listens on any free port behind it. */
const app = "http://localhost:3000";
const client = {
  clientId: "deno-app",
  clientSecret: "a secret of this test only, and long enough",
  redirectUris: [`${app}/auth/callback/demo`],
};
const account = {
  sub: "mallory",
  username: "mallory@example.test",
  password: "let me in",
  name: `<img src=x onerror=alert(1)> "&'`,
  email: "mallory@example.test",
};

/** The permission of the example's task to read variables. */
const [, allowEnv = ""] = /--allow-env="([^"]+)"/.exec(
  example.tasks.start,
) ?? [];

/** Runs the example as its README says, with no permission besides these. */
async function withExample(
  run: (browser: Browser, port: number) => Promise<void>,
): Promise<void> {
  const provider = await startProvider({
    port: 0,
    clients: [client],
    accounts: [account],
  });
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--config=deno.json",
      "--allow-net=localhost,127.0.0.1",
      `--allow-env=${allowEnv}`,
      "examples/deno-app/main.ts",
    ],
    cwd: new URL("..", import.meta.url),
    env: {
      PORT: "0",
      HOST: "127.0.0.1",
      NO_COLOR: "1",
      AUTH_URL: app,
      AUTH_SECRET: crypto.randomUUID(),
      AUTH_DEMO_ISSUER: provider.issuer,
      AUTH_DEMO_ID: client.clientId,
      AUTH_DEMO_SECRET: client.clientSecret,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    const lines = child.stdout.pipeThrough(new TextDecoderStream());
    const reader = lines.getReader();
    const { value } = await reader.read();
    reader.releaseLock();
    await lines.cancel();
    const actual = /^(http:\/\/localhost:\d+)/.exec(value ?? "")?.[1];
    assert.ok(actual, `the example said ${value}`);
    const browser = createBrowser(async (request) => {
      const isApp = request.url.startsWith(`${app}/`);
      const url = isApp ? actual + request.url.slice(app.length) : request.url;
      const body = new Uint8Array(await request.arrayBuffer());
      const headers = Object.fromEntries(request.headers);
      return await sendRaw(
        url.replace("//localhost:", "//127.0.0.1:"),
        request.method,
        { ...headers, host: new URL(request.url).host },
        body,
      );
    });
    await run(browser, Number(new URL(actual).port));
  } finally {
    child.kill();
    await child.status;
    await provider.close();
  }
}

const button = "Sign in";
const { username, password } = account;

describe("examples/deno-app", () => {
  it("a user signs in with the demo provider, sees the private page, and signs out", async () => {
    await withExample(async (browser) => {
      const home = await browser.goto(`${app}/`);
      assert.match(home.text, /Hello, stranger/);

      const login = await browser.submit(home);
      assert.match(login.url, /\/login\/[\w-]+$/);
      const back = await browser.submit(login, {
        button,
        fields: { username, password },
      });
      assert.equal(back.url, `${app}/`);
      // The name is the user's own input: it is escaped everywhere.
      assert.match(back.text, /Hello, &#60;img src=x onerror=alert\(1\)&#62;/);
      assert.doesNotMatch(back.text, /<img/);

      const room = await browser.goto(`${app}/private`, { from: back });
      assert.equal(room.status, 200);
      assert.match(room.text, /mallory@example\.test/);
      assert.doesNotMatch(room.text, /<img/);

      const thief = browser.clone();
      const out = await browser.submit(room, { button: "Sign out" });
      assert.equal(out.url, `${app}/`);
      assert.match(out.text, /Hello, stranger/);
      for (const who of [browser, thief]) {
        const page = await who.goto(`${app}/private`);
        assert.equal(new URL(page.url).pathname, "/auth/signin");
      }
    });
  });

  it("a signed-out visitor is sent from the private page to sign in and back", async () => {
    await withExample(async (browser) => {
      const page = await browser.goto(`${app}/private`);
      assert.equal(page.url, `${app}/auth/signin?callbackUrl=/private`);
      const login = await browser.submit(page);
      const room = await browser.submit(login, {
        button,
        fields: { username, password },
      });
      assert.equal(room.url, `${app}/private`);
    });
  });

  it("no malformed request ends the server [A67]", async () => {
    await withExample(async (browser, port) => {
      await replayBadRequests(port);
      const home = await browser.goto(`${app}/`);
      assert.match(home.text, /Hello, stranger/);
    });
  });

  it("the application's and the library's pages have an icon", async () => {
    await withExample(async (browser) => {
      const icon = await browser.goto(`${app}/favicon.ico`);
      assert.equal(icon.status, 200);
      assert.match(icon.headers.get("content-type") ?? "", /^image\//);
    });
  });

  it("pages load no foreign resources, are not cached, and answer 404 for unknown paths", async () => {
    await withExample(async (browser) => {
      for (const [path, status] of [["/", 200], ["/nothing", 404]] as const) {
        const page = await browser.goto(app + path);
        assert.equal(page.status, status);
        const { headers, text } = page;
        const policy = headers.get("content-security-policy") ?? "";
        assert.match(policy, /^default-src 'none'; style-src 'sha256-/);
        assert.equal(headers.get("cache-control"), "private, no-store");
        const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? "";
        const bytes = new TextEncoder().encode(style);
        const digest = await crypto.subtle.digest("SHA-256", bytes);
        const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
        assert.ok(policy.includes(`'sha256-${hash}'`));
      }
      // The second page needed no new form token: one cookie is set, once.
      const again = await browser.goto(`${app}/`);
      assert.deepEqual(again.headers.getSetCookie(), []);
    });
  });
});
