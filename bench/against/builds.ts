import { findTarball } from "../../scripts/build_npm.ts";
import { deno, exists, root, run, runOrThrow } from "../../scripts/command.ts";
import { install } from "../../scripts/node.ts";

const cache = `${root}.cache/against`;
const git = "git";

/**
 * Returns the full hash of a commit, such as "main~3"; null if this copy of the
 * repository does not have it.
 */
export async function findCommit(name: string): Promise<string | null> {
  const args = ["rev-parse", "--verify", "--quiet", `${name}^{commit}`];
  const { code, output } = await run(git, args)
    .catch(() => ({ code: 1, output: "" }));
  return code === 0 ? output.trim() : null;
}

/**
 * Returns a folder with the npm package of a commit, built by the commit's own
 * script. It is built once.
 *
 * @param hash the full hash
 */
export async function findBuild(hash: string): Promise<string> {
  const folder = `${cache}/${hash}`;
  if (await exists(`${folder}/built`)) return folder;
  // A working tree and not an archive, because packing follows `.gitignore`.
  const tree = `${cache}/tree-${hash}`;
  await removeTree(tree);
  await runOrThrow(git, ["worktree", "add", "--detach", "--force", tree, hash]);
  try {
    const script = ["run", "-A", "--quiet", "--config", `${tree}/deno.json`];
    await deno(...script, `${tree}/scripts/build_npm.ts`);
    for await (const { name } of Deno.readDir(`${tree}/npm`)) {
      if (name.endsWith(".tgz")) await install(folder, `${tree}/npm/${name}`);
    }
  } finally {
    await removeTree(tree);
  }
  await Deno.writeTextFile(`${folder}/built`, "");
  return folder;
}

async function removeTree(tree: string): Promise<void> {
  await run(git, ["worktree", "remove", "--force", tree]);
  await Deno.remove(tree, { recursive: true }).catch(() => {});
  await run(git, ["worktree", "prune"]);
}

/** Returns a folder with the npm package of the files as they are. */
export async function buildCurrent(): Promise<string> {
  const folder = `${cache}/current`;
  await install(folder, await findTarball());
  return folder;
}
