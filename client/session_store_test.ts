import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTabs, type Tab, type TestSession } from "./client_testkit.ts";
import { createPageClient } from "./create_client.ts";
import type { AuthClient, Snapshot } from "./types.ts";

const ada = { user: { name: "Ada", email: "ada@example.com" } };
const grace = { user: { name: "Grace", email: "grace@example.com" } };

/** A request that waits for its answer. */
interface Question {
  readonly path: string;
  answer(body: unknown, status?: number): void;
  fail(): void;
}

/** A network whose answers a test gives, in whatever order. */
function createNetwork() {
  const questions: Question[] = [];
  const fetch = (url: string | URL | Request) =>
    new Promise<Response>((resolve, reject) => {
      questions.push({
        path: new URL(`${url}`).pathname.replace("/auth/", ""),
        answer: (body, status = 200) =>
          resolve(new Response(JSON.stringify(body), { status })),
        fail: () => reject(new TypeError("fetch failed")),
      });
    });
  /** Waits for the next request, which has to be for a route. */
  const next = async (path: string): Promise<Question> => {
    while (questions.length === 0) await Promise.resolve();
    const question = questions.shift();
    assert.equal(question?.path, path);
    return question as Question;
  };
  return {
    open: createTabs(fetch as typeof globalThis.fetch),
    next,
    questions,
  };
}

function createClient(tab: Tab): AuthClient<TestSession> {
  return createPageClient(tab.page);
}

/** A tab that knows a session, or that there is none. */
async function openKnown(session: TestSession | null = ada) {
  const network = createNetwork();
  const tab = network.open();
  const client = createClient(tab);
  const asked = client.session();
  (await network.next("session")).answer(session);
  await asked;
  return { ...network, tab, client };
}

const signedIn = { status: "signed-in", session: ada, error: null };
const signedOut = { status: "signed-out", session: null, error: null };

/** All work that waits for nothing else is done. */
async function settle(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}

function summarize({ status, session, error }: Snapshot<TestSession>) {
  return [status, session?.user.name ?? null, error?.type ?? null];
}

describe("the session of a client", () => {
  it("is asked for once, however many ask at the same time, and then known", async () => {
    const { open, next, questions } = createNetwork();
    const client = createClient(open());
    assert.equal(client.getSnapshot().status, "loading");
    const all = [client.session(), client.session(), client.refresh()];
    (await next("session")).answer(ada);
    assert.deepEqual(await Promise.all(all), [ada, ada, ada]);
    assert.deepEqual(await client.session(), ada);
    assert.equal(questions.length, 0);
    assert.deepEqual(client.getSnapshot(), signedIn);
  });

  it("is asked for by the first listener, which hears of the answer once", async () => {
    const { open, next } = createNetwork();
    const client = createClient(open());
    const heard: unknown[] = [];
    const stop = client.subscribe(() => heard.push(client.getSnapshot()));
    client.subscribe(() => {});
    (await next("session")).answer(null);
    await settle();
    assert.deepEqual(heard, [signedOut]);
    stop();
    const asked = client.refresh();
    (await next("session")).answer(ada);
    await asked;
    assert.equal(heard.length, 1);
  });

  it("keeps its snapshot as long as nothing has changed", async () => {
    const { client, next } = await openKnown();
    const before = client.getSnapshot();
    const asked = client.refresh();
    (await next("session")).answer({ ...ada });
    await asked;
    assert.equal(client.getSnapshot(), before);
  });

  it("is asked for again when the page is looked at again, and not when it is left", async () => {
    const { client, tab, next, questions } = await openKnown();
    tab.show(false);
    await settle();
    assert.equal(questions.length, 0);
    tab.show(true);
    (await next("session")).answer(null);
    await settle();
    assert.deepEqual(client.getSnapshot(), signedOut);
  });

  it("is not asked for by a page that has not wanted to know it", async () => {
    const { open, questions } = createNetwork();
    const tab = open();
    createClient(tab);
    tab.show(true);
    tab.goOnline();
    await settle();
    assert.equal(questions.length, 0);
  });

  it("on a server it waits for whoever asks, and keeps no listener", async () => {
    const asked: string[] = [];
    const client = createPageClient({
      fetch: (url) => {
        asked.push(`${url}`);
        return Promise.resolve(Response.json(null));
      },
    }, { baseUrl: "https://api.example.com" });
    client.subscribe(() => assert.fail("nobody would take it away"))();
    assert.deepEqual(asked, []);
    assert.equal(await client.session(), null);
    assert.deepEqual(asked, ["https://api.example.com/auth/session"]);
  });
});

describe("a question that is not answered", () => {
  it("keeps what was known, and says why", async () => {
    const { client, tab, next } = await openKnown();
    tab.show(true);
    (await next("session")).fail();
    await settle();
    assert.deepEqual(summarize(client.getSnapshot()), [
      "signed-in",
      "Ada",
      "NetworkError",
    ]);
    assert.deepEqual(await client.session(), ada);
  });

  it("is asked again when the network is back", async () => {
    const { client, tab, next } = await openKnown();
    const asked = client.refresh();
    (await next("session")).fail();
    assert.deepEqual(await asked, ada);
    tab.goOnline();
    (await next("session")).answer(grace);
    await settle();
    assert.deepEqual(summarize(client.getSnapshot()), [
      "signed-in",
      "Grace",
      null,
    ]);
  });

  it("is an error if nothing is known, and the next call asks again", async () => {
    const { open, next } = createNetwork();
    const client = createClient(open());
    const asked = client.session();
    const error = { error: "StoreError", code: null, message: "M", ref: "r" };
    (await next("session")).answer(error, 503);
    await assert.rejects(asked, { type: "StoreError", status: 503, ref: "r" });
    assert.deepEqual(summarize(client.getSnapshot()), [
      "loading",
      null,
      "StoreError",
    ]);
    const again = client.session();
    (await next("session")).answer(ada);
    assert.deepEqual(await again, ada);
  });

  it("an answer that is no JSON is an error, too", async () => {
    const client = createPageClient<TestSession>({
      fetch: () => Promise.resolve(new Response("<h1>Bad gateway</h1>")),
    }, { baseUrl: "https://api.example.com" });
    await assert.rejects(client.session(), { type: "NetworkError", status: 0 });
  });
});

describe("an answer that is too old", () => {
  it("a session that was asked for before a sign-out never comes back", async () => {
    const { client, next } = await openKnown();
    const before = client.refresh();
    const old = await next("session");
    const done = client.signOut();
    (await next("csrf")).answer({ csrfToken: "t" });
    (await next("signout")).answer({ url: "https://app.example/" });
    assert.equal((await done).ok, true);
    assert.deepEqual(client.getSnapshot(), signedOut);
    old.answer(ada);
    assert.equal(await before, null);
    assert.deepEqual(client.getSnapshot(), signedOut);
  });

  it("its failure is not shown, either", async () => {
    const { client, next } = await openKnown();
    const before = client.refresh();
    const old = await next("session");
    const done = client.signOut();
    (await next("csrf")).answer({ csrfToken: "t" });
    (await next("signout")).answer({ url: "https://app.example/" });
    await done;
    old.fail();
    assert.equal(await before, null);
    assert.deepEqual(client.getSnapshot(), signedOut);
  });

  it("one from before an update does not undo it", async () => {
    const { client, next } = await openKnown();
    const before = client.refresh();
    const old = await next("session");
    const done = client.update({ name: "Grace" });
    (await next("csrf")).answer({ csrfToken: "t" });
    (await next("session")).answer(grace);
    assert.deepEqual(await done, grace);
    old.answer(ada);
    assert.deepEqual(await before, grace);
    assert.equal(client.getSnapshot().session?.user.name, "Grace");
  });

  it("one from before a sign-in waits for the one after it", async () => {
    const { client, next } = await openKnown(null);
    const before = client.refresh();
    const old = await next("session");
    const done = client.submit("callback/password", { password: "p" });
    (await next("csrf")).answer({ csrfToken: "t" });
    (await next("callback/password")).answer({ url: "https://app.example/" });
    const fresh = await next("session");
    old.answer(null);
    await settle();
    assert.deepEqual(client.getSnapshot(), signedOut);
    fresh.answer(ada);
    assert.deepEqual(await before, ada);
    await done;
    assert.deepEqual(client.getSnapshot(), signedIn);
  });

  it("one from before another tab signed out is asked for again", async () => {
    const { client, open, next } = await openKnown();
    const other = createClient(open());
    const before = client.refresh();
    const old = await next("session");
    const done = other.signOut();
    (await next("csrf")).answer({ csrfToken: "t" });
    (await next("signout")).answer({ url: "https://app.example/" });
    const fresh = await next("session");
    await done;
    old.answer(ada);
    fresh.answer(null);
    assert.equal(await before, null);
    assert.deepEqual(client.getSnapshot(), signedOut);
    assert.deepEqual(other.getSnapshot(), signedOut);
  });
});

describe("tabs", () => {
  it("a tab that nobody has asked yet asks nothing when another one signs out", async () => {
    const { client, open, next, questions } = await openKnown();
    createClient(open());
    const done = client.signOut();
    (await next("csrf")).answer({ csrfToken: "t" });
    (await next("signout")).answer({ url: "https://app.example/" });
    await done;
    await settle();
    assert.equal(questions.length, 0);
  });

  it("clients of other auth routes do not hear of it", async () => {
    const { client, open, next, questions } = await openKnown();
    const other = createPageClient(open().page, { basePath: "/admin/auth" });
    const known = other.session();
    questions.pop()?.answer(null);
    await known;
    const done = client.signOut();
    (await next("csrf")).answer({ csrfToken: "t" });
    (await next("signout")).answer({ url: "https://app.example/" });
    await done;
    await settle();
    assert.equal(questions.length, 0);
  });
});
