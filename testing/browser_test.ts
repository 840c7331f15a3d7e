import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createBrowser, createFaultProvider } from "./mod.ts";
import type { Browser, SiteHandler } from "./mod.ts";

const app = "https://app.example";

afterEach(() => mock.timers.reset());

/**
 * A site that sets the cookies named in `?set=` and returns the headers that it
 * received.
 */
const echo: SiteHandler = async (request) => {
  const url = new URL(request.url);
  const headers = new Headers({ "content-type": "application/json" });
  for (const cookie of url.searchParams.getAll("set")) {
    headers.append("set-cookie", cookie);
  }
  for (const name of ["location", "refresh", "referrer-policy"]) {
    const value = url.searchParams.get(name);
    if (value !== null) headers.set(name, value);
  }
  const status = Number(url.searchParams.get("status") ?? 200);
  const seen = {
    method: request.method,
    body: await request.text(),
    ...Object.fromEntries(request.headers),
  };
  return new Response(JSON.stringify(seen), { status, headers });
};

function show(html: string, headers: Record<string, string> = {}): SiteHandler {
  return (request) =>
    new URL(request.url).pathname === "/form"
      ? new Response(html, {
        headers: { "content-type": "text/html", ...headers },
      })
      : echo(request);
}

function at(path: string, params: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams(params)}`;
}

function setFrom(
  browser: Browser,
  url: string,
  cookie: string,
): Promise<unknown> {
  return browser.goto(at(url, { set: cookie }));
}

async function seen(
  page: Promise<{ text: string }>,
): Promise<Record<string, string | undefined>> {
  return JSON.parse((await page).text);
}

describe("the cookie jar", () => {
  it("a host-only cookie goes to its host, and a Domain cookie to all hosts of the domain", async () => {
    const browser = createBrowser(echo);
    await setFrom(browser, "https://www.app.example/", "host=1");
    await setFrom(
      browser,
      "https://www.app.example/",
      "all=1; Domain=app.example",
    );
    assert.equal(
      browser.cookieHeader("https://www.app.example/"),
      "host=1; all=1",
    );
    assert.equal(browser.cookieHeader("https://app.example/"), "all=1");
    assert.equal(browser.cookieHeader("https://other.example/"), "");
    assert.equal(browser.cookieHeader("https://evilapp.example/"), "");
  });

  it("cookies are sent by path, longer paths first", async () => {
    const browser = createBrowser(echo);
    await setFrom(browser, `${app}/a/page`, "root=1; Path=/");
    await setFrom(browser, `${app}/a/page`, "default=1");
    assert.equal(browser.cookieHeader(`${app}/a/x`), "default=1; root=1");
    assert.equal(browser.cookieHeader(`${app}/a`), "default=1; root=1");
    assert.equal(browser.cookieHeader(`${app}/ab`), "root=1");
  });

  it("Secure cookies go to https and to this machine only", async () => {
    const browser = createBrowser(echo);
    await setFrom(browser, "https://app.example/", "s=1; Secure");
    assert.equal(browser.cookieHeader("http://app.example/"), "");
    await setFrom(browser, "http://localhost:3000/", "l=1; Secure");
    assert.equal(browser.cookieHeader("http://localhost:4000/"), "l=1");
    await setFrom(browser, "http://127.0.0.1:3000/", "i=1; Secure");
    assert.equal(browser.cookieHeader("http://127.0.0.1:3000/"), "i=1");
    await setFrom(browser, "http://app.example/", "s=2");
    assert.equal(
      browser.dropped.at(-1)?.reason,
      "would shadow a Secure cookie",
    );
  });

  const refused = {
    "__Host-a=1; Secure": "__Host- without Path=/",
    "__Host-a=1; Path=/": "a prefix without Secure",
    "__Host-a=1; Secure; Path=/; Domain=app.example": "__Host- with a Domain",
    "__host-a=1; Secure": "__Host- without Path=/",
    "__Secure-a=1": "a prefix without Secure",
    "=__Host-a=1; Secure; Path=/": "a prefix without a name",
    "a=1; SameSite=None": "SameSite=None without Secure",
    "a=1; Domain=other.example": "the Domain is not the host's own",
    "a=1; Domain=example": "the Domain is not the host's own",
    "a=\u00011": "control character",
    [`a=${"x".repeat(4096)}`]: "name and value over 4096 bytes",
  };
  for (const [header, reason] of Object.entries(refused)) {
    it(`the cookie ${JSON.stringify(header.slice(0, 50))} is dropped: ${reason}`, () => {
      const browser = createBrowser(echo);
      assert.throws(() => browser.setCookie(app, header), /refuses/);
      assert.deepEqual(browser.cookies(app), []);
      assert.equal(browser.dropped[0]?.reason, reason);
    });
  }

  it("cookies of 4096 bytes and with correct prefixes are accepted", () => {
    const browser = createBrowser(echo);
    browser.setCookie(app, `a=${"x".repeat(4095)}`);
    browser.setCookie(app, "__Host-a=1; Secure; Path=/");
    browser.setCookie(app, "__Secure-a=1; Secure; Domain=app.example");
    assert.equal(browser.cookies(app).length, 3);
  });

  it("cookies expire by Date.now(), with Max-Age before Expires", () => {
    const now = Date.UTC(2030, 0, 1);
    mock.timers.enable({ apis: ["Date"], now });
    const browser = createBrowser(echo);
    const past = "Thu, 01 Jan 1970 00:00:00 GMT";
    browser.setCookie(app, `a=1; Max-Age=60; Expires=${past}`);
    browser.setCookie(app, "b=1; Expires=Tue, 01 Jan 2030 00:02:00 GMT");
    browser.setCookie(app, "c=1");
    assert.equal(browser.cookieHeader(app), "a=1; b=1; c=1");
    mock.timers.setTime(now + 60_000);
    assert.equal(browser.cookieHeader(app), "b=1; c=1");
    mock.timers.setTime(now + 120_000);
    assert.equal(browser.cookieHeader(app), "c=1");
    browser.setCookie(app, `c=; Expires=${past}`);
    assert.deepEqual(browser.cookies(app), []);
  });

  it("cookies() returns attributes, and cookies are replaced in place and deleted on request", () => {
    const browser = createBrowser(echo);
    browser.setCookie(app, "a=1; HttpOnly; SameSite=Strict; Path=/");
    browser.setCookie(app, "b=1; Path=/");
    browser.setCookie(app, "a=2; HttpOnly; SameSite=Strict; Path=/");
    assert.equal(browser.cookieHeader(app), "a=2; b=1");
    assert.deepEqual(browser.cookies(app)[0], {
      name: "a",
      value: "2",
      domain: "app.example",
      hostOnly: true,
      path: "/",
      secure: false,
      httpOnly: true,
      sameSite: "Strict",
      expires: undefined,
    });
    const thief = browser.clone();
    browser.deleteCookie(app, "a");
    assert.equal(browser.cookieHeader(app), "b=1");
    assert.equal(thief.cookieHeader(app), "a=2; b=1");
  });
});

describe("SameSite", () => {
  const form =
    `<form method=post action="${app}/in"><button>Go</button></form>`;
  function createVictim(): Browser {
    const browser = createBrowser({
      [app]: echo,
      "https://sub.app.example": show(form),
      "https://evil.example": show(form),
    });
    browser.setCookie(app, "strict=1; SameSite=Strict");
    browser.setCookie(app, "lax=1");
    browser.setCookie(app, "none=1; SameSite=None; Secure");
    return browser;
  }
  const all = "strict=1; lax=1; none=1";

  it("a link from another site sends Lax but not Strict cookies", async () => {
    const browser = createVictim();
    const link = browser.goto(`${app}/`, { from: "https://evil.example/" });
    assert.equal((await seen(link))["cookie"], "lax=1; none=1");
    const sibling = browser.goto(`${app}/`, {
      from: "https://sub.app.example",
    });
    assert.equal((await seen(sibling))["cookie"], all);
    assert.equal((await seen(browser.goto(`${app}/`)))["cookie"], all);
  });

  it("a form post from another site sends only None cookies", async () => {
    const browser = createVictim();
    const evil = await browser.goto("https://evil.example/form");
    const post = await seen(browser.submit(evil));
    assert.equal(post["cookie"], "none=1");
    assert.equal(post["origin"], "https://evil.example");
    assert.equal(post["sec-fetch-site"], "cross-site");
    const sibling = await browser.goto("https://sub.app.example/form");
    const allowed = await seen(browser.submit(sibling));
    assert.equal(allowed["cookie"], all);
    assert.equal(allowed["sec-fetch-site"], "same-site");
  });

  it("a script's request to another site sends and stores no Lax cookie", async () => {
    const browser = createVictim();
    const url = at(`${app}/`, { set: "new=1" });
    const response = await browser.fetch(url, {
      from: "https://evil.example/",
    });
    assert.equal((await response.json()).cookie, "none=1");
    assert.equal(browser.dropped[0]?.name, "new");
    const own = await browser.fetch(url, { method: "POST", body: "x" });
    const headers = await own.json();
    assert.equal(headers.cookie, all);
    assert.equal(headers.origin, app);
    assert.equal(headers["sec-fetch-mode"], "cors");
    assert.match(browser.cookieHeader(app), /new=1/);
  });

  it("a redirect through another site sends no Strict cookie", async () => {
    const browser = createVictim();
    const way = at(`https://evil.example/`, {
      status: "303",
      location: `${app}/in`,
    });
    const start = at(`${app}/`, { status: "303", location: way });
    const end = await seen(browser.goto(start, { from: `${app}/home` }));
    assert.equal(end["cookie"], "lax=1; none=1");
    assert.equal(end["sec-fetch-site"], "cross-site");
  });
});

describe("goto()", () => {
  it("the request says where the navigation comes from", async () => {
    const browser = createBrowser(echo, {
      headers: { "accept-language": "sl" },
    });
    const typed = await seen(browser.goto(`${app}/a#part`));
    assert.equal(typed["sec-fetch-site"], "none");
    assert.equal(typed["sec-fetch-mode"], "navigate");
    assert.equal(typed["sec-fetch-dest"], "document");
    assert.equal(typed["sec-fetch-user"], "?1");
    assert.equal(typed["referer"], undefined);
    assert.equal(typed["accept-language"], "sl");
    assert.match(typed["accept"] ?? "", /^text\/html/);
    const own = await seen(
      browser.goto(`${app}/b`, { from: `${app}/a?q=1#x` }),
    );
    assert.equal(own["sec-fetch-site"], "same-origin");
    assert.equal(own["referer"], `${app}/a?q=1`);
    assert.equal(own["origin"], undefined);
    const other = await seen(
      browser.goto(`${app}/b`, { from: "https://b.example/x" }),
    );
    assert.equal(other["referer"], "https://b.example/");
    const quiet = await browser.goto(
      at(`${app}/`, { "referrer-policy": "no-referrer" }),
    );
    const next = await seen(browser.goto(`${app}/b`, { from: quiet }));
    assert.equal(next["referer"], undefined);
    const plain = await seen(browser.goto("http://plain.example/"));
    assert.equal(plain["sec-fetch-site"], undefined);
  });

  it("redirects are followed, their responses kept, and the fragment carried on", async () => {
    const browser = createBrowser(echo);
    const start = at(`${app}/1`, { status: "302", location: "/2", set: "a=1" });
    const page = await browser.goto(`${start}#top`);
    assert.equal(page.url, `${app}/2#top`);
    assert.equal(page.status, 200);
    assert.deepEqual(page.redirects.map((hop) => hop.status), [302]);
    assert.equal(page.redirects[0]?.headers.get("location"), "/2");
    assert.equal(JSON.parse(page.text).cookie, "a=1");
  });

  it("a refresh after 0 seconds is followed as a new navigation of that page", async () => {
    const html = `<meta http-equiv="Refresh" content="0;url=/end?a=1&amp;b=2">`;
    const browser = createBrowser({ [app]: show(html) });
    browser.setCookie(app, "strict=1; SameSite=Strict");
    const page = await browser.goto(`${app}/form`, {
      from: "https://b.example/",
    });
    assert.equal(page.url, `${app}/end?a=1&b=2`);
    const headers = JSON.parse(page.text);
    assert.equal(headers.cookie, "strict=1");
    assert.equal(headers["sec-fetch-site"], "same-origin");
    assert.equal(headers["sec-fetch-user"], undefined);
    const byHeader = await browser.goto(
      at(`${app}/`, { refresh: "0; url=/end" }),
    );
    assert.equal(byHeader.url, `${app}/end`);
    const later = await browser.goto(at(`${app}/`, { refresh: "5; url=/end" }));
    assert.equal(new URL(later.url).pathname, "/");
  });

  it("a navigation fails after 20 redirects, on unknown sites and on scripts", async () => {
    const loop = createBrowser(() =>
      new Response(null, { status: 302, headers: { location: "/" } })
    );
    await assert.rejects(loop.goto(app), /20 redirects/);
    await assert.rejects(createBrowser({}).goto(app), /no site/);
    const script = at(app, { status: "302", location: "javascript:alert(1)" });
    await assert.rejects(createBrowser(echo).goto(script), /does not go/);
  });

  it("a URL can be held back and opened later", async () => {
    const browser = createBrowser(echo);
    const start = at(`${app}/`, {
      status: "302",
      location: "/callback?code=1",
      set: "a=1",
    });
    const stopAt = (url: string): boolean => url.includes("/callback");
    const held = await browser.open(start, { stopAt });
    assert.equal(held.pending, `${app}/callback?code=1`);
    assert.equal(held.status, 302);
    assert.equal(browser.cookieHeader(app), "a=1");
    const page = await browser.goto(held.pending ?? "", { from: held });
    assert.equal(page.url, held.pending);
    assert.equal(page.pending, undefined);
    const first = await browser.open(`${app}/callback`, { stopAt });
    assert.deepEqual([first.status, first.pending], [0, `${app}/callback`]);
  });
});

describe("redirects after a form", () => {
  const ways = [
    [301, "GET", ""],
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "a=1"],
    [308, "POST", "a=1"],
  ] as const;
  for (const [status, method, body] of ways) {
    it(`${status} makes the next request a ${method}`, async () => {
      const action = at("/in", {
        status: `${status}`,
        location: "https://b.example/",
      });
      const html = `<form method="post" action="${
        action.replaceAll("&", "&amp;")
      }">
        <input name=a value=1></form>`;
      const browser = createBrowser({
        [app]: show(html),
        "https://b.example": echo,
      });
      const page = await browser.goto(`${app}/form`);
      const end = await seen(browser.submit(page));
      assert.equal(end["method"], method);
      assert.equal(end["body"], body);
      assert.equal(end["origin"], method === "POST" ? app : undefined);
    });
  }

  it("redirects after a form obey the page's form-action, as in Chrome", async () => {
    const action = at("/in", {
      status: "303",
      location: "https://op.example/",
    });
    const html = `<form method="post" action="${
      action.replaceAll("&", "&amp;")
    }"></form>`;
    const run = async (csp: string): Promise<number> => {
      const browser = createBrowser({
        [app]: show(html, { "content-security-policy": csp }),
        "https://op.example": echo,
      });
      return (await browser.submit(await browser.goto(`${app}/form`))).status;
    };
    await assert.rejects(
      run("default-src 'none'; form-action 'self'"),
      /form-action/,
    );
    await assert.rejects(run("form-action 'none'"), /form-action/);
    await assert.rejects(
      run("form-action 'self' https://op.example, form-action 'self'"),
    );
    assert.equal(await run("form-action 'self' https://op.example"), 200);
    assert.equal(await run("form-action 'self' https://*.example:443"), 200);
    assert.equal(await run("form-action https:"), 200);
    assert.equal(await run("default-src 'none'"), 200);
  });
});

describe("submit()", () => {
  const html = `<!doctype html><title><form></title>
    <!-- <form action=/no><button>Comment</button></form> -->
    <script>document.write("<form action=/script>")</script>
    <form method="post" action="/auth/signin/op?x=1&amp;y=2">
      <input type="hidden" name="csrfToken" value="a&quot;&#38;&#x3c;&gt;b">
      <input name='email' value=me@example.com disabled>
      <input type="checkbox" name="keep" checked><input type="checkbox" name="no">
      <textarea name="note">1 < 2 &amp; <b></textarea>
      <button type="button">Nothing</button>
      <button name="how" value="op">Sign in with <b>Test</b> &amp; more</button>
      <input type="submit" value="Other" formaction="/other">
    </form>
    <form action="/search?old=1"><input name="q" value="a b"></form>`;

  it("a form sends what a visitor's browser would send, and no other elements", async () => {
    const browser = createBrowser({ [app]: show(html) });
    const page = await browser.goto(`${app}/form`);
    assert.equal(page.forms().length, 2);
    const sent = await browser.submit(page, {
      button: "Sign in with Test & more",
    });
    assert.equal(sent.url, `${app}/auth/signin/op?x=1&y=2`);
    const { method, body, ...headers } = JSON.parse(sent.text);
    assert.equal(method, "POST");
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      csrfToken: 'a"&<>b',
      keep: "on",
      note: "1 < 2 & <b>",
      how: "op",
    });
    assert.equal(headers.origin, app);
    assert.equal(headers.referer, `${app}/form`);
    assert.equal(headers["sec-fetch-site"], "same-origin");
    assert.equal(headers["content-type"], "application/x-www-form-urlencoded");
  });

  it("a form is found by action or button, and fields can be filled in and left out", async () => {
    const browser = createBrowser({ [app]: show(html) });
    const page = await browser.goto(`${app}/form`);
    const search = await browser.submit(page, {
      action: "/search",
      fields: { q: "c&d" },
    });
    assert.equal(search.url, `${app}/search?q=c%26d`);
    const elsewhere = await browser.submit(page, { action: "/other" });
    assert.equal(elsewhere.url, `${app}/other`);
    const other = await browser.submit(page, {
      action: /\/signin\//,
      button: "Other",
      fields: { csrfToken: undefined, email: "new@example.com" },
    });
    assert.equal(other.url, `${app}/other`);
    const body = new URLSearchParams(JSON.parse(other.text).body);
    assert.equal(body.has("csrfToken"), false);
    assert.equal(body.get("email"), "new@example.com");
    await assert.rejects(
      browser.submit(page, { button: "Absent" }),
      /it has: POST/,
    );
  });

  it("a form with files is sent as multipart/form-data", async () => {
    const form =
      `<form method="post" action="/to" enctype="multipart/form-data">
      <input name="a" value="1 &amp; 2"><button name="b" value="3">Send</button>
    </form>`;
    const sent: FormData[] = [];
    const browser = createBrowser(async (request) => {
      if (request.method === "POST") sent.push(await request.formData());
      return await show(form)(new Request(request.url));
    });
    const page = await browser.goto(`${app}/form`);
    assert.equal(page.forms()[0]?.enctype, "multipart/form-data");
    await browser.submit(page, { fields: { c: "é" } });
    const fields = sent.map((one) => Object.fromEntries(one));
    assert.deepEqual(fields, [{ a: "1 & 2", c: "é", b: "3" }]);
  });

  it("a page without referrers sends Origin: null", async () => {
    const headers = { "referrer-policy": "no-referrer" };
    const browser = createBrowser({ [app]: show(html, headers) });
    const page = await browser.goto(`${app}/form`);
    const sent = await seen(browser.submit(page));
    assert.equal(sent["origin"], "null");
    assert.equal(sent["referer"], undefined);
    assert.equal(sent["sec-fetch-site"], "same-origin");
  });

  it("a malformed page is still read", async () => {
    for (
      const broken of [
        "<",
        "<form",
        "<form><input name='a",
        "<!--",
        "<textarea>",
        "<a <b =\"'",
      ]
    ) {
      const browser = createBrowser({ [app]: show(broken) });
      (await browser.goto(`${app}/form`)).forms();
    }
  });
});

describe("createBrowser() with createFaultProvider()", () => {
  it("an authorization request reaches the callback, by query and by form_post", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const browser = createBrowser({ [app]: echo, [op.origin]: op.handler });
    const params = {
      client_id: op.clientId,
      redirect_uri: `${app}/callback`,
      response_type: "code",
      state: "s",
    };
    browser.setCookie(app, "lax=1");
    browser.setCookie(app, "none=1; SameSite=None; Secure");
    const start = at(`${op.issuer}/authorize`, params);
    const page = await browser.goto(start, { from: `${app}/signin` });
    assert.equal(new URL(page.url).searchParams.get("iss"), op.issuer);
    assert.equal(JSON.parse(page.text).cookie, "lax=1; none=1");
    const form = await browser.goto(`${start}&response_mode=form_post`);
    const posted = await seen(browser.submit(form));
    assert.match(posted["body"] ?? "", /^code=code-\w+&state=s&iss=/);
    assert.equal(posted["cookie"], "none=1");
  });
});
