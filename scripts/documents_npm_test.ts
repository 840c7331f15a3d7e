import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toPublished } from "./documents_npm.ts";

const repository = "https://github.com/owner/name";
const shipped = ["README.md", "docs/users.md", "docs/migrate/README.md"];
const path = "docs/migrate/README.md";
const text =
  "![The page](../page.png) See [users](../users.md#a), [here](#more), [npm](https://a.example/b) and [the code](../../mod.ts#L1).";

describe("a document in the package", () => {
  it("its links lead to documents in the package, and else to the repository", () => {
    assert.equal(
      toPublished(text, { path, shipped, repository }),
      `![The page](${repository}/raw/main/docs/page.png) See [users](../users.md#a), [here](#more), [npm](https://a.example/b) and [the code](${repository}/blob/main/mod.ts#L1).`,
    );
  });

  it("it has no broken link if there is no repository", () => {
    assert.equal(
      toPublished(text, { path, shipped, repository: null }),
      " See [users](../users.md#a), [here](#more), [npm](https://a.example/b) and the code.",
    );
  });

  it("its tables are not aligned, and its other texts are unchanged", () => {
    const table = "| a    | b  |\n| ---- | -- |\n\n    a  |  b\n";
    assert.equal(
      toPublished(table, { path, shipped, repository }),
      "| a | b |\n| --- | -- |\n\n    a  |  b\n",
    );
  });
});
