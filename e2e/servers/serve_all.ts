// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Starts the servers of the browser tests at the same time, each in its own
 * process, and ends when one of them ends.
 *
 *   E2E_SERVERS='[{"args":["servers/serve.ts","3310"],"url":"http://localhost:3310/"}]' \
 *     deno run -A e2e/servers/serve_all.ts
 */
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { closeAtEnd } from "../../examples/demo/demo.ts";
import { endWithStarter } from "../starter.ts";
import { serversVariable, type TestServer } from "./test_servers.ts";
import { untilAnswers } from "./until_answers.ts";

function start({ args }: TestServer): ChildProcess {
  const child = spawn(process.execPath, ["run", "-A", ...args], {
    cwd: new URL("..", import.meta.url),
    stdio: ["ignore", "ignore", "inherit"],
  });
  child.on("exit", (code) => {
    console.error(`${args.join(" ")} has ended.`);
    process.exit(code || 1);
  });
  return child;
}

endWithStarter();
const servers: TestServer[] = JSON.parse(process.env[serversVariable] ?? "[]");
const children = servers.map(start);
process.on("exit", () => children.forEach((child) => child.kill()));
closeAtEnd(() => Promise.resolve());
await Promise.all(servers.map(({ url }) => untilAnswers(url)));
console.log("All servers answer.");
