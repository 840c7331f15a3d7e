import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import { isPlainNodeFetch } from "./node_fetch.ts";

const own = fetch;
const keys = ["1", "2"].map((n) => Symbol.for(`undici.globalDispatcher.${n}`));
const globals = globalThis as unknown as Record<PropertyKey, unknown>;
const isNode = !("Deno" in globalThis) && !("Bun" in process.versions);
const onNode = { skip: isNode ? false : "only Node has it" };

interface Dispatcher {
  dispatch(): void;
  compose(...interceptors: unknown[]): Dispatcher;
}

type DispatcherClass = new (options?: object) => Dispatcher;

/** The class of the dispatcher that Node creates. */
function loadAgent(): DispatcherClass {
  const [agent] = before as [{ constructor: DispatcherClass }];
  return agent.constructor;
}

/** The dispatchers at the start: Node allows replacing them, but not deleting them. */
const before = (() => {
  new Response(null);
  return keys.map((key) => globals[key]);
})();

afterEach(() => {
  globalThis.fetch = own;
  for (const [i, key] of keys.entries()) globals[key] = before[i];
});

describe("the global fetch", () => {
  it("is Node's own on Node only, before its first use and after it", async () => {
    assert.equal(isPlainNodeFetch(), isNode);
    await assert.rejects(fetch("http://127.0.0.1:1/"));
    assert.equal(isPlainNodeFetch(), isNode);
  });

  const replacements: Readonly<Record<string, typeof fetch>> = {
    "a stand-in": () => Promise.resolve(new Response()),
    "a function of the same name": function fetch(...args) {
      return own(...args);
    },
    "a wrapper": (input, init) => own(input, init),
    "a bound function": own.bind(globalThis),
    "a proxy": new Proxy(own, {}),
  };
  for (const [name, replacement] of Object.entries(replacements)) {
    it(`is not Node's own if it is ${name}`, () => {
      globalThis.fetch = replacement;
      assert.equal(isPlainNodeFetch(), false);
    });
  }
});

describe("the dispatcher of Node's fetch", onNode, () => {
  it("is the default if it is like the one that Node creates", () => {
    const Agent = loadAgent();
    globals[keys[0] ?? ""] = new Agent();
    assert.equal(isPlainNodeFetch(), true);
  });

  it("is not the default for a tracer, which sees and changes requests", () => {
    const trace = () => {};
    subscribe("undici:request:create", trace);
    assert.equal(isPlainNodeFetch(), false);
    unsubscribe("undici:request:create", trace);
    assert.equal(isPlainNodeFetch(), true);
  });

  it("is not the default if its class has been patched", () => {
    const { prototype } = loadAgent();
    const { dispatch } = prototype;
    prototype.dispatch = () => {};
    globals[keys[0] ?? ""] = new (loadAgent())();
    assert.equal(isPlainNodeFetch(), false);
    prototype.dispatch = dispatch;
    assert.equal(isPlainNodeFetch(), false);
    Reflect.deleteProperty(prototype, "dispatch");
    assert.equal(isPlainNodeFetch(), true);
  });

  const others: Readonly<
    Record<string, (Agent: DispatcherClass) => unknown>
  > = {
    "has certificates of its own": (Agent) =>
      new Agent({ connect: { ca: "a certificate" } }),
    "connects in its own way": (Agent) => new Agent({ connect: () => {} }),
    "has a factory": (Agent) => new Agent({ factory: () => {} }),
    "has another limit": (Agent) => new Agent({ connections: 1 }),
    "has interceptors": (Agent) =>
      new Agent().compose((dispatch: unknown) => dispatch),
    "is a proxy's": (Agent) => new class ProxyAgent extends Agent {}(),
    "sends by itself": (Agent) =>
      new class Agent2 extends Agent {
        static override name = "Agent";
        override dispatch() {}
      }(),
    "is no agent": () => ({ dispatch() {} }),
    "has nothing": () => Object.create(null),
    "is null": () => null,
  };
  for (const key of keys) {
    for (const [what, create] of Object.entries(others)) {
      it(`is not the default if it ${what} (${key.description})`, () => {
        globals[key] = create(loadAgent());
        assert.equal(isPlainNodeFetch(), false);
      });
    }
  }
});
