/**
 * Makes the table of the contract of hosts: which case each integration is held
 * to. The integrations are found by the tests of their applications.
 *
 * @module
 */

import {
  type HostCapability,
  hostContract,
} from "@latchkey/auth/testing/host-contract";
import { listFiles, root } from "./command.ts";

/** An integration, by the test of its application. */
interface Integration {
  readonly name: string;
  readonly has: readonly string[];
}

const capabilities: Readonly<Record<HostCapability, string>> = {
  actions: "the framework handles forms by actions of its own",
  cache: "the framework keeps pages for everybody",
  forwarded: "the framework reads the headers of a proxy that it trusts",
  prefix: "the application can be under a path",
  proxy: "a proxy to the provider's API can be mounted",
  routes: "all paths below the base path are the library's",
};

/** Makes both tables: the capabilities, and the cases. */
export async function makeFrameworkTables(): Promise<string> {
  const integrations = await listIntegrations();
  const names = integrations.map(({ name }) => name);
  const head = (first: string) => [
    `| ${[first, ...names].join(" | ")} |`,
    `| ${["-", ...names.map(() => ":-:")].join(" | ")} |`,
  ];
  const abilities = Object.entries(capabilities).map(([id, text]) => {
    const cells = integrations.map(({ has }) => has.includes(id) ? "yes" : "–");
    return `| \`${id}\`: ${text} | ${cells.join(" | ")} |`;
  });
  const { cases } = hostContract({ start: refuse });
  const rows = cases.map(({ id, name, needs }) => {
    const cells = integrations.map(({ has }) =>
      needs.find((one) => !has.includes(one)) ?? "held"
    );
    const shown = cells.map((cell) => cell === "held" ? cell : `no ${cell}`);
    return `| \`${id}\`: ${escape(name)} | ${shown.join(" | ")} |`;
  });
  return [
    ...head("Capability"),
    ...abilities,
    "",
    ...head(`Case (${cases.length})`),
    ...rows,
  ].join("\n");
}

function refuse(): never {
  throw new Error("Nothing is started for a table.");
}

function escape(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** Finds the tests that run the contract, and what their applications have. */
async function listIntegrations(): Promise<Integration[]> {
  const found: Integration[] = [];
  for (const path of await listFiles("e2e/frameworks")) {
    if (!/(?:_test|_check)\.ts$/.test(path) || path.includes("/app/")) continue;
    const integration = readIntegration(await Deno.readTextFile(root + path));
    if (integration !== null) found.push(integration);
  }
  return found.sort((one, other) => one.name < other.name ? -1 : 1);
}

/** Reads the name and the capabilities in the text of a test. */
export function readIntegration(text: string): Integration | null {
  const [, name] = /"the contract of hosts: ([^"]+)"/.exec(text) ?? [];
  const [, list = ""] = /\bhas: \[([^\]]*)\]/.exec(text) ?? [];
  const has = [...list.matchAll(/"([\w-]+)"/g)].map(([, one = ""]) => one);
  return name === undefined ? null : { name, has };
}
