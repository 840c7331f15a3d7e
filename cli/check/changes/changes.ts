/**
 * Collects the changes of an application as one diff.
 *
 * @module
 */

import type { App } from "../read/app.ts";
import { toConfigFile } from "./config_file.ts";
import { toDiff } from "./diff.ts";
import { type Found, isOf } from "../find/libraries.ts";
import { toManifestChanges } from "./manifest_changes.ts";
import type { Finding } from "../report.ts";
import { type BridgeCode, toAccept, toBridgeCode } from "../find/sessions.ts";
import { listImports, toPlainCode } from "../read/source_text.ts";
import { toSourceChanges } from "./source_changes.ts";

/** The changes, and what could not be changed by name. */
export interface Changes {
  readonly diff: string;
  readonly notes: readonly string[];
}

/**
 * Makes the diff of an application.
 *
 * @param now milliseconds since the epoch
 */
export function toChanges(
  app: App,
  { found, findings, now }: {
    readonly found: readonly Found[];
    readonly findings: readonly Finding[];
    readonly now: number;
  },
): Changes {
  const notes: string[] = [];
  const parts: string[] = [];
  const imported = new Set(app.sources.flatMap(({ imports }) => imports));
  const family = found.find(({ library }) => library.isFamily);
  if (family !== undefined) {
    const bridge = toBridgeCode(family, app, now);
    const files = changeSources(app, bridge);
    if (!files.diffs.some((diff) => diff.includes(bridge.call))) {
      notes.push(
        `The place of the configuration is not certain: add \`session: { ${
          toAccept(bridge)
        } }\` to it yourself.`,
      );
    }
    parts.push(...files.diffs);
    imported.clear();
    for (const specifier of files.imports) imported.add(specifier);
  }
  const other = found.find(({ library }) => !library.isFamily);
  if (other !== undefined) {
    const bridge = toBridgeCode(other, app, now);
    parts.push(toConfigFile(app, { bridge, findings }));
  }
  const manifest = changeManifest(app, { found, imported, notes });
  return { diff: manifest + parts.join(""), notes };
}

function changeManifest(
  { manifest, dependencies }: App,
  { found, imported, notes }: {
    readonly found: readonly Found[];
    readonly imported: ReadonlySet<string>;
    readonly notes: string[];
  },
): string {
  if (manifest === null || found.length === 0) return "";
  // The bridge for rows needs a store, which some make with this package.
  const packages = found.flatMap(({ library }) => library.packages)
    .filter((name) => name !== "express-session");
  const isStrategy = found.some(({ library: { id } }) => id === "passport");
  // Adapters and stores stay: the new configuration still uses them.
  const isOld = (name: string) =>
    packages.includes(name) ||
    isStrategy && /^(?:@[\w-]+\/)?passport-/.test(name);
  const isUsed = (name: string) =>
    [...imported].some((specifier) => isOf(specifier, [name]));
  const changes = toManifestChanges(
    manifest,
    (name) => isOld(name) && !isUsed(name),
  );
  const kept = Object.keys(dependencies).filter(isOld).filter(isUsed);
  if (changes !== null && kept.length > 0) {
    notes.push(
      `Your code still imports ${
        kept.sort().join(", ")
      }: uninstall what it does not import after the move.`,
    );
  }
  if (changes !== null) return toDiff(changes);
  notes.push(
    "package.json is not changed in the diff: run `npm install @latchkey/auth`, and remove the old packages at the end.",
  );
  return "";
}

/**
 * Changes the files that import the family; the first configuration gets the
 * bridge.
 *
 * @returns the diffs, and what the application imports after them
 */
function changeSources(
  app: App,
  bridge: BridgeCode,
): { readonly diffs: string[]; readonly imports: string[] } {
  const diffs: string[] = [];
  const imports: string[] = [];
  let isAdded = false;
  for (const source of app.sources) {
    const changes = toSourceChanges(source, isAdded ? null : bridge);
    if (changes === null) {
      imports.push(...source.imports);
      continue;
    }
    const diff = toDiff(changes);
    isAdded ||= diff.includes(bridge.call);
    diffs.push(diff);
    const after = changes.before.flatMap((line, i) =>
      changes.changes.get(i) ?? [line]
    );
    imports.push(...listImports(toPlainCode(after.join("\n"))));
  }
  return { diffs, imports };
}
