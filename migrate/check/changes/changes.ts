/**
 * Collects the changes of an application as one diff.
 *
 * @module
 */

import type { App } from "../read/app.ts";
import { toDiff, toNewFileDiff } from "./diff.ts";
import { type Found, isOf } from "../find/libraries.ts";
import { toManifestChanges } from "./manifest_changes.ts";
import type { Finding } from "../report.ts";
import { type BridgeCode, toAccept, toBridgeCode } from "../find/sessions.ts";
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
  const parts = [changeManifest(app, found, notes)];
  const family = found.find(({ library }) => library.isFamily);
  if (family !== undefined) {
    const bridge = toBridgeCode(family, app, now);
    const files = changeSources(app, bridge);
    if (!files.some((diff) => diff.includes(bridge.call))) {
      notes.push(
        `The place of the configuration is not certain: add \`session: { ${
          toAccept(bridge)
        } }\` to it yourself.`,
      );
    }
    parts.push(...files);
  }
  const other = found.find(({ library }) => !library.isFamily);
  if (other !== undefined) {
    parts.push(createConfig(app, {
      bridge: toBridgeCode(other, app, now),
      page: other.library.page,
      findings,
    }));
  }
  return { diff: parts.join(""), notes };
}

function changeManifest(
  { manifest }: App,
  found: readonly Found[],
  notes: string[],
): string {
  if (manifest === null || found.length === 0) return "";
  // The bridge for rows needs a store, which some make with this package.
  const packages = found.flatMap(({ library }) => library.packages)
    .filter((name) => name !== "express-session");
  const isStrategy = found.some(({ library: { id } }) => id === "passport");
  // Adapters and stores stay: the new configuration still uses them.
  const changes = toManifestChanges(
    manifest,
    (name) =>
      isOf(name, packages) ||
      isStrategy && /^(?:@[\w-]+\/)?passport-/.test(name),
  );
  if (changes !== null) return toDiff(changes);
  notes.push(
    "package.json is not changed in the diff: run `npm install @latchkey/auth`, and remove the old packages at the end.",
  );
  return "";
}

/** Changes the files that import the family; the first configuration gets the bridge. */
function changeSources(app: App, bridge: BridgeCode): string[] {
  const parts: string[] = [];
  let isAdded = false;
  for (const source of app.sources) {
    const changes = toSourceChanges(source, isAdded ? null : bridge);
    if (changes === null) continue;
    const diff = toDiff(changes);
    isAdded ||= diff.includes(bridge.call);
    parts.push(diff);
  }
  return parts;
}

/** Writes the configuration that the other libraries have no counterpart of. */
function createConfig(
  app: App,
  { bridge, page, findings }: {
    readonly bridge: BridgeCode;
    readonly page: string;
    readonly findings: readonly Finding[];
  },
): string {
  const providers = findings.flatMap(({ kind, change }) => {
    const [, id] = /^`@latchkey\/auth\/providers\/([\w-]+)`/.exec(change) ?? [];
    return kind === "provider" && id !== undefined && id !== "credentials"
      ? [id]
      : [];
  });
  const ids = [...new Set(providers)];
  const names = ids.map(toVariable);
  const isTyped = app.sources.some(({ path }) => /\.[cm]?tsx?$/.test(path));
  const path = `latchkey.${isTyped ? "ts" : "mjs"}`;
  if (app.sources.some((source) => source.path === path)) return "";
  return toNewFileDiff(path, [
    'import { ServerAuth } from "@latchkey/auth/server";',
    `import { ${bridge.name} } from "${bridge.module}";`,
    ...ids.map((id, i) =>
      `import ${names[i]} from "@latchkey/auth/providers/${id}";`
    ),
    "",
    "export const auth = ServerAuth({",
    `  providers: [${names.join(", ")}],`,
    "  session: {",
    `    // ${page} describes the options.`,
    `    accept: [${bridge.call}],`,
    `    acceptUntil: "${bridge.until}",`,
    "  },",
    "});",
  ]);
}

/** The name of an import: `MicrosoftEntraId` for `microsoft-entra-id`. */
function toVariable(id: string): string {
  const words = id.split("-").map((word) =>
    word.charAt(0).toUpperCase() + word.slice(1)
  );
  const name = words.join("");
  return /^\d/.test(name) ? `Provider${name}` : name;
}
