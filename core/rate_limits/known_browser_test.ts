/**
 * Tests which browsers are known after the sessions of their user were ended,
 * and which attempts they have.
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import {
  createPasswordFlow,
  email,
  type PasswordFlow,
  planted,
  typePassword,
} from "../accounts/address/passwords_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { readSession, signIn } from "../../testing/app_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { askForMail, openLink } from "../methods/email/email_testkit.ts";
import { forgetDevices } from "../session/revocation/device_mark.ts";
import { findDevice, rememberDevice } from "./known_device.ts";
import { AdapterError } from "../errors/errors.ts";
import { limitAttempt, recordSuccess } from "./limits.ts";
import { attempt, createSite, type Site, succeed } from "./limits_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const ada = { account: "ada@example.com" };
const here = "203.0.113.7";
const other = (i: number) => `198.51.${i >> 8}.${i & 255}`;

describe("a known browser", () => {
  const secret = "a secret that is as long as it has to be";
  const newer = "a newer secret that is as long as it has to be";
  const store = createMemoryStore();
  const at = (...secrets: string[]) => createSite({ secret: secrets, store });
  const remember = async (site: Site, userId: string, began: number) => {
    const known = { userId, began };
    const change = await rememberDevice(site.from(null), "ada", known);
    assert.equal(change.role, "device");
    return change.value ?? "";
  };
  const isKnown = async (site: Site, value: string) =>
    await findDevice(site.from(null, value), "ada") !== null;
  const forget = (site: Site, userId: string, moment: number) =>
    forgetDevices(site.from(null).settings, userId, moment);

  it("a browser is no longer known if its user's sessions were ended since, and is known again after a sign-in", async () => {
    const site = at(secret);
    const before = await remember(site, "user 1", NOON - 1);
    const same = await remember(site, "user 1", NOON);
    const after = await remember(site, "user 1", NOON + 1);
    const another = await remember(site, "user 2", NOON - 1);
    assert.ok(await isKnown(site, before));
    await forget(site, "user 1", NOON);
    assert.ok(!await isKnown(site, before));
    assert.ok(!await isKnown(site, same));
    assert.ok(await isKnown(site, after));
    assert.ok(await isKnown(site, another));
    // This is another process with a slower clock.
    await forget(site, "user 1", NOON - 5);
    assert.ok(!await isKnown(site, before));
  });

  it("a browser is no longer known whichever of the secrets made its cookie", async () => {
    const old = await remember(at(secret), "user 3", NOON);
    const rotated = at(newer, secret);
    const young = await remember(rotated, "user 3", NOON);
    assert.ok(await isKnown(rotated, old) && await isKnown(rotated, young));
    await forget(rotated, "user 3", NOON + 1);
    assert.ok(!await isKnown(rotated, old));
    assert.ok(!await isKnown(rotated, young));
  });

  it("a browser is not known by an entry that names another user or another time", async () => {
    const site = at(secret);
    const value = await remember(site, "user 4", NOON);
    const [id, entry = ""] = value.split(".");
    const elsewhere = await remember(site, "user 5", NOON + 1);
    const owner = elsewhere.split(".")[1]?.slice(16, 24);
    const later = (NOON + 1000).toString(36).padStart(9, "0");
    const forged = [
      `${id}.${entry.slice(0, 16)}${owner}${entry.slice(24)}`,
      `${id}.${entry.slice(0, 24)}${later}`,
      // An entry of an earlier release has no owner.
      `${id}.${entry.slice(0, 16)}0fxq`,
    ];
    assert.ok(await isKnown(site, value));
    for (const one of forged) assert.ok(!await isKnown(site, one), one);
  });

  it("a known browser counts like any other if others have used up the turns of known ones", async () => {
    const site = createSite();
    const own = await succeed(site.from(here), ada);
    for (let i = 0; i < 4; i++) {
      const device = await succeed(site.from(other(i)), ada);
      for (let n = 0; n < 10; n++) {
        assert.equal(await attempt(site.from(other(i), device), ada), 0);
      }
    }
    mock.timers.tick(1);
    for (let i = 0; i < 20; i++) {
      const ctx = site.from(here, own);
      assert.equal(await attempt(ctx, ada), 0, `${i}`);
      mock.timers.tick(1);
      // A success is given back in the log that counted it.
      const tried = { kind: "credentials", person: ada.account } as const;
      await recordSuccess(ctx, { ...tried, ...ada });
    }
    // Then it is slowed like any other, but never more than the known ones.
    const waits: number[] = [];
    for (let i = 0; i < 20; i++) {
      waits.push(await attempt(site.from(here, own), ada));
    }
    assert.equal(waits.filter((wait) => wait === 0).length, 10);
    assert.ok(Math.max(...waits) <= 30, `${waits}`);
  });

  it("a known browser gets its turn back if an outage stopped the attempt", async () => {
    const limits = { credentials: { account: 1 } };
    const site = createSite({ limits });
    const own = await succeed(site.from(here), ada);
    assert.equal(await attempt(site.from(here, own), ada), 0);
    for (let i = 0; i < 5; i++) {
      const ctx = site.from(here, own);
      const tried = { kind: "credentials", person: ada.account } as const;
      await assert.rejects(
        limitAttempt(ctx, { ...tried, ...ada }, () => {
          throw new AdapterError("down");
        }),
        AdapterError,
      );
      mock.timers.tick(1);
    }
  });
});

/**
 * Ends the access of an attacker who registered the address of another person.
 */
const ends: Readonly<
  Record<string, (flow: PasswordFlow, owner: Browser) => Promise<void>>
> = {
  "a take-over by mail": async (flow, owner) => {
    const { url } = await askForMail(flow, owner, email);
    const page = await openLink(owner, url);
    await owner.submit(page, { button: "Remove them and sign in" });
  },
  "a take-over by a provider": async (flow, owner) => {
    flow.op.user.email_verified = true;
    await signIn(owner);
  },
  "a revocation": async (flow) => {
    await createAuth(flow.makeConfig()).revoke({ user: flow.user.id });
  },
};

for (const strategy of ["database", "jwt"] as const) {
  describe(`a browser that a stranger signed in with, with the strategy ${strategy}`, () => {
    for (const [what, end] of Object.entries(ends)) {
      it(`the browser has no turns of its own after ${what}`, async () => {
        const flow = await createPasswordFlow({
          strategy,
          config: { limits: { credentials: { account: 4 } } },
        });
        mock.timers.tick(1000);
        const owner = flow.createBrowser();
        await end(flow, owner);
        flow.kept.set(flow.user.id, "the owner's own");
        mock.timers.tick(1000);
        await typePassword(owner, "the owner's own");
        assert.ok(await readSession(owner));
        // This uses up the turns of unknown browsers.
        for (let i = 0; i < 4; i++) {
          await typePassword(flow.createBrowser(), `guess ${i}`);
        }
        const before = flow.answers.length;
        await typePassword(flow.stranger, planted);
        const said = flow.answers.slice(before).map(({ status }) => status);
        assert.ok(said.includes(429), `${said}`);
        assert.equal(await readSession(flow.stranger), null);
        const first = flow.answers.length;
        await typePassword(owner, "mistyped");
        await typePassword(owner, "the owner's own");
        const seen = flow.answers.slice(first).map(({ status }) => status);
        assert.ok(!seen.includes(429), `${seen}`);
        assert.equal((await readSession(owner))?.user?.email, email);
      });
    }
  });
}
