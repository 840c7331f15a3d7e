// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { exists, run } from "./command.ts";

/** Paths of the servers' programs; null if not installed. */
export interface Programs {
  /** The folder with `postgres`, `initdb` and `pg_isready`. */
  readonly postgres: string | null;
  /** The path of `redis-server`. */
  readonly redis: string | null;
  /** The user that PostgreSQL has to run as; null for the current one. */
  readonly runAs: { readonly uid: number; readonly gid: number } | null;
}

/** Finds the programs, and installs them if that needs no confirmation. */
export async function findPrograms(mayInstall: boolean): Promise<Programs> {
  const found = await look();
  const isComplete = found.postgres !== null && found.redis !== null;
  if (isComplete || !mayInstall || !(await install())) return found;
  return await look();
}

async function look(): Promise<Programs> {
  return {
    postgres: await findPostgres(),
    redis: await findOnPath(["redis-server"]).then((dir) =>
      dir === null ? null : `${dir}/redis-server`
    ),
    runAs: await findUser(),
  };
}

/**
 * Finds PostgreSQL, which Debian keeps outside PATH, in one folder per version.
 */
async function findPostgres(): Promise<string | null> {
  const programs = ["postgres", "initdb", "pg_isready"];
  const base = "/usr/lib/postgresql";
  const versions = await exists(base)
    ? (await Array.fromAsync(Deno.readDir(base))).map(({ name }) => name)
    : [];
  const folders = versions.sort((a, b) => Number(b) - Number(a))
    .map((version) => `${base}/${version}/bin`);
  for (const folder of folders) {
    if (await hasAll(folder, programs)) return folder;
  }
  return await findOnPath(programs);
}

async function findOnPath(programs: string[]): Promise<string | null> {
  const isWindows = Deno.build.os === "windows";
  const folders = isWindows ? [] : (Deno.env.get("PATH") ?? "").split(":");
  for (const folder of folders) {
    if (folder !== "" && await hasAll(folder, programs)) return folder;
  }
  return null;
}

async function hasAll(folder: string, programs: string[]): Promise<boolean> {
  for (const program of programs) {
    if (!(await exists(`${folder}/${program}`).catch(() => false))) {
      return false;
    }
  }
  return true;
}

async function findUser(): Promise<Programs["runAs"]> {
  if (Deno.uid() !== 0) return null;
  const read = async (flag: string) => {
    const { code, output } = await run("id", [flag, "postgres"]);
    return code === 0 ? Number(output) : null;
  };
  const [uid, gid] = [await read("-u"), await read("-g")];
  return uid === null || gid === null ? null : { uid, gid };
}

/** Installs the programs as root or on CI; never prompts for a password. */
async function install(): Promise<boolean> {
  const isRoot = Deno.uid() === 0;
  if (!(await exists("/usr/bin/apt-get"))) return false;
  if (!isRoot && !Deno.env.has("CI")) return false;
  console.log("installing postgresql and redis-server");
  const apt = async (...args: string[]) => {
    const command = ["apt-get", "-qq", ...args];
    const [first = "", ...rest] = isRoot
      ? command
      : ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND", ...command];
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    return await run(first, rest, { env, seconds: 300 })
      .then(({ code }) => code === 0, () => false);
  };
  const wanted = ["postgresql", "redis-server"];
  const add = () => apt("install", "-y", "--no-install-recommends", ...wanted);
  // A new machine has no package lists yet.
  return await add() || await apt("update") && await add();
}
