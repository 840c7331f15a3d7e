/**
 * Writes the configuration of an application whose old one has no counterpart
 * that could be changed line by line.
 *
 * @module
 */

import type { BridgeCode } from "../find/sessions.ts";
import type { App } from "../read/app.ts";
import type { Finding } from "../report.ts";
import { toNewFileDiff } from "./diff.ts";

/** Returns the diff of the new file; empty if a file of its name exists. */
export function toConfigFile(
  app: App,
  { bridge, findings }: {
    readonly bridge: BridgeCode;
    readonly findings: readonly Finding[];
  },
): string {
  const ids = listProviders(findings);
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
    ...bridge.call.includes("TODO")
      ? ["// Replace each TODO: the program does not start with one.", ""]
      : [],
    "export const auth = ServerAuth({",
    `  providers: [${names.join(", ")}],`,
    "  session: {",
    "    accept: [",
    `      ${bridge.name}({`,
    ...bridge.options.flatMap(({ code, note }) => [
      ...note === undefined ? [] : [`        // ${note}`],
      `        ${code}`,
    ]),
    "      }),",
    "    ],",
    `    // Old sessions live ${bridge.days} days at most, unless you set another time.`,
    `    acceptUntil: "${bridge.until}",`,
    "  },",
    "});",
  ]);
}

/** The providers that need no decision; that of express-openid-connect is generic. */
function listProviders(findings: readonly Finding[]): readonly string[] {
  const ids = findings.flatMap(({ kind, name, verdict, change }) => {
    const [, id] = /^`@latchkey\/auth\/providers\/([\w-]+)`/.exec(change) ?? [];
    const isCertain = verdict !== "person" || name === "issuerBaseURL";
    return kind === "provider" && id !== undefined && isCertain ? [id] : [];
  });
  return [...new Set(ids)];
}

/** The name of an import: `MicrosoftEntraId` for `microsoft-entra-id`. */
function toVariable(id: string): string {
  const words = id.split("-").map((word) =>
    word.charAt(0).toUpperCase() + word.slice(1)
  );
  const name = words.join("");
  return /^\d/.test(name) ? `Provider${name}` : name;
}
