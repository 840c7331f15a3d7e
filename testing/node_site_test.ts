import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, it } from "node:test";
import express from "express";
import { ServerAuth } from "@latchkey/auth/server";
import {
  createBrowser,
  createFaultProvider,
  toSite,
} from "@latchkey/auth/testing";

describe("toSite()", () => {
  for (const origin of ["http://localhost:3000", "https://app.example"]) {
    it(`a browser signs in at an Express application, and out (${origin})`, async () => {
      const op = await createFaultProvider();
      const auth = ServerAuth({
        secret: "a random text of at least 32 characters",
        providers: [op.provider()],
      });
      const app = express();
      app.set("trust proxy", origin.startsWith("https:"));
      app.use("/auth", auth);
      app.get("/", (_req, res) => void res.send("home"));
      app.get(
        "/private",
        auth.require(),
        (_req, res) => void res.send(`Hello ${res.locals.session?.user?.name}`),
      );
      const browser = createBrowser({
        [origin]: toSite(app),
        [op.origin]: op.handler,
      });
      const page = await browser.goto(`${origin}/private`);
      assert.equal(new URL(page.url).pathname, "/auth/signin");
      const after = await browser.submit(page);
      assert.deepEqual(
        [after.url, after.text],
        [`${origin}/private`, "Hello Ada Lovelace"],
      );
      const home = await browser.submit(
        await browser.goto(`${origin}/auth/signout`),
      );
      assert.equal(home.text, "home");
    });
  }

  it("the application gets the browser's request, and the browser its response", async () => {
    const seen: IncomingMessage["headers"][] = [];
    const app = (req: IncomingMessage, res: ServerResponse) => {
      seen.push(req.headers);
      res.setHeader("set-cookie", ["a=1; Path=/", "b=2; Path=/"]);
      if (req.url === "/empty") res.statusCode = 204;
      res.end(req.url === "/empty" ? undefined : `${req.method} ${req.url}`);
    };
    const browser = createBrowser({ "http://localhost:3000": toSite(app) });
    const page = await browser.goto("http://localhost:3000/a?b=c");
    assert.equal(page.text, "GET /a?b=c");
    const answer = await browser.fetch("http://localhost:3000/empty");
    assert.equal(answer.status, 204);
    const [first, second] = seen;
    assert.equal(first?.host, "localhost:3000");
    assert.equal(first?.["sec-fetch-mode"], "navigate");
    assert.equal(first?.["x-forwarded-proto"], undefined);
    assert.equal(second?.["sec-fetch-mode"], "cors");
    assert.equal(second?.cookie, "a=1; b=2");
  });

  it("an application that breaks the connection is an error", async () => {
    const app = (req: IncomingMessage) => req.destroy();
    const site = toSite(app);
    await assert.rejects(async () =>
      await site(new Request("http://localhost:3000/"))
    );
  });
});
