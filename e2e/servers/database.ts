import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Sets a new file name each time: data of an earlier run must not count. */
export async function useDatabase(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-e2e-"));
  process.env.DATABASE = "sqlite";
  process.env.DATABASE_FILE = join(folder, "app.sqlite");
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}
