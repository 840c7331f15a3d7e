import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { app, createApp, toRequest } from "../../../../testing/app_testkit.ts";
import { mint, plant } from "../../../session/session_testkit.ts";
import { toAnswer } from "../../../../testing/checks_testkit.ts";

const html = { accept: "text/html" };

describe("auth.require(request)", () => {
  it("require sends a browser to sign in, and back to its page", async () => {
    const site = await createApp();
    const auth = createAuth(site.config);
    const request = toRequest(site.browser, "/deep?a=1&b=2", { headers: html });
    const answer = await auth.require(request);
    assert.ok(answer instanceof Response);
    assert.equal(answer.status, 303);
    const location = new URL(answer.headers.get("location") ?? "");
    assert.equal(location.origin + location.pathname, `${app}/auth/signin`);
    assert.equal(location.searchParams.get("callbackUrl"), "/deep?a=1&b=2");
    assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
  });

  it("require names no return path for a request that cannot be repeated by opening its page", async () => {
    const site = await createApp();
    const auth = createAuth(site.config);
    const answer = await auth.require(
      toRequest(site.browser, "/deep", { method: "POST", headers: html }),
    );
    assert.ok(answer instanceof Response);
    assert.equal(answer.headers.get("location"), `${app}/auth/signin`);
  });

  it("require answers an API client with 401", async () => {
    const site = await createApp();
    const answer = await createAuth(site.config).require(
      toRequest(site.browser, "/api"),
    );
    assert.ok(answer instanceof Response);
    const { status, text } = await toAnswer(answer);
    assert.deepEqual([status, JSON.parse(text).error], [401, "SignInRequired"]);
  });

  it("require returns the session of an authorized user, and 403 to others", async () => {
    const site = await createApp({
      config: {
        callbacks: {
          session: ({ session, token }) => ({
            ...session,
            user: { ...session.user, role: token.role },
          }),
        },
      },
    });
    plant(site.browser, await mint(site.secret, { role: "editor" }));
    const auth = createAuth(site.config);
    const ask = (options = {}) =>
      auth.require(toRequest(site.browser, "/"), options);
    const passed = await ask({ role: ["admin", "editor"] });
    assert.ok(!(passed instanceof Response) && passed.session.user);
    for (
      const options of [
        { role: "admin" },
        { when: () => false },
        { when: () => "yes" },
        { role: "editor", when: () => Promise.resolve(false) },
      ]
    ) {
      const refused = await ask(options);
      assert.ok(refused instanceof Response && refused.status === 403);
    }
  });

  it("a function of the application that throws fails the request, because an outage is no refusal", async () => {
    const site = await createApp();
    plant(site.browser, await mint(site.secret));
    const fault = new Error("the permission service is down");
    const whens = [() => Promise.reject(fault), () => {
      throw fault;
    }];
    for (const when of whens) {
      const asked = createAuth(site.config)
        .require(toRequest(site.browser, "/"), { when });
      await assert.rejects(asked, (error) => error === fault);
    }
  });

  it("headers for a page that depends on the visitor keep it out of shared caches", async () => {
    const site = await createApp();
    plant(site.browser, await mint(site.secret));
    const auth = createAuth(site.config);
    const known = () => toRequest(site.browser, "/");
    const passed = await auth.require(known());
    assert.ok(!(passed instanceof Response));
    for (
      const { headers } of [
        passed,
        await auth.session(known()),
        await auth.updateSession(known(), {}),
        await auth.csrfToken(known()),
        await auth.csrfField(known()),
      ]
    ) {
      const caching = ["cache-control", "vary"].map((name) =>
        headers.get(name)
      );
      assert.deepEqual(caching, ["private, no-cache, no-store", "Cookie"]);
    }
    const stranger = await auth.session(new Request(`${app}/`));
    assert.deepEqual([...stranger.headers], [
      ["cache-control", "private, no-cache"],
      ["vary", "Cookie"],
    ]);
  });

  it("require writes a cookie that is due", async () => {
    const site = await createApp({ config: { session: { updateAge: 0 } } });
    plant(site.browser, await mint(site.secret));
    const passed = await createAuth(site.config).require(
      toRequest(site.browser, "/"),
    );
    assert.ok(!(passed instanceof Response));
    assert.equal(passed.headers.getSetCookie().length, 1);
    assert.match(passed.headers.get("cache-control") ?? "", /no-store/);
  });
});
