import assert from "node:assert/strict";
import { it } from "node:test";
import { errorTexts } from "../core/errors/error_sentences.ts";
import { MAX_SESSION } from "../core/http/cookies.ts";
import { findExamples } from "./doc_examples.ts";
import { root } from "./command.ts";

it("the handler of the page about Request and Response answers 400 if the client names no valid host", async () => {
  const examples = findExamples(await Deno.readTextFile(`${root}docs/web.md`));
  const example = examples.find(({ code }) => code.includes("createAuth"));
  const url = `data:text/typescript,${encodeURIComponent(example?.code ?? "")}`;
  const { handler } = await import(url);
  for (const asked of ["http://a b/auth/session", "http://[/"]) {
    // The constructor refuses what the servers of some runtimes let through.
    const request = Object.defineProperty(
      new Request("http://localhost/"),
      "url",
      { value: asked },
    );
    assert.equal((await handler(request)).status, 400, asked);
  }
});

it("the page about sessions names the size that one may have", async () => {
  const page = await Deno.readTextFile(`${root}docs/users.md`);
  const limit = MAX_SESSION.toLocaleString("en");
  assert.match(
    page.replace(/\s+/g, " "),
    RegExp(`at most ${limit} characters`),
  );
});

it("every error that the page about trouble quotes is one that visitors see", async () => {
  const page = await Deno.readTextFile(`${root}docs/troubleshooting.md`);
  const quoted = [...page.matchAll(/^### “(.*)”$/gm)].map(([, text = ""]) =>
    text
  );
  assert.ok(quoted.length > 5);
  const all = Object.values(errorTexts).flatMap(({ sentence, codes = {} }) => [
    sentence,
    ...Object.values(codes),
  ]);
  for (const text of quoted) assert.ok(all.includes(text), text);
});

it("every page that counts the providers counts those that there are", async () => {
  const read = (path: string) => Deno.readTextFile(root + path);
  const index = await read("docs/providers/README.md");
  const [count = ""] = /\d+(?= definitions)/.exec(index) ?? [];
  const paths = ["README.md", "CHANGELOG.md", "docs/index.md", "docs/start.md"];
  for (const path of [...paths, "scripts/docs/llms.ts"]) {
    const counted = (await read(path))
      .match(/\b\d{3}(?=\s+(?:providers|definitions|\[by name\]))/g) ?? [];
    assert.ok(counted.length > 0, path);
    for (const one of counted) assert.equal(parseInt(one), Number(count), path);
  }
});
