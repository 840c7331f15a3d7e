import { createInterface } from "node:readline/promises";
import process from "node:process";
import { Stopped, type Terminal } from "./command.ts";

/** Creates the terminal of this process. */
export function createTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    out: (text) => void stdout.write(text),
    error: (text) => void stderr.write(text),
    now: () => Date.now(),
    env: (name) => process.env[name],
    ask: stdin.isTTY && stdout.isTTY ? ask : undefined,
  };
}

async function ask(question: string): Promise<string> {
  const { stdin: input, stdout: output } = process;
  const lines = createInterface({ input, output });
  try {
    return await new Promise((resolve, reject) => {
      const stop = () => reject(new Stopped("Stopped. Nothing was written."));
      lines.once("SIGINT", stop).once("close", stop);
      lines.question(question).then(resolve, reject);
    });
  } finally {
    lines.close();
  }
}
