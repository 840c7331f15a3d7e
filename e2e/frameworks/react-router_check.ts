/**
 * Builds an application of React Router, and runs the contract of hosts on it.
 * It takes too long for every run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { declareContract } from "./shared/declare_contract.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import { buildApp, runApp } from "./run_app.ts";

const built = await buildApp("react-router", [["build.js"]]);

const start = (env: ContractEnvironment) =>
  runApp(built, { args: ["server.js"] }, env);

describe("the contract of hosts: React Router", () => {
  declareContract({
    start,
    has: ["actions", "forwarded", "prefix", "proxy", "routes"],
  });
});

describe("navigations of React Router", () => {
  let backstage: Backstage;
  let app: HostApp;
  before(async () => {
    backstage = await openBackstage();
    app = await openApp(start, backstage);
  });
  after(async () => {
    await app.close();
    await backstage.close();
  });
  /** Reads the redirect in the data that React Router sends to its script. */
  const navigate = async (path: string, init: RequestInit = {}) => {
    const { origin } = app;
    const headers = { accept: "*/*", origin, "sec-fetch-site": "same-origin" };
    const answer = await app.send(
      new Request(app.url(path), { ...init, headers }),
    );
    assert.equal(answer.status, 202);
    assert.equal(answer.headers.get("x-remix-reload-document"), "true");
    return await answer.text();
  };

  it("a guard leads to the sign-in page as a document, and back to the page", async () => {
    const text = await navigate("/private.data?a=1&_routes=routes%2Fprivate");
    assert.match(text, /\/auth\/signin\?callbackUrl=%2Fprivate%3Fa%3D1"/);
  });

  it("a link to an auth route opens it as a document", async () => {
    assert.match(await navigate("/auth/signin.data"), /"\/auth\/signin"/);
  });

  it("an action leads to the provider", async () => {
    const body = new URLSearchParams({ do: "provider" });
    const text = await navigate("/actions.data", { method: "POST", body });
    assert.ok(text.includes(`"${backstage.op.origin}/`), text);
  });
});
