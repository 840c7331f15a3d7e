import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { type App, app, createApp } from "../../../../testing/app_testkit.ts";
import { mint, plant } from "../../../session/session_testkit.ts";

type Headings = Readonly<Record<string, string>>;

const json = { accept: "application/json" };
const form = "application/x-www-form-urlencoded";

async function setUp(more: Partial<AuthConfig> = {}): Promise<App> {
  const site = await createApp({ config: { debug: false, ...more } });
  plant(site.browser, await mint(site.secret));
  return site;
}

/** Sends a request to a guarded route; returns the status, and the error if it was refused. */
async function ask(
  { browser, config }: App,
  headers: Headings,
  init: RequestInit = {},
): Promise<unknown[]> {
  const cookie = browser.cookieHeader(app);
  const request = new Request(`${app}/api`, {
    method: "POST",
    ...init,
    headers: { ...json, cookie, ...headers },
  });
  const passed = await createAuth(config).require(request, { csrf: true });
  if (passed instanceof Response) {
    return [passed.status, (await passed.json()).error];
  }
  // The application can still read the form.
  return [200, await request.text()];
}

/** The token of a form of this browser. */
async function readToken({ browser, config }: App): Promise<string> {
  const cookie = browser.cookieHeader(app);
  const request = new Request(`${app}/`, { headers: { cookie } });
  const { csrfToken, headers } = await createAuth(config).csrfToken(request);
  for (const one of headers.getSetCookie()) browser.setCookie(app, one);
  return csrfToken;
}

describe("a guard with `csrf`", () => {
  it("lets requests through that the browser says come from this origin, and refuses all others", async () => {
    const site = await setUp();
    const cases: readonly [Headings, unknown[]][] = [
      [{ "sec-fetch-site": "same-origin" }, [200, ""]],
      [{ origin: app }, [200, ""]],
      [{ origin: "null", "sec-fetch-site": "same-origin" }, [200, ""]],
      [{ origin: "https://evil.example" }, [403, "CrossSiteRequest"]],
      [{ origin: "null" }, [403, "CrossSiteRequest"]],
      [{ "sec-fetch-site": "same-site" }, [403, "CrossSiteRequest"]],
      [{ "sec-fetch-site": "cross-site" }, [403, "CrossSiteRequest"]],
      [
        { origin: app, "sec-fetch-site": "cross-site" },
        [403, "CrossSiteRequest"],
      ],
      [{}, [403, "MissingCSRF"]],
      [{ "sec-fetch-site": "none" }, [403, "MissingCSRF"]],
    ];
    for (const [headers, expected] of cases) {
      assert.deepEqual(
        await ask(site, headers),
        expected,
        JSON.stringify(headers),
      );
    }
    assert.ok(site.lines.some((line) => line.includes("MissingCSRF")));
    assert.ok(site.lines.some((line) => line.includes("evil.example")));
  });

  it("lets pages of an origin through that `cors` lists, unless the browser calls them cross-site", async () => {
    const origin = "https://page.app.example";
    const site = await setUp({ cors: { origins: [origin] } });
    const cases: readonly [Headings, unknown[]][] = [
      [{ origin, "sec-fetch-site": "same-site" }, [200, ""]],
      [
        { origin, "sec-fetch-site": "cross-site" },
        [403, "CrossSiteRequest"],
      ],
      [{ origin: "https://other.app.example" }, [403, "CrossSiteRequest"]],
    ];
    for (const [headers, expected] of cases) {
      assert.deepEqual(await ask(site, headers), expected);
    }
  });

  it("takes the token from a form, from JSON or from the header, and from no other site", async () => {
    const site = await setUp();
    const csrfToken = await readToken(site);
    const body = new URLSearchParams({ csrfToken, a: "1" }).toString();
    const type = { "content-type": form };
    assert.deepEqual(await ask(site, type, { body }), [200, body]);
    const text = JSON.stringify({ csrfToken });
    assert.deepEqual(
      await ask(site, { "content-type": "application/json" }, { body: text }),
      [200, text],
    );
    assert.deepEqual(await ask(site, { "x-csrf-token": csrfToken }), [200, ""]);
    assert.deepEqual(
      await ask(site, { ...type, origin: "https://evil.example" }, { body }),
      [403, "CrossSiteRequest"],
    );
    const other = await setUp();
    assert.deepEqual(await ask(other, { "x-csrf-token": csrfToken }), [
      403,
      "MissingCSRF",
    ]);
    assert.deepEqual(await ask(site, { "x-csrf-token": "x" }), [
      403,
      "MissingCSRF",
    ]);
  });

  it("looks only at requests that may change something, and only with a session", async () => {
    const site = await setUp();
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      assert.deepEqual(await ask(site, {}, { method }), [200, ""], method);
    }
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      assert.equal((await ask(site, {}, { method }))[0], 403, method);
    }
    const stranger = await createApp();
    assert.deepEqual(await ask(stranger, {}), [401, "SignInRequired"]);
  });

  it("shows a browser a page with a reference that the log has, which no cache keeps", async () => {
    const site = await setUp();
    const request = new Request(`${app}/api`, {
      method: "POST",
      headers: { accept: "text/html", cookie: site.browser.cookieHeader(app) },
    });
    const answer = await createAuth(site.config)
      .require(request, { csrf: true });
    assert.ok(answer instanceof Response);
    assert.equal(answer.status, 403);
    assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
    const text = await answer.text();
    const [, ref = ""] = /ref ([\w-]{58})/.exec(site.lines.join("\n")) ?? [];
    assert.ok(ref !== "" && text.includes(ref));
  });
});
