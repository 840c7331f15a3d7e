import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { fromAuthJs } from "@latchkey/auth/migrate/authjs";
import type { AuthConfig, JWT } from "@latchkey/auth/types";
import { app } from "../testing/app_testkit.ts";
import { assertNotAccepted, createMoved, NOW, OWN } from "./bridge_testkit.ts";

const secret = "fake-secret-for-test-vectors-only-0123456789";

/** Sessions made by the published packages, one for each format. */
const vectors = {
  A1:
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiajcwU0RSRlc3TGFPcEtiZmlsdEZVeWVZQ0RiMC1sY3k2TlRBdHhNVFczTloxTTFrRWZWa1pYQ2NSaE1YaWxZdVNqODVGSmR1Z2cwSUN2ZXcwek9CeWcifQ..kP5fQfKWKOsi_zMi9LZojA.Kh7-noBggNN8eEThRLiWgDnUq6ngTUAZIPf4_ZhmJJSVgM5cdK8LIeoPaLhRmk1peyYJ1BH2tqvT-8mddpTiK5BaJ6HfSpGw_ofh0Cbivhmm-rbZXTY0CHwtp1iKGm8wgHsSKAUlValiszGmjb_C3H8ehemEY-qBySdQSBp0XGw5zwcFZJGfzsThK-Bq3-YDPMw4gsiQAJS1ZEj6kX-M8g.cT4bpqdjUrhUTZgh58tOOYQVV8chG--boQ68-3rnDV4",
  A2:
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0..HsZaWyIhep6Jam7Kev9C3A.n2Q_qXqrP9fLkGtfg3oSNRoACeJAfib8H6v2ng9FT9hjliUQkmxRO5n9d1s1cRGp_j9ejw3Tr98TPGEfU9xNe-3QOSKBIU1oHDcy2AKvTmhEv4qzxZrVCsNbu8i-6mV45pjT7DWv4Gw5VJlGnIEt_6HGZVYjR9B_z7_K9NZXfYa4JvCDzByjM1J2aGGa3RyapTv9TAvIL7uPYCTLzf8Emg.DFiyLkWPF9U2ZmHk2y8PDHjrr1ReJYNgI8Tjslt7jqs",
  A3:
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..ljKqLtrhCmM6CDIJ.oOyPnSxtntv_fsluCFZvuYZXt5K_MgjuJdTdQ8HE0t7WLpFfMw3BuXcy7IZg25UQSkxjy0AYva7A7oAMFJXTP_gZVcXK68RdkMhUj_bkq0N_QyEI1cqTbaxK4iVTHYxsFJa_T20LCwegjP6jQKUP5ryKpIRli84dHK3drnTaolRVU37F_Q7tbWw7wwQ9-NTHPP1tF40.cD01y5gxNEG9aVq923EKRA",
  A4:
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..cZEY54QVXExG0CeC.56feaTcAGFZ328Na5ByrgqIS9x6B0X4fNcWZ7GYxKNNNka0WTsNBnPQcfIwFnFEjXgzd1hcgTyUn-IUoGlXZ_fHqYyGtFewkcY-hMeFHeobvQtH2GRcYyGsjHgq_sAUpmc6bv4B2LalL8Z4adWnY2HFDnmXbM0_KvWHHSxcElAuo_wKG3lLIl81MkVetyPn4ZUaoi6g.2ZBDCMch2uW-GLDYdf-5ew",
  A5:
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..bo2Dd-7WofybMYKa.rRyCtvfifYHCzUofOEaxj6TCFWQy8IVG21L_2ZBbE9JDSGOI4JFoDDvEY0A0bNsqqFAQ2--C3rknBPC90WMUnNCY0-H_AaDki-ZmYHaNaOmIKFVtuoX1Qnlt0Qu_ASgwbMu0f6pVqCSHCSkJ6OblJkP2Sl6THQDcqdz2vZB_ywKvCEevOzppX2XRVbbHJ7FBEaPdi1U.e76xz_b6WIv3lXMhD1WJAg",
};

const name = "authjs.session-token";
const nextName = "next-auth.session-token";
const cookies = {
  A1: { [name]: vectors.A1 },
  A2: { [name]: vectors.A2 },
  A3: { [name]: vectors.A3 },
  A4: { [nextName]: vectors.A4 },
  A5: { [nextName]: vectors.A5 },
};

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

const accept = [fromAuthJs({ secret })];

describe("sessions of Auth.js in a cookie", () => {
  for (const [vector, sent] of Object.entries(cookies)) {
    it(`a browser with a session of an older version stays signed in (${vector})`, async () => {
      const browser = createMoved({ accept }).createBrowser(sent);
      const session = await browser.read();
      assert.deepEqual(session?.user, {
        id: "user-1",
        name: "Ada",
        email: "ada@example.com",
        image: null,
      });
      assert.ok(browser.cookies.has(OWN));
      for (const [one, value] of Object.entries(sent)) {
        assert.equal(browser.cookies.get(one), value);
      }
    });
  }

  it("the new cookie alone is enough, and a second read writes nothing", async () => {
    const browser = createMoved({ accept }).createBrowser(cookies.A1);
    await browser.read();
    browser.cookies.delete(name);
    const again = await browser.send("/auth/session");
    assert.equal((await again.json()).user.id, "user-1");
    assert.deepEqual(again.headers.getSetCookie(), []);
  });

  it("two first requests at once make one session", async () => {
    const moved = createMoved({ accept });
    const browsers = [0, 1].map(() => moved.createBrowser(cookies.A1));
    await Promise.all(browsers.map((one) => one.read()));
    const [one, other] = browsers;
    await one?.signOut();
    assert.equal(await other?.read(), null);
  });

  it("a sign-out clears both cookies, and copies of both are dead", async () => {
    const moved = createMoved({ accept });
    const browser = moved.createBrowser(cookies.A1);
    await browser.read();
    const copy = Object.fromEntries(browser.cookies);
    await browser.signOut();
    assert.deepEqual(
      [...browser.cookies.keys()].filter((one) =>
        one !== "x" && !one.includes("csrf")
      ),
      [],
    );
    assert.equal(await moved.createBrowser(copy).read(), null);
    const late = moved.createBrowser(cookies.A1);
    assert.equal(await late.read(), null);
    assert.equal(late.cookies.has(name), false, "a dead cookie is cleared");
  });

  it("a browser that never came by can sign out at once", async () => {
    const moved = createMoved({ accept });
    const browser = moved.createBrowser(cookies.A5);
    const page = await browser.send("/auth/signout", {
      headers: { accept: "text/html" },
    });
    assert.match(await page.text(), /<form/);
    await browser.signOut();
    assert.equal(browser.cookies.has(nextName), false);
    assert.equal(await moved.createBrowser(cookies.A5).read(), null);
  });

  it("the jwt callback sees the old claims once, and decides what is kept", async () => {
    const seen: unknown[] = [];
    const jwt = (
      message: { token: JWT; trigger?: unknown; session?: unknown },
    ) => {
      seen.push([message.trigger, message.session]);
      return message.trigger === "migrate"
        ? { ...message.token, role: "admin" }
        : message.token;
    };
    const triggers: unknown[] = [];
    const moved = createMoved({ accept }, {
      callbacks: {
        jwt,
        session: ({ session, token, trigger }) => {
          triggers.push(trigger);
          return { ...session, role: token.role };
        },
      },
    });
    const browser = moved.createBrowser(cookies.A1);
    const session = await browser.read();
    assert.equal((session as { role?: string } | null)?.role, "admin");
    await browser.read();
    assert.deepEqual(seen.map((one) => (one as unknown[])[0]), [
      "migrate",
      undefined,
      undefined,
    ]);
    assert.equal(((seen[0] as unknown[])[1] as JWT).sub, "user-1");
    assert.deepEqual(triggers, ["migrate", undefined]);
  });

  it("several steps of one request call the jwt callback for one move", async () => {
    let moves = 0;
    const moved = createMoved({ accept }, {
      callbacks: {
        jwt: ({ token, trigger }) => {
          if (trigger === "migrate") moves++;
          return token;
        },
      },
    });
    const browser = moved.createBrowser(cookies.A1);
    const page = await browser.send("/auth/signin", {
      headers: { accept: "text/html" },
    });
    assert.equal(page.status, 200);
    assert.equal(moves, 1);
  });

  it("a jwt callback that returns null refuses the session", async () => {
    const moved = createMoved({ accept }, { callbacks: { jwt: () => null } });
    await assertNotAccepted(moved, cookies.A1);
  });

  it("the sign-in does not count as fresh, and the session ends with the old one at the latest", async () => {
    const moved = createMoved({ accept }, {
      callbacks: { session: ({ session, token }) => ({ ...session, token }) },
    });
    const session = await moved.createBrowser(cookies.A1).read();
    const { auth_time } = (session as unknown as { token: JWT }).token;
    assert.ok(Number(auth_time) * 1000 <= NOW - 3_600_000);
  });

  it("a revocation of the user ends sessions that have not moved, whatever their age", async () => {
    for (const what of [{ user: "user-1" }, { all: true } as const]) {
      const moved = createMoved({ accept });
      await createAuth(moved.config).revoke(what);
      assert.equal(await moved.createBrowser(cookies.A2).read(), null);
    }
  });

  it("forged, foreign, cut and oversized cookies give nobody and one log line", async () => {
    const moved = () => createMoved({ accept });
    const parts = vectors.A1.split(".");
    const forged = [...parts.slice(0, 4), "A".repeat(43)].join(".");
    await assertNotAccepted(moved(), { [name]: forged });
    await assertNotAccepted(moved(), { [nextName]: vectors.A1 });
    await assertNotAccepted(moved(), { [name]: vectors.A1.slice(0, -9) });
    await assertNotAccepted(moved(), { [name]: "A".repeat(101_000) });
    await assertNotAccepted(
      createMoved({
        accept: [
          fromAuthJs({ secret: "another-secret-that-made-nothing-here" }),
        ],
      }),
      cookies.A1,
    );
  });

  it("a name with the same beginning is another cookie", async () => {
    const browser = createMoved({ accept }).createBrowser({
      [`${name}-backup`]: "x",
      ...cookies.A1,
    });
    assert.equal((await browser.read())?.user?.id, "user-1");
  });

  it("chunks are joined in the order of their numbers", async () => {
    const browser = createMoved({ accept }).createBrowser({
      [`${name}.1`]: vectors.A1.slice(100),
      [`${name}.0`]: vectors.A1.slice(0, 100),
    });
    assert.equal((await browser.read())?.user?.id, "user-1");
    await browser.signOut();
    assert.equal(browser.cookies.has(`${name}.0`), false);
    assert.equal(browser.cookies.has(`${name}.1`), false);
  });

  it("all secrets of a list are tried", async () => {
    const list = ["the-first-secret-which-opens-nothing-at-all", secret];
    const moved = createMoved({ accept: [fromAuthJs({ secret: list })] });
    assert.notEqual(await moved.createBrowser(cookies.A2).read(), null);
  });

  it("nothing is accepted after acceptUntil, and the log says so", async () => {
    const moved = createMoved({ accept, acceptUntil: new Date(NOW) });
    assert.equal(await moved.createBrowser(cookies.A1).read(), null);
    assert.ok(moved.lines.some((line) => line.includes("ended on 2026-11-22")));
  });

  it("the log tells of the end from a month before", async () => {
    const near = createMoved({
      accept,
      acceptUntil: new Date(NOW + 29 * 86_400_000),
    });
    await near.createBrowser(cookies.A1).read();
    assert.ok(near.lines.some((line) => line.includes("ends on 2026-12-21")));
    const far = createMoved({
      accept,
      acceptUntil: new Date(NOW + 31 * 86_400_000),
    });
    await far.createBrowser(cookies.A1).read();
    assert.ok(!far.lines.some((line) => line.includes("ends on")));
  });

  it("a session of this library counts more than one of another", async () => {
    const moved = createMoved({ accept });
    const browser = moved.createBrowser(cookies.A1);
    await browser.read();
    browser.cookies.set(name, "garbage");
    assert.equal((await browser.read())?.user?.id, "user-1");
  });
});

describe("sessions of Auth.js in a database", () => {
  const token = "0b1ad0a4-39a1-4a7e-8b3d-0a1f6a5a9c11";
  const createOld = async (more: Partial<AuthConfig> = {}) => {
    const adapter = createMemoryAdapter();
    const user = await adapter.createUser({
      id: "user-1",
      name: "Ada",
      email: "ada@example.com",
      emailVerified: null,
    });
    await adapter.createSession({
      sessionToken: token,
      userId: user.id,
      expires: new Date(NOW + 86_400_000),
    });
    return { adapter, moved: createMoved({ accept }, { adapter, ...more }) };
  };

  it("a row is accepted by its own token, and stays as it is", async () => {
    const { adapter, moved } = await createOld();
    const browser = moved.createBrowser({ [name]: token });
    assert.equal((await browser.read())?.user?.id, "user-1");
    assert.ok(browser.cookies.has(OWN));
    const row = await adapter.getSessionAndUser(token);
    assert.equal(row?.session.expires.getTime(), NOW + 86_400_000);
    browser.cookies.delete(name);
    assert.equal((await browser.read())?.user?.id, "user-1");
  });

  it("a sign-out removes the old row and the new one", async () => {
    const { adapter, moved } = await createOld();
    const browser = moved.createBrowser({ [name]: token });
    await browser.read();
    const copy = Object.fromEntries(browser.cookies);
    await browser.signOut();
    assert.equal(await adapter.getSessionAndUser(token), null);
    assert.equal(await moved.createBrowser(copy).read(), null);
  });

  it("a sign-out ends the session of this browser, and not those of others that have not moved yet", async () => {
    const { adapter, moved } = await createOld();
    const other = "b0f3c9a2-7a5e-4a9c-8d53-2f1f0d1c9b7e";
    await adapter.createSession({
      sessionToken: other,
      userId: "user-1",
      expires: new Date(NOW + 86_400_000),
    });
    const browser = moved.createBrowser({ [name]: token });
    await browser.read();
    await browser.signOut();
    // The old library writes it again, from a copy.
    await adapter.createSession({
      sessionToken: token,
      userId: "user-1",
      expires: new Date(NOW + 86_400_000),
    });
    assert.equal(await moved.createBrowser({ [name]: token }).read(), null);
    const second = moved.createBrowser({ [name]: other });
    assert.equal((await second.read())?.user?.id, "user-1");
  });

  for (const strategy of ["jwt", "database"] as const) {
    it(`a cookie of ours that opens nothing hides no old session (${strategy})`, async () => {
      const { adapter } = await createOld();
      const moved = createMoved({ accept, strategy }, { adapter });
      const browser = moved.createBrowser({ [name]: token, [OWN]: "broken" });
      assert.equal((await browser.read())?.user?.id, "user-1");
      assert.notEqual(browser.cookies.get(OWN), "broken");
    });
  }

  it("a sealed session becomes a row, once for two first requests", async () => {
    const { adapter, moved } = await createOld();
    const browsers = [0, 1].map(() => moved.createBrowser(cookies.A1));
    await Promise.all(browsers.map((one) => one.read()));
    const rows = await adapter.listSessionsByUserId("user-1");
    assert.equal(rows.length, 2, "the old row and one new row");
  });

  it("a user who is not in the tables is nobody", async () => {
    const moved = createMoved({ accept }, { adapter: createMemoryAdapter() });
    await assertNotAccepted(moved, cookies.A1);
  });

  it("a list of sessions shows no token of an old row", async () => {
    const { moved } = await createOld();
    const browser = moved.createBrowser({ [name]: token });
    await browser.read();
    const cookie = [...browser.cookies].map((pair) => pair.join("=")).join(";");
    const list = await createAuth(moved.config)
      .listSessions(new Request(app, { headers: { cookie } }));
    assert.deepEqual(list.map(({ current }) => current), [true]);
  });

  it("a session that ended here by disuse comes back as long as the old one lasts", async () => {
    const { moved } = await createOld();
    const short = createMoved({ accept, maxAge: 3600 }, {
      adapter: moved.config.adapter,
    });
    const browser = short.createBrowser({ [name]: token });
    await browser.read();
    browser.cookies.delete(OWN);
    mock.timers.setTime(NOW + 2 * 3_600_000);
    assert.equal((await browser.read())?.user?.id, "user-1");
  });

  it("a row that its table gave a time of creation is accepted, too", async () => {
    const { adapter, moved } = await createOld();
    await adapter.deleteSession(token);
    await adapter.createSession({
      sessionToken: token,
      userId: "user-1",
      expires: new Date(NOW + 86_400_000),
      createdAt: new Date(NOW - 1000),
    });
    const browser = moved.createBrowser({ [name]: token });
    assert.equal((await browser.read())?.user?.id, "user-1");
  });

  it("a hash that was read from the table opens nothing", async () => {
    const { adapter, moved } = await createOld();
    const browser = moved.createBrowser({ [name]: token });
    await browser.read();
    const rows = await adapter.listSessionsByUserId("user-1");
    const hashed = rows.find(({ sessionToken }) => sessionToken !== token);
    assert.ok(hashed !== undefined);
    await assertNotAccepted(moved, { [name]: hashed.sessionToken });
  });

  it("the session callback sees the old row in the request that accepts it", async () => {
    const seen: unknown[] = [];
    const { moved } = await createOld({
      callbacks: {
        session: ({ session, trigger, newSession }) => {
          seen.push([trigger, newSession !== undefined]);
          return session;
        },
      },
    });
    const browser = moved.createBrowser({ [name]: token });
    await browser.read();
    await browser.read();
    assert.deepEqual(seen, [["migrate", true], [undefined, false]]);
  });
});

describe("the options of session.accept", () => {
  it("a missing date, and anything that is not a bridge, are mistakes", () => {
    const config = { providers: [], secret: "x".repeat(31) + "y" };
    assert.throws(
      () => createAuth({ ...config, session: { accept } }),
      /acceptUntil/,
    );
    const wrong = [{ name: "x" }] as unknown as typeof accept;
    assert.throws(
      () =>
        createAuth({
          ...config,
          session: { accept: wrong, acceptUntil: "2027-01-01" },
        }),
      /session\.accept/,
    );
    const cookies = { sessionToken: { name } };
    const session = { accept, acceptUntil: "2027-01-01" };
    assert.throws(
      () => createAuth({ ...config, cookies, session }),
      /as in the application before/,
    );
    assert.throws(() => fromAuthJs({ secret: "short" }), /32 characters/);
    assert.throws(
      () => fromAuthJs({ secret: undefined as unknown as string }),
      /missing/,
    );
  });
});
