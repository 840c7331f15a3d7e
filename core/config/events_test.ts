import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { createEmit } from "./events.ts";
import { createLog } from "../runtime/log.ts";
import {
  app,
  cookieName,
  cookieValue,
  createApp,
  readSession,
  sessionHost,
  signIn,
  signOut,
} from "../../testing/app_testkit.ts";
import {
  createLogger,
  defer,
  rejections,
} from "../../testing/checks_testkit.ts";

afterEach(() => mock.timers.reset());

type Events = NonNullable<AuthConfig["events"]>;

function createEmitter(events: Events) {
  const lines: string[] = [];
  const log = createLog(createLogger(lines), false, []);
  return { emit: createEmit(events, log), lines };
}

const failing: Record<string, () => void | Promise<void>> = {
  "throws": () => {
    throw new Error("of the host");
  },
  "throws no error": () => {
    throw "of the host";
  },
  "rejects": () => Promise.reject(new Error("of the host")),
  "rejects later": async () => {
    await Promise.resolve();
    throw new Error("of the host");
  },
};

describe("an event handler", () => {
  for (const [name, handler] of Object.entries(failing)) {
    it(`a handler that ${name} is logged and changes nothing [F34]`, async () => {
      const site = await createApp({
        config: {
          events: { signIn: handler, signOut: handler, session: handler },
        },
      });
      assert.equal((await signIn(site.browser)).url, `${app}/`);
      assert.equal(
        (await readSession(site.browser))?.user?.name,
        "Ada Lovelace",
      );
      assert.equal((await signOut(site.browser)).url, `${app}/`);
      assert.equal(cookieValue(site.browser, cookieName.session), "");
      const text = site.lines.join("\n");
      for (const event of ["signIn", "session", "signOut"]) {
        assert.match(text, new RegExp(`The ${event} event handler threw`));
      }
      assert.deepEqual(rejections, []);
    });
  }

  it("a handler that hangs is abandoned after 5 seconds and logged [F34]", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { emit, lines } = createEmitter({
      signOut: () => new Promise<void>(() => {}),
    });
    let isDone = false;
    const told = Promise.resolve(emit("signOut", { token: null }))
      .then(() => isDone = true);
    mock.timers.tick(4999);
    await Promise.resolve();
    assert.equal(isDone, false);
    mock.timers.tick(1);
    await told;
    assert.match(lines.join(), /EventError.*signOut event handler hangs/s);
  });

  it("a handler that fails after it was abandoned causes no unhandled rejection [F34]", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const late = defer();
    const { emit } = createEmitter({ signOut: () => late.promise });
    const told = emit("signOut", { token: null });
    mock.timers.tick(5000);
    await told;
    late.reject(new Error("much later"));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(rejections, []);
  });

  it("a handler that finishes quickly leaves no timer behind", async () => {
    const clear = mock.method(globalThis, "clearTimeout");
    const { emit } = createEmitter({ signOut: () => {} });
    await emit("signOut", { token: null });
    assert.equal(clear.mock.callCount(), 1);
    clear.mock.restore();
  });

  it("events wait for their handlers, so they arrive in the order in which things happened", async () => {
    const order: string[] = [];
    const slow = (name: string) => async () => {
      await Promise.resolve();
      order.push(name);
    };
    const site = await createApp({
      host: sessionHost,
      config: {
        events: {
          signIn: slow("signIn"),
          signOut: slow("signOut"),
          session: slow("session"),
        },
      },
    });
    await signIn(site.browser);
    await signOut(site.browser);
    // The page that asks before it signs out reads the session, too.
    assert.deepEqual(order, ["signIn", "session", "session", "signOut"]);
  });

  it("an event without a handler is skipped", async () => {
    const { emit, lines } = createEmitter({ signIn: undefined });
    await emit("signOut", { token: null });
    assert.deepEqual(lines, []);
  });
});
