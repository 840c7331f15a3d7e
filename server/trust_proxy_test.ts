/** What Express' `trust proxy` vouches for: the host, where nothing else names it. */

import "../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import type { AdapterUser, Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { ServerAuthConfig, ServerRequest } from "@latchkey/auth/server";
import { createBrowser } from "@latchkey/auth/testing";
import {
  createServerApp,
  sendRaw,
  serve,
  toCookie,
  versions,
} from "./express_testkit.ts";

const saved = process.env.NODE_ENV;
afterEach(() => {
  if (saved === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = saved;
});

function setMode(mode: string | null): void {
  if (mode === null) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = mode;
}

const proxied = {
  "x-forwarded-proto": "https",
  "x-forwarded-host": "app.example",
};

for (const [version, express] of versions) {
  describe(`a trusted proxy in front of ${version}`, () => {
    /** Sends a request for a private page. */
    async function visit(
      trust: unknown,
      config: Partial<ServerAuthConfig>,
      headers: Record<string, string> = proxied,
    ) {
      setMode("production");
      const { auth, lines } = await createServerApp({
        trustHost: undefined,
        ...config,
      });
      const site = express();
      site.set("trust proxy", trust);
      site.use("/auth", auth);
      site.use("/private", auth.require());
      let answer = new Response();
      let form = new Response();
      await serve(site, async (origin) => {
        const all = { accept: "text/html", ...headers };
        answer = await sendRaw(`${origin}/private`, "GET", all);
        form = await sendRaw(`${origin}/auth/signin`, "GET", all);
      });
      const { status } = answer;
      const location = answer.headers.get("location");
      const advice = lines.filter((line) => line.includes("trust proxy"));
      return { status, form: form.status, location, advice };
    }

    it("guards and auth routes know the host in production, without another setting", async () => {
      for (const trust of [true, 1, "loopback"]) {
        const { status, form, location, advice } = await visit(trust, {});
        assert.deepEqual([status, form], [303, 200], String(trust));
        assert.match(location ?? "", /^(?:https:\/\/app\.example)?\/auth\//);
        assert.deepEqual(advice, []);
      }
      // Most proxies pass on the Host header only.
      const plain = await visit(1, {}, { host: "app.example" });
      assert.deepEqual([plain.status, plain.form], [303, 200]);
    });

    it("a peer that is not trusted, or a configuration that names other hosts, is refused, and the log advises only what is not set", async () => {
      for (const trust of [false, "10.0.0.1"]) {
        const { status, form, advice } = await visit(trust, {});
        assert.deepEqual([status, form], [400, 400]);
        assert.equal(advice.length, 1);
      }
      for (const trustHost of [false, ["other.example"]]) {
        const { status, form, advice } = await visit(1, { trustHost });
        assert.deepEqual([status, form], [400, 400]);
        assert.deepEqual(advice, []);
      }
    });
  });

  describe(`the host in a mail of ${version}`, () => {
    /** Asks for a mail by the form of the sign-in page, and by verifyEmail. */
    async function ask(trust: unknown, host: string) {
      setMode(null);
      const mails: Mail[] = [];
      const adapter = createMemoryAdapter();
      const user = await adapter.createUser?.({
        id: "user-1",
        email: "ada@example.com",
        emailVerified: null,
      } as AdapterUser);
      const { auth, secret } = await createServerApp({
        trustHost: undefined,
        adapter,
        session: { strategy: "jwt" },
        providers: [{
          id: "post",
          type: "email",
          from: "sign-in@app.example",
          sendMail: ({ mail }) => void mails.push(mail),
        }],
      });
      const site = express();
      site.set("trust proxy", trust);
      site.use("/auth", auth);
      const errors: unknown[] = [];
      site.get("/verify", (req, res) => {
        auth.verifyEmail(req as ServerRequest).then(
          () => res.end("sent"),
          (error) => {
            errors.push(error.type);
            res.end("refused");
          },
        );
      });
      const statuses: number[] = [];
      await serve(site, async (origin) => {
        const browser = createBrowser(async (request) =>
          await sendRaw(
            request.url.replace(`http://${host}`, origin),
            request.method,
            { ...Object.fromEntries(request.headers), host },
            new Uint8Array(await request.arrayBuffer()),
          )
        );
        const page = await browser.goto(`http://${host}/auth/signin`);
        const answer = await browser.submit(page, {
          action: "/auth/signin/post",
          fields: { email: "ben@example.com" },
        });
        statuses.push(answer.status);
        const cookie = await toCookie(secret, {
          sub: user?.id,
          aud: `http://${host}`,
        });
        await sendRaw(`${origin}/verify`, "GET", { host, cookie });
      });
      return { mails: mails.map(({ to }) => to), statuses, errors };
    }

    it("a trusted proxy names the host, and without one, only a local host is in a mail", async () => {
      const both = ["ben@example.com", "ada@example.com"];
      for (
        const [trust, host] of [[1, "shop.example"], [false, "localhost:3000"]]
      ) {
        const { mails, statuses, errors } = await ask(trust, String(host));
        assert.deepEqual(errors, []);
        assert.deepEqual([mails, statuses], [both, [200]]);
      }
      const { mails, statuses, errors } = await ask(false, "evil.example");
      assert.deepEqual([mails, statuses], [[], [500]]);
      assert.deepEqual(errors, ["Configuration"]);
    });
  });
}
