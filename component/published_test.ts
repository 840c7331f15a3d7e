import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { getPlatform, setPlatform } from "@builder.io/qwik";
import { ConfigurationError } from "@latchkey/auth/errors";
import { assertKept, assertNotPublished, type Platform } from "./published.ts";
import { app } from "../testing/app_testkit.ts";
import { createQwikApp, formRequest } from "./qwik_testkit.ts";

const closure = { getSymbol: () => "plugin_auth_ComponentAuth_abc123" };

/** A platform that answers as Qwik's server platform does for these files. */
function platformOf(files: Record<string, string>): Platform {
  return {
    chunkForSymbol: (symbol, _chunk, parent) => {
      const hash = symbol.slice(symbol.lastIndexOf("_") + 1);
      const file = files[hash];
      return [symbol, file ?? `${parent}?qrl=${symbol}`];
    },
  };
}

describe("assertNotPublished()", () => {
  it("a configuration in a file for browsers is refused, whatever the file is called", () => {
    for (const file of ["q-CVlzbx0I.js", "app/s_abc123.mjs", "routes.js"]) {
      const platform = platformOf({ abc123: file });
      assert.throws(
        () => assertNotPublished(closure, platform),
        (error) =>
          error instanceof ConfigurationError &&
          error.message.includes(file) && error.message.includes("latchkey()"),
      );
    }
  });

  it("a configuration that Qwik has not compiled is refused, because it stays in its module", () => {
    const unseen = { getSymbol: () => "s7" };
    assert.throws(
      () => assertNotPublished(unseen, platformOf({})),
      ConfigurationError,
    );
  });

  it("a configuration in no such file is accepted, and so is one that cannot be checked yet", () => {
    assertNotPublished(closure, platformOf({ other: "q-CVlzbx0I.js" }));
    for (const symbol of ["s7", closure.getSymbol()]) {
      const one = { getSymbol: () => symbol };
      assertNotPublished(one, { chunkForSymbol: () => undefined });
      assertNotPublished(one, { chunkForSymbol: (name) => [name, "_"] });
      assertNotPublished(one, { chunkForSymbol: (name) => [name, ""] });
    }
    // In development, every closure has its own URL.
    const developing: Platform = {
      chunkForSymbol: (name, _chunk, parent) => [name, `/${parent}_${name}.js`],
    };
    assertNotPublished(closure, developing);
  });
});

describe("ComponentAuth$ without the plugin for Vite", () => {
  it("a production server does not start, and says why", () => {
    assert.throws(
      () => assertKept(closure, false),
      (error) =>
        error instanceof ConfigurationError &&
        error.message.includes("latchkey()") &&
        error.message.includes("every browser can download"),
    );
  });

  it("a development server says so once at the start", async () => {
    const log = mock.method(console, "error", () => {});
    assertKept(closure, true);
    await new Promise((resolve) => setImmediate(resolve));
    log.mock.restore();
    assert.equal(log.mock.callCount(), 1);
    const [call] = log.mock.calls;
    assert.match(String(call?.arguments), /latchkey\(\)/);
  });

  it("the check is skipped if no optimizer has run", () => {
    assertKept({ getSymbol: () => "s7" }, false);
  });
});

describe("a configuration that browsers can download", () => {
  const known = getPlatform();
  afterEach(() => setPlatform(known));

  it("no visitor is signed in or out with it, and pages are shown as usual", async () => {
    const site = await createQwikApp();
    setPlatform({ ...known, chunkForSymbol: (name) => [name, "q-x.js"] });
    const home = await site.fetch(new Request(`${app}/`));
    assert.equal(home.status, 200);
    // There is no configuration that could name a logger.
    const log = mock.method(console, "error", () => {});
    const page = await site.fetch(new Request(`${app}/auth/signin`));
    log.mock.restore();
    assert.equal(page.status, 500);
    assert.equal(log.mock.callCount(), 1);
    const { useSignIn, useSignOut, useVerifyEmail, useConnect } = site.auth;
    const actions = [useSignIn, useSignOut, useVerifyEmail, useConnect];
    for (const action of actions) {
      const form = formRequest("/", action, { providerId: "op" });
      await assert.rejects(site.fetch(form), ConfigurationError);
    }
  });
});
