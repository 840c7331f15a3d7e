/**
 * Code that a reader chooses from: a command of npm in the words of each package
 * manager, and neighbouring blocks that have a `[label]`. On GitHub they stay
 * what they are in the page.
 *
 * @module
 */

/** Converts a command of npm, or returns null if there is no counterpart. */
type Convert = (command: string) => string | null;

/** The package managers, in the order of their tabs. */
const managers: Readonly<Record<string, Convert>> = {
  npm: (command) => command,
  pnpm: (command) =>
    toOther(command, { add: "pnpm add", dev: "-D" })
      .replace(/^npx -y |^npx /, "pnpm dlx ")
      .replace(/^npm create (.*?) -- /, "pnpm create $1 ")
      .replace(/^npm (create|run|init)\b/, "pnpm $1"),
  yarn: (command) =>
    toOther(command, { add: "yarn add", dev: "-D" })
      .replace(/^npx -y |^npx /, "yarn dlx ")
      .replace(/^npm create (.*?) -- /, "yarn create $1 ")
      .replace(/^npm (create|run|init)\b/, "yarn $1"),
  bun: (command) =>
    toOther(command, { add: "bun add", dev: "-d" })
      .replace(/^npx -y |^npx /, "bunx ")
      .replace(/^npm create (.*?) -- /, "bun create $1 ")
      .replace(/^npm (create|run|init)\b/, "bun $1"),
  deno: toDeno,
};

/** Commands that every package manager has; others are left alone. */
const KNOWN =
  /^(?:(?:npm install|npm create|npx @latchkey\/cli|npx skills)\b|npm run dev$|cd \S+$)/;

/** Turns commands of npm and labelled blocks of a page into tabs. */
export function toTabs(page: string): string {
  return joinLabelled(page).replace(
    /^```sh\n([^]*?)^```$/gm,
    (block, body: string) => toManagers(body) ?? block,
  );
}

function toManagers(body: string): string | null {
  // A command that goes on in the next line is one.
  const lines = body.trimEnd().split(/(?<!\\)\n/);
  if (!lines.every((line) => KNOWN.test(line))) return null;
  const tabs = Object.entries(managers).flatMap(([name, convert]) => {
    const converted = lines.map(convert);
    if (converted.includes(null)) return [];
    return [`\`\`\`sh [${name}]\n${converted.join("\n")}\n\`\`\``];
  });
  return `::: code-group\n\n${tabs.join("\n\n")}\n\n:::`;
}

function toOther(
  command: string,
  { add, dev }: { readonly add: string; readonly dev: string },
): string {
  return command.replace(/^npm install\b/, add)
    .replace(/ --save-dev\b/, ` ${dev}`);
}

function toDeno(command: string): string | null {
  const [, flag = "", names = ""] =
    /^npm install( --save-dev)?((?: [^#\s]+)+)/.exec(command) ?? [];
  if (names.includes(".tgz")) return null;
  if (names !== "") {
    const added = names.trim().split(" ").map((name) => `npm:${name}`);
    return `deno add${flag && " --dev"} ${added.join(" ")}`;
  }
  return command
    .replace(/^npx (@latchkey\/cli)/, "deno run -A jsr:$1")
    .replace(/^npx /, "deno run -A npm:")
    .replace(
      /^npm create @latchkey(@\w+)?/,
      "deno run -A npm:@latchkey/create$1",
    )
    .replace(/^(deno run -A npm:@latchkey\/create.*?) -- /, "$1 ")
    .replace(/^npm run /, "deno task ");
}

/** Puts neighbouring blocks with labels into one group. */
function joinLabelled(page: string): string {
  return page.replace(
    /(?:^```\w+ [^\n`]*\[[^\]\n]+\]\n[^]*?^```$\n*){2,}/gm,
    (blocks) => `::: code-group\n\n${blocks.trimEnd()}\n\n:::\n\n`,
  );
}
