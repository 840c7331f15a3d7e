import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { latchkey } from "@latchkey/auth/component/vite";

const id = "/app/node_modules/@builder.io/qwik-city/lib/index.qwik.mjs";

interface LoadOptions {
  readonly isPrefetch?: boolean;
}

/**
 * Qwik City's client function that fetches the data of a page, as transformed
 * by the plugin.
 */
async function createClient(answers: readonly Promise<Response>[]) {
  const url = new URL(import.meta.resolve("@builder.io/qwik-city"));
  const code = await readFile(url, "utf8");
  const mended = latchkey().transform(code, id)?.code ?? code;
  const [body = ""] = /const loadClientData = [^]*?\n};\n/.exec(mended) ?? [];
  const location = { href: "https://app.example/", origin: url.origin };
  const left = [...answers];
  const make = new Function(
    "fetch",
    "location",
    `const CLIENT_DATA_CACHE = new Map();
    const getClientDataPath = (path, search) => path + "/q-data.json" + search;
    const getFetchOptions = () => undefined;
    const preloadRouteBundles = () => {};
    const _deserializeData = JSON.parse;
    ${body}
    return loadClientData;`,
  );
  const load: (
    url: URL,
    element: null,
    options?: LoadOptions,
  ) => Promise<unknown> = make(() => left.shift(), location);
  return { load, location };
}

const page = new URL("https://app.example/private?a=1");

function noData(): Response {
  return new Response("", { headers: { "content-type": "text/html" } });
}

describe("a click on a link to a guarded page", () => {
  it("a click opens the page while a prefetch is in progress that gets no data", async () => {
    const answer = Promise.withResolvers<Response>();
    const { load, location } = await createClient([answer.promise]);
    const prefetch = load(page, null, { isPrefetch: true });
    const click = load(page, null);
    answer.resolve(noData());
    assert.equal(await click, undefined);
    await prefetch;
    assert.equal(location.href, page.href);
  });

  it("a click opens the page if the prefetch is over, or if there was none", async () => {
    const answers = [noData(), noData()].map((one) => Promise.resolve(one));
    const { load, location } = await createClient(answers);
    await load(page, null, { isPrefetch: true });
    assert.equal(location.href, "https://app.example/");
    await load(page, null);
    assert.equal(location.href, page.href);
  });

  it("a click uses the data that a prefetch got, and opens no page", async () => {
    const data = Response.json({ href: "/private" });
    const { load, location } = await createClient([Promise.resolve(data)]);
    const prefetch = load(page, null, { isPrefetch: true });
    assert.deepEqual(await load(page, null), { href: "/private" });
    await prefetch;
    assert.equal(location.href, "https://app.example/");
  });
});

describe("latchkey()", () => {
  it("the plugin warns if it does not recognise the client of Qwik City", async () => {
    const warnings: string[] = [];
    const plugin = latchkey();
    plugin.configResolved({ command: "build", build: { ssr: false } });
    const context = {
      error: (message: string): never => assert.fail(message),
      warn: (message: string) => void warnings.push(message),
      parse: () => ({ type: "Program", body: [] }),
      resolve: () => Promise.resolve(null),
    };
    const module = { id, importedIds: [], dynamicallyImportedIds: [] };
    const unknown = "CLIENT_DATA_CACHE.set(a, b); return qData;";
    await plugin.moduleParsed.call(context, { ...module, code: unknown });
    assert.match(warnings.join(), /prefetch="js"/);
    warnings.length = 0;
    const known =
      "CLIENT_DATA_CACHE.set(a, b);\nreturn qData.then((v)=>{if (!v) {";
    const code = plugin.transform(known, id)?.code ?? "";
    await plugin.moduleParsed.call(context, { ...module, code });
    assert.deepEqual(warnings, []);
  });
});
