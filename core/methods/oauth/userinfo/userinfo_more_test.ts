import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { OAuth2Config } from "@latchkey/auth";
import {
  approach,
  arrive,
  assertNoSecrets,
  assertSignedIn,
  readSession,
} from "../../../../testing/app_testkit.ts";
import {
  assertNoRejections,
  endTest,
  until,
} from "../../../../testing/checks_testkit.ts";
import {
  accessToken,
  type Answer,
  api,
  createOwnApi,
  type OwnApi,
  refuse,
} from "../tokens/own_api_testkit.ts";

afterEach(endTest);

type Userinfo = Exclude<OAuth2Config["userinfo"], string | undefined>;

function createWith(
  more: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, Answer>> = {},
  userinfo: Userinfo = {},
): Promise<OwnApi> {
  const entry = { userinfo: { url: `${api}/me`, ...userinfo, more } };
  return createOwnApi({ entry, answers });
}

/** Signs in without the part `extra` of the profile, with a warning that says why. */
async function assertAbsent(own: OwnApi, reason: RegExp): Promise<void> {
  const browser = own.flow.createBrowser();
  const url = await approach(browser);
  await arrive(browser, url);
  assert.ok(await readSession(browser));
  const { profile } = own.seen[0] ?? assert.fail();
  assert.equal(profile.id, "user-1");
  assert.equal("extra" in profile, false);
  const warnings = own.flow.log.filter(({ level }) => level === "warn");
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]?.text ?? "", /`extra` in `userinfo\.more`/);
  assert.match(warnings[0]?.text ?? "", reason);
  const answer = own.flow.answers.find((one) => one.url === url);
  assertNoSecrets(own.flow, answer ?? assert.fail(), url);
  await assertNoRejections();
}

function toImage(bytes: number, type = "image/png"): Answer {
  return () =>
    new Response(new Uint8Array(bytes), { headers: { "content-type": type } });
}

describe("a further URL of the userinfo", () => {
  it("its answer becomes a claim, asked with the token and the definition's headers", async () => {
    const own = await createWith(
      { extra: `${api}/extra?v=1` },
      { "/extra": () => [{ email: "ada@example.com" }] },
      { headers: { "x-v": "1" }, params: { fields: "id" }, json: { q: "1" } },
    );
    await assertSignedIn(own.flow);
    const { method, url, headers, body } = own.askedFor("/extra");
    assert.deepEqual([method, url.search, body], ["GET", "?v=1", ""]);
    assert.equal(headers.get("authorization"), `Bearer ${accessToken}`);
    assert.equal(headers.get("x-v"), "1");
    assert.deepEqual(own.seen[0]?.profile.extra, [{
      email: "ada@example.com",
    }]);
  });

  for (const type of ["image/png", "image/jpeg", "image/webp", "image/gif"]) {
    it(`an answer of ${type} becomes a data URL`, async () => {
      const own = await createWith(
        { extra: `${api}/photo` },
        { "/photo": toImage(3, `${type}; x=1`) },
      );
      await assertSignedIn(own.flow);
      assert.equal(own.seen[0]?.profile.extra, `data:${type};base64,AAAA`);
    });
  }

  const failing: Readonly<Record<string, [Answer, RegExp]>> = {
    "answers 404": [() => new Response("", { status: 404 }), /404/],
    "answers 503": [() => new Response("", { status: 503 }), /503/],
    "redirects": [
      () => Response.redirect("https://evil.example/"),
      /302/,
    ],
    "answers HTML": [() => new Response("<html>"), /./],
    "answers nothing": [() => new Response(""), /./],
    "breaks": [() => {
      throw new TypeError("connection reset");
    }, /There was no answer/],
    "sends a picture that is too big": [
      toImage(16_385),
      /more than 16384 bytes/,
    ],
    "sends a huge picture": [toImage(2_000_000), /There was no answer/],
    "sends SVG": [
      () =>
        new Response("<svg onload='alert(1)'/>", {
          headers: { "content-type": "image/svg+xml" },
        }),
      /./,
    ],
  };
  for (const [name, [answer, reason]] of Object.entries(failing)) {
    it(`its claim is absent if it ${name}`, async () => {
      const own = await createWith(
        { extra: `${api}/extra` },
        { "/extra": answer },
      );
      await assertAbsent(own, reason);
      assert.ok(own.asked.every(({ url }) => url.origin === api));
    });
  }

  it("its claim is absent if it hangs for 5 s", async () => {
    let isAsked = false;
    const own = await createWith({ extra: `${api}/extra` }, {
      "/extra": () => {
        isAsked = true;
        return new Promise<object>(() => {});
      },
    });
    const browser = own.flow.createBrowser();
    const url = await approach(browser);
    mock.timers.enable({ apis: ["setTimeout"] });
    const arrival = arrive(browser, url);
    await until(() => isAsked);
    mock.timers.tick(5000);
    await arrival;
    mock.timers.reset();
    assert.ok(await readSession(browser));
    assert.equal(own.seen[0]?.profile.extra, undefined);
  });

  it("it is no rejection that is left over if the profile itself fails first", async () => {
    const own = await createWith(
      { extra: `${api}/extra`, late: `${api}/{profile.id}` },
      {
        "/me": () => new Response("", { status: 403 }),
        "/extra": () => new Response("", { status: 500 }),
      },
    );
    await refuse(own, { log: /answered 403/ });
  });
});

describe("a further URL with a value of the profile", () => {
  const createUser = (id: unknown, answers = {}) =>
    createWith({ extra: `${api}/users/{profile.name}` }, {
      "/me": () => ({ id: "user-1", name: id }),
      ...answers,
    });
  const encoded: readonly [unknown, string][] = [
    ["ada", "/users/ada"],
    [42, "/users/42"],
    ["../admin", "/users/..%2Fadmin"],
    ["a?b=c#d", "/users/a%3Fb%3Dc%23d"],
    ["a\\..\\b", "/users/a%5C..%5Cb"],
    ["%2e%2e", "/users/%252e%252e"],
    ["{clientSecret}", "/users/%7BclientSecret%7D"],
  ];
  for (const [value, path] of encoded) {
    it(`${JSON.stringify(value)} is one segment of the path`, async () => {
      const own = await createUser(value, { [path]: () => ({ ok: true }) });
      await assertSignedIn(own.flow);
      assert.deepEqual(own.seen[0]?.profile.extra, { ok: true });
      assert.equal(own.askedFor(path).url.search, "");
    });
  }

  const unusable = ["", ".", "..", null, undefined, {}, ["a"], true, "\ud800"];
  for (const value of unusable) {
    it(`nothing is asked for ${JSON.stringify(value) ?? "no value"}`, async () => {
      // A lone surrogate is only found in JSON as an escape.
      const text = JSON.stringify({ id: "user-1", name: value });
      const own = await createUser(value, {
        "/me": () =>
          new Response(text, {
            headers: { "content-type": "application/json" },
          }),
      });
      await assertAbsent(own, /./);
      assert.equal(own.asked.length, 2);
    });
  }

  it("the access token goes to no host that the profile names", async () => {
    for (
      const url of [
        "https://{profile.name}/me",
        "https://api.{profile.name}/me",
        "https://api.example{profile.name}/me",
      ]
    ) {
      const own = await createWith({ extra: url }, {
        "/me": () => ({ id: "user-1", name: "evil.example" }),
      });
      await assertAbsent(own, /host must not contain a placeholder/);
      assert.equal(own.asked.length, 2);
    }
  });

  it("a token or a secret in the path is not in the log if it fails", async () => {
    const own = await createWith({
      extra: `${api}/{token.access_token}/{clientSecret}`,
    });
    await assertAbsent(own, /404/);
    assert.equal(own.asked.length, 3);
  });
});
