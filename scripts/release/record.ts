/**
 * The record of a release: its surface, and the hash of what its users have.
 * Later versions are compared with it.
 *
 * @module
 */

import { exists, root } from "../command.ts";
import { version } from "../workspace.ts";
import { hashFiles } from "./builds.ts";
import type { Finding } from "./finding.ts";
import { surfaceFile, toCopy } from "./surface.ts";
import { readTags } from "./tags.ts";

/** The hash of each release's corpus. */
const list = `${root}compat/released.json`;

/** Checks the record of the version, and writes it unless this is a dry run. */
export async function record(
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Finding> {
  const corpus = `${root}compat/${version}/corpus.json`;
  if (!(await exists(corpus))) {
    return {
      note: `there is no compat/${version}/corpus.json`,
      missing: [`run: deno task make:compat`],
    };
  }
  const released: Record<string, string> = JSON.parse(
    await Deno.readTextFile(list),
  );
  const hash = (await hashFiles([corpus]))["corpus.json"] ?? "";
  const surface = await Deno.readTextFile(surfaceFile);
  const copy = await Deno.readTextFile(toCopy(version)).catch(() => null);
  const place = `compat/${version}/ and compat/released.json`;
  if (released[version] === hash && copy === surface) {
    return { note: `is in ${place}` };
  }
  if ((await readTags()).length > 0) {
    throw new Error(
      `The commit is tagged, but ${place} do not have this version: run \`deno task release\` before you tag`,
    );
  }
  if (isDryRun) return { note: `\`deno task release\` writes it to ${place}` };
  await Deno.writeTextFile(toCopy(version), surface);
  const all = { ...released, [version]: hash };
  await Deno.writeTextFile(list, JSON.stringify(all, null, 2) + "\n");
  return {
    note: `is now in ${place}`,
    lines: [`Commit them, and tag that commit v${version}.`],
  };
}
