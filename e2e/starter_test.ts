import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { it } from "node:test";
import { starter } from "./starter.ts";

function startCode(code: string, env: Record<string, string> = {}) {
  return spawn(process.execPath, ["eval", code], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function untilReady({ stdout }: ChildProcess): Promise<void> {
  assert.ok(stdout);
  await once(stdout, "data");
}

it("a server ends when the program that started it is killed", async () => {
  const program = startCode("console.log(1); setInterval(() => {}, 1000);");
  await untilReady(program);
  const url = new URL("./starter.ts", import.meta.url).href;
  const server = startCode(
    `import { endWithStarter } from "${url}";
     endWithStarter();
     Deno.serve({ port: 0, onListen: () => console.log(1) }, () => new Response());`,
    { [starter]: String(program.pid) },
  );
  try {
    await untilReady(server);
    program.kill("SIGKILL");
    const late = AbortSignal.timeout(20_000);
    const [code, signal] = await once(server, "exit", { signal: late });
    assert.deepEqual([code, signal], [null, "SIGINT"]);
  } finally {
    program.kill("SIGKILL");
    server.kill("SIGKILL");
  }
});
