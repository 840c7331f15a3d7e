/**
 * Checks an application of another sign-in library: what it uses, what takes
 * its place, and what needs a person.
 *
 * @module
 */

import { type App, readApp } from "./read/app.ts";
import { toChanges } from "./changes/changes.ts";
import { findLibraries, type Found } from "./find/libraries.ts";
import { findOptions } from "./find/options.ts";
import { findProviders } from "./find/providers.ts";
import type { Finding, Report } from "./report.ts";
import { findSessions } from "./find/sessions.ts";
import { isUnknownModule } from "./changes/source_changes.ts";
import { findStorage } from "./find/storage.ts";
import { findVariables } from "./find/variables.ts";

/**
 * Checks the application in a folder. It reads files, and nothing else.
 *
 * @param now milliseconds since the epoch, for the date of the bridge
 * @throws Error if the folder cannot be read
 */
export async function checkApplication(
  root: string,
  now: number,
): Promise<Report> {
  const app = await readApp(root);
  const found = findLibraries(app);
  const findings = [
    ...findSessions(app, found, now),
    ...findProviders(app, found),
    ...findStorage(app, found),
    ...findVariables(app, found),
    ...findOptions(app, found),
    ...findCode(app, found),
  ];
  const { diff, notes } = toChanges(app, { found, findings, now });
  return {
    libraries: found.map(({ used }) => used),
    findings,
    notes: [...app.notes, ...notes],
    diff,
    maps: found.length > 0 && app.notes.length + notes.length === 0 &&
      findings.every(({ verdict }) => verdict !== "person"),
  };
}

/** Modules without a counterpart, and what is written in their place. */
const REPLACED: Readonly<Record<string, string>> = {
  "next-auth":
    "`createAuth` of `@latchkey/auth`: its `handler` takes a Request and returns a Response.",
  "next-auth/middleware": "`auth.require(request)` in the middleware",
  "next-auth/next":
    "`createAuth` of `@latchkey/auth`: `auth.session(request)` returns the session.",
  "next-auth/react":
    "There is no React client: write links and forms to `/auth/signin/<id>`, and fetch `/auth/session`.",
};

/** Finds the code that has to be written anew: modules without a counterpart. */
function findCode(app: App, found: readonly Found[]): Finding[] {
  const findings: Finding[] = [];
  const modules = new Map<string, string[]>();
  for (const { path, imports } of app.sources) {
    for (const one of imports.filter(isUnknownModule)) {
      modules.set(one, [...modules.get(one) ?? [], path]);
    }
  }
  for (const [name, files] of [...modules].sort()) {
    findings.push({
      kind: "code",
      name,
      verdict: "person",
      change: REPLACED[name] ??
        "There is no module of this name: see the entries of `@latchkey/auth`.",
      evidence: "import",
      files,
    });
  }
  const qwik = found.find(({ library }) => library.id === "auth-qwik");
  if (qwik !== undefined) {
    findings.push({
      kind: "code",
      name: "vite.config",
      verdict: "person",
      change:
        "Add the plugin of `@latchkey/auth/component/vite`: docs/qwik.md.",
      evidence: "dependency",
      files: ["package.json"],
    });
  }
  return findings;
}
