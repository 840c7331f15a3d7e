import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoot } from "solid-js";
import { derived, get } from "svelte/store";
import { effectScope, watchEffect } from "vue";
import { useSession as useInReact } from "@latchkey/auth/client/react";
import { useSession as useInSolid } from "@latchkey/auth/client/solid";
import { useSession as useInSvelte } from "@latchkey/auth/client/svelte";
import {
  type Snapshot,
  useSession as useInVue,
} from "@latchkey/auth/client/vue";

interface Who {
  readonly name: string;
}

/** A client that knows what a test tells it. */
function createSource() {
  const listeners = new Set<() => void>();
  let snapshot: Snapshot<Who> = {
    status: "loading",
    session: null,
    error: null,
  };
  return {
    listeners,
    getSnapshot: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    know: (session: Who | null) => {
      const status = session === null ? "signed-out" : "signed-in";
      snapshot = { status, session, error: null };
      for (const listener of listeners) listener();
    },
  };
}

const ada = { name: "Ada" };

function tell({ status, session }: Snapshot<Who>): string {
  return `${status} ${session?.name ?? "nobody"}`;
}

describe("the session in Vue", () => {
  it("is a ref that follows it until its scope ends", () => {
    const source = createSource();
    const scope = effectScope();
    const seen: string[] = [];
    scope.run(() => {
      const session = useInVue(source);
      watchEffect(() => seen.push(tell(session.value)), { flush: "sync" });
    });
    source.know(ada);
    source.know(null);
    scope.stop();
    source.know(ada);
    assert.deepEqual(seen, [
      "loading nobody",
      "signed-in Ada",
      "signed-out nobody",
    ]);
    assert.equal(source.listeners.size, 0);
  });
});

describe("the session in Svelte", () => {
  it("is a store that follows it for as long as somebody listens", () => {
    const source = createSource();
    const seen: string[] = [];
    const stop = derived(useInSvelte(source), tell)
      .subscribe((text) => seen.push(text));
    source.know(ada);
    stop();
    source.know(null);
    assert.deepEqual(seen, ["loading nobody", "signed-in Ada"]);
    assert.equal(source.listeners.size, 0);
    assert.equal(tell(get(useInSvelte(source))), "signed-out nobody");
  });
});

describe("the session in Solid", () => {
  it("is an accessor that follows it until its owner is disposed of", () => {
    const source = createSource();
    createRoot((dispose) => {
      const session = useInSolid(source);
      assert.equal(tell(session()), "loading nobody");
      source.know(ada);
      assert.equal(tell(session()), "signed-in Ada");
      dispose();
    });
    assert.equal(source.listeners.size, 0);
  });
});

describe("a page that a server renders", () => {
  const Who = ({ initial }: { initial?: Who | null }) => {
    const source = createSource();
    // It is known already, and is no part of what the server sends.
    source.know({ name: "somebody else" });
    return createElement("p", null, tell(useInReact(source, initial)));
  };

  it("shows the session that it was given, in React", () => {
    const render = (props: { initial?: Who | null }) =>
      renderToString(createElement(Who, props));
    assert.equal(render({ initial: ada }), "<p>signed-in Ada</p>");
    assert.equal(render({ initial: null }), "<p>signed-out nobody</p>");
    assert.equal(render({}), "<p>loading nobody</p>");
  });

  it("shows it in the others, until the browser knows more", () => {
    const source = createSource();
    const texts = () => [
      tell(useInVueScope(source).value),
      tell(get(useInSvelte(source, ada))),
      createRoot((dispose) => {
        const text = tell(useInSolid(source, ada)());
        dispose();
        return text;
      }),
    ];
    assert.deepEqual(texts(), Array(3).fill("signed-in Ada"));
    source.know(null);
    assert.deepEqual(texts(), Array(3).fill("signed-out nobody"));
  });

  function useInVueScope(source: ReturnType<typeof createSource>) {
    const scope = effectScope();
    const session = scope.run(() => useInVue(source, ada));
    scope.stop();
    assert.ok(session);
    return session;
  }
});
