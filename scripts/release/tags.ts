/**
 * What git knows of a release: its tag, its branch, and what is not committed.
 *
 * @module
 */

import { root, runOrThrow } from "../command.ts";

/** The clone of a release. */
export interface Clone {
  /** Default: this one. */
  readonly folder?: string;
  /** The tag whose push started this run; undefined: none did. */
  readonly pushed?: string | undefined;
}

/** Returns the tag whose push started this run of a workflow. */
export function readPushed(): string | undefined {
  const isTag = Deno.env.get("GITHUB_REF_TYPE") === "tag";
  return isTag ? Deno.env.get("GITHUB_REF_NAME") : undefined;
}

/** Names the branch of a version's line, and its tag at npm: `release-0.1`. */
export function toLine(version: string): string {
  return `release-${version.split(".", 2).join(".")}`;
}

/** Returns the tags of versions that the commit has. */
export async function readTags({ folder }: Clone = {}): Promise<string[]> {
  return await git(folder, "tag", "--points-at", "HEAD", "--list", "v*");
}

/**
 * Lists what is wrong with the tag of a version: the commit has another, the
 * version's is elsewhere, or the one that was pushed is not on a branch that
 * may be released.
 */
export async function findTagFaults(
  version: string,
  clone: Clone,
): Promise<string[]> {
  const tag = `v${version}`;
  const tags = await readTags(clone);
  const others = tags.filter((one) => one !== tag)
    .map((one) => `the commit has the tag ${one}, and deno.json ${version}`);
  const isElsewhere = !tags.includes(tag) &&
    (await git(clone.folder, "tag", "--list", tag)).length > 0;
  const elsewhere = isElsewhere
    ? [`${tag} is the tag of another commit: raise the version`]
    : [];
  return [...others, ...elsewhere, ...await findPushFaults(version, clone)];
}

async function findPushFaults(
  version: string,
  { folder, pushed }: Clone,
): Promise<string[]> {
  if (pushed === undefined) return [];
  const wrong = pushed === `v${version}`
    ? []
    : [`the tag ${pushed} was pushed, and deno.json has ${version}`];
  const branches = [`origin/main`, `origin/${toLine(version)}`];
  const contain = ["--contains", "HEAD", "--list", ...branches];
  const found = await git(folder, "branch", "--remotes", ...contain);
  return found.length > 0 ? wrong : [
    ...wrong,
    `the commit of ${pushed} is on neither ${
      branches.join(" nor ")
    }: push the branch first, and fetch its history`,
  ];
}

/** Whether files differ from the commit. */
export async function hasChanges({ folder }: Clone = {}): Promise<boolean> {
  return (await git(folder, "status", "--porcelain")).length > 0;
}

/** Runs git; returns its lines. It throws if git fails, because no lines mean that nothing is wrong. */
async function git(
  folder: string = root,
  ...args: readonly string[]
): Promise<string[]> {
  const output = await runOrThrow("git", args, { cwd: folder });
  return output.split("\n").filter(Boolean);
}
