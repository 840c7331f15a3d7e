import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { load } from "js-yaml";
import { root } from "../command.ts";

/** The parts of a workflow that are checked. */
interface Workflow {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly concurrency: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const text = await Deno.readTextFile(`${root}.github/workflows/publish.yml`);
const workflow = load(text) as Workflow;
const { jobs } = workflow;

function listRuns(job: string): string[] {
  return jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? [];
}

describe("the workflow that publishes", () => {
  it("runs for a tag of a version, one after the other", () => {
    assert.deepEqual(workflow.on, { push: { tags: ["v*"] } });
    assert.deepEqual(workflow.concurrency, {
      ...{ group: "publish", "cancel-in-progress": false },
    });
  });

  it("publishes to both registries what the gate, the tests and the release passed", () => {
    assert.deepEqual(listRuns("check"), [".ci/run"]);
    assert.match(listRuns("package")[0] ?? "", / task release$/);
    assert.deepEqual(jobs["publish"]?.needs, ["check", "package"]);
    const runs = listRuns("publish").join("\n");
    assert.equal(runs.match(/deno@\S+ publish$/gm)?.length, 2);
    assert.match(runs, /^sha256sum --check --strict SHA256SUMS$/m);
    assert.match(runs, /npm publish "\.\/[^"]+\.tgz" --provenance/);
  });

  it("gives each job only the rights that it needs, and no token of a registry", () => {
    assert.deepEqual(workflow.permissions, {});
    const rights = Object.entries(jobs)
      .map(([job, { permissions }]) => [job, permissions]);
    assert.deepEqual(Object.fromEntries(rights), {
      check: { contents: "read" },
      package: { contents: "read" },
      publish: { contents: "read", "id-token": "write" },
      page: { contents: "write" },
    });
    assert.doesNotMatch(text, /secrets\./);
  });

  it("uses GitHub's own actions, and the Deno of the gate", async () => {
    const uses = Object.values(jobs)
      .flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    for (const one of uses) assert.match(one, /^actions\/[\w-]+@v\d+$/);
    const gate = await Deno.readTextFile(`${root}.ci/run`);
    const versions = [text, gate].flatMap((one) =>
      one.match(/deno@\S+/g) ?? []
    );
    assert.equal(new Set(versions).size, 1, versions.join(", "));
  });

  it("starts no command with text that somebody else chooses", () => {
    const runs = Object.keys(jobs).flatMap(listRuns).join("\n");
    assert.doesNotMatch(runs, /\$\{\{/);
  });
});
