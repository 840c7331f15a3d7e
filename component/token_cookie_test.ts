import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { app } from "../testing/app_testkit.ts";
import { createQwikApp, entry, page, signIn } from "./qwik_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);
const HOUR = 3_600_000;
const T = "__Host-latchkey.tokens.";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

describe("tokens in a cookie with Qwik City", () => {
  it("a refresh is written to the response, and the next request has it", async () => {
    let config: Parameters<typeof entry.getAccessToken>[1] = { providers: [] };
    const ask = { provider: "op" };
    const token = {
      // deno-lint-ignore no-explicit-any -- Qwik's own event
      onGet: async (ev: any) => {
        const { accessToken } = await entry.getAccessToken(ev, config, ask);
        // The same request sees the token that it has renewed.
        const again = await entry.getAccessToken(ev, config, ask);
        assert.equal(again.accessToken, accessToken);
        ev.text(200, accessToken);
      },
    };
    const site = await createQwikApp({
      routes: { "/": [page()], "/token": [token] },
      config: { tokens: { providers: ["op"] } },
    });
    config = site.config;
    await signIn(site);
    const first = await (await site.browser.fetch(`${app}/token`)).text();
    assert.match(first, /^at-/);
    mock.timers.setTime(NOON + 2 * HOUR);
    site.op.clearRequests();
    const second = await site.browser.fetch(`${app}/token`);
    const [header = "", ...more] = second.headers.getSetCookie();
    assert.ok(header.startsWith(T));
    assert.deepEqual(more, []);
    assert.match(second.headers.get("cache-control") ?? "", /no-store/);
    const text = await second.text();
    assert.notEqual(text, first);
    const third = await site.browser.fetch(`${app}/token`);
    assert.equal(await third.text(), text);
    assert.equal(site.op.count("token"), 1);
  });
});
