import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { load } from "js-yaml";
import { root, runOrThrow } from "../command.ts";
import { version } from "../workspace.ts";
import { toDistTag } from "./dist_tag.ts";

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
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

const text = await Deno.readTextFile(`${root}.github/workflows/publish.yml`);
const workflow = load(text) as Workflow;
const { jobs } = workflow;

function listRuns(job: string): string[] {
  return jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? [];
}

/** What a step runs in place of the programs that reach others. */
const programs = {
  // Without the options and the version of Deno.
  npx: 'shift 2; exec "$DENO" "$@"',
  npm: `case "$*" in
    *dist-tags.latest) echo "$LATEST" ;;
    view*) ;;
    *) echo "npm $*" >> "$CALLS" ;;
  esac`,
  gh: `[ "$2" = view ] && exit 1; echo "gh $*" >> "$CALLS"`,
};

/** Runs a step as GitHub does; returns its outputs, and what it called. */
async function runStep(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly outputs: string; readonly calls: string }> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/release`);
    for (const [name, lines] of Object.entries(programs)) {
      const code = `#!/bin/sh\n${lines}\n`;
      await Deno.writeTextFile(`${folder}/${name}`, code, { mode: 0o755 });
    }
    const files = { CALLS: `${folder}/calls`, GITHUB_OUTPUT: `${folder}/out` };
    for (const path of Object.values(files)) await Deno.writeTextFile(path, "");
    await runOrThrow("bash", ["-e", "-c", script], {
      env: {
        ...files,
        ...env,
        DENO: Deno.execPath(),
        GITHUB_REF_NAME: `v${version}`,
        PATH: `${folder}:${Deno.env.get("PATH")}`,
        RUNNER_TEMP: folder,
      },
    });
    return {
      outputs: await Deno.readTextFile(files.GITHUB_OUTPUT),
      calls: await Deno.readTextFile(files.CALLS),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

describe("what a release is called", () => {
  const step = jobs["publish"]?.steps.find(({ id }) => id === "npm");
  const page = jobs["page"]?.steps.find(({ env }) => env?.["TAG"]);

  for (const latest of ["0.0.0", version, "999.0.0"]) {
    const tag = toDistTag(version, latest);
    it(`${tag} at npm, whose latest version is ${latest}`, async () => {
      const { outputs, calls } = await runStep(step?.run ?? "", {
        LATEST: latest,
      });
      assert.equal(outputs, `tag=${tag}\n`);
      const lines = ["auth", "cli", "create"].map((name) =>
        `npm publish ./latchkey-${name}-${version}.tgz --provenance --access public --tag ${tag}\n`
      );
      assert.equal(calls, lines.join(""));
    });
  }

  it("nothing is published if npm does not name its latest version", async () => {
    const failing = runStep(step?.run ?? "", { LATEST: "" });
    await assert.rejects(failing, /npm names no latest version/);
  });

  for (
    const [tag, kind] of [
      ["latest", "--latest"],
      ["next", "--prerelease"],
      ["release-0.1", "--latest=false"],
    ] as const
  ) {
    it(`${tag}: its page is made with ${kind}`, async () => {
      assert.equal(page?.env?.["TAG"], "${{ needs.publish.outputs.tag }}");
      const output = "${{ steps.npm.outputs.tag }}";
      assert.deepEqual(jobs["publish"]?.outputs, { tag: output });
      const { calls } = await runStep(page?.run ?? "", { TAG: tag });
      assert.ok(
        calls.startsWith(`gh release create v${version} ${kind} --ver`),
      );
    });
  }
});

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
    // Without the branches, no tag would be on one of them.
    assert.equal(jobs["package"]?.steps[0]?.with?.["fetch-depth"], 0);
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
