// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Starts the servers that storage tests need, on free ports and with the
 * programs of this machine: containers would need a daemon that CI may lack.
 *
 * @module
 */

import { exists, installByApt, run, runOrThrow } from "./command.ts";

/** The servers, and the variables that tell tests their addresses. */
const servers = {
  PostgreSQL: {
    variable: "TEST_POSTGRES_URL",
    programs: ["postgres", "initdb", "pg_isready"],
    start: startPostgres,
  },
  Redis: {
    variable: "TEST_REDIS_URL",
    programs: ["redis-server", "redis-cli"],
    start: startRedis,
  },
} as const;

/** The servers that can be started. */
export type ServerName = keyof typeof servers;

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** The state of this process. */
const state = { isRunning: false, missing: [] as string[] };

/**
 * Runs work while the servers that storage tests need are running, and always
 * stops them afterwards. Tests find them in the environment that they inherit.
 * Nested calls start nothing, nor is a server started whose variable is already
 * set.
 *
 * @param names the servers needed; default: all
 */
export async function withServers<Result>(
  work: () => Promise<Result>,
  names: readonly ServerName[] = Object.keys(servers) as ServerName[],
): Promise<Result> {
  if (state.isRunning) return await work();
  state.isRunning = true;
  const running = new Map<string, Server>();
  const stopAll = async () => {
    for (const [variable, server] of running) {
      running.delete(variable);
      Deno.env.delete(variable);
      await server.stop();
    }
  };
  const interrupt = () => void stopAll().finally(() => Deno.exit(130));
  const signals: Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT"]
    : ["SIGINT", "SIGTERM"];
  for (const signal of signals) Deno.addSignalListener(signal, interrupt);
  try {
    await startAll(running, names);
    return await work();
  } finally {
    for (const signal of signals) Deno.removeSignalListener(signal, interrupt);
    await stopAll();
    state.isRunning = false;
  }
}

async function startAll(
  running: Map<string, Server>,
  names: readonly ServerName[],
): Promise<void> {
  state.missing = [];
  for (const name of names) {
    const { variable, start } = servers[name];
    if (Deno.env.has(variable)) continue;
    try {
      const server = await start(await findPrograms(name));
      running.set(variable, server);
      Deno.env.set(variable, server.url);
    } catch (error) {
      console.log(`${name} did not start: ${error}`);
      state.missing.push(name);
    }
  }
  const notice = describeMissing();
  if (notice === null) return;
  if (Deno.env.has("CI")) throw new Error(notice);
  console.log(notice);
}

/**
 * Returns a line about what was not tested, for the end of a run; null if
 * everything was.
 */
export function describeMissing(): string | null {
  return state.missing.length === 0
    ? null
    : `NOT TESTED, because there is no server: ${state.missing.join(", ")} ` +
      `(apt-get install postgresql redis-server)`;
}

/**
 * Returns the folder of a server's programs, and installs them if need be.
 * Debian keeps PostgreSQL outside PATH, in one folder per version.
 */
async function findPrograms(name: ServerName): Promise<string> {
  const { programs } = servers[name];
  const find = async () => {
    const base = "/usr/lib/postgresql";
    const versions = await exists(base)
      ? (await Array.fromAsync(Deno.readDir(base))).map((entry) => entry.name)
      : [];
    const newest = versions.sort((a, b) => Number(b) - Number(a));
    const folders = [
      ...newest.map((version) => `${base}/${version}/bin`),
      ...(Deno.env.get("PATH") ?? "").split(":").filter(Boolean),
    ];
    for (const folder of folders) {
      const found = programs.map((program) =>
        exists(`${folder}/${program}`).catch(() => false)
      );
      if ((await Promise.all(found)).every(Boolean)) return folder;
    }
  };
  const packages = ["postgresql", "redis-server"];
  const folder = await find() ??
    (await installByApt(...packages) ? await find() : undefined);
  if (folder === undefined) throw new Error("it is not installed");
  return folder;
}

/**
 * Starts PostgreSQL, which refuses to run as root, so root runs it as the user
 * that its package created.
 */
async function startPostgres(programs: string): Promise<Server> {
  const dir = await Deno.makeTempDir({ prefix: "latchkey-postgres-" });
  const prefix: string[] = [];
  if (Deno.uid() === 0) {
    const [uid, gid] = [await readId("-u"), await readId("-g")];
    await Deno.chown(dir, uid, gid);
    const as = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
    prefix.push("setpriv", ...as, "--");
  }
  const data = `${dir}/data`;
  const [setUp = "", ...args] = [
    ...prefix,
    ...[`${programs}/initdb`, "-D", data, "-U", "postgres", "-A", "trust"],
    ...["-E", "UTF8", "--locale=C", "--no-sync"],
  ];
  await runOrThrow(setUp, args, { cwd: dir, seconds: 60 });
  // Tests of refusals need a password to be wrong.
  await Deno.writeTextFile(
    `${data}/pg_hba.conf`,
    "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n",
  );
  const port = findFreePort();
  const address = ["-h", "127.0.0.1", "-p", `${port}`];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // Test data need not survive a power failure: -F.
  const command = [
    ...prefix,
    ...[`${programs}/postgres`, "-D", data, ...address, "-k", dir, "-F"],
    ...["-c", "max_connections=200", "-c", "log_min_messages=panic"],
    // Settings of a measurement, such as "-c shared_buffers=8GB".
    ...(Deno.env.get("TEST_POSTGRES_ARGS") ?? "").split(" ").filter(Boolean),
  ];
  const isReady = async () =>
    (await run(`${programs}/pg_isready`, ["-q", ...address])).code === 0;
  return await startProgram({ command, dir, url, isReady });
}

async function readId(flag: string): Promise<number> {
  return Number(await runOrThrow("id", [flag, "postgres"]));
}

async function startRedis(programs: string): Promise<Server> {
  const dir = await Deno.makeTempDir({ prefix: "latchkey-redis-" });
  const port = `${findFreePort()}`;
  const command = [
    ...[`${programs}/redis-server`, "--port", port, "--dir", dir],
    ...["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    ...["--loglevel", "warning"],
  ];
  const isReady = async () =>
    (await run(`${programs}/redis-cli`, ["-p", port, "ping"])).code === 0;
  const url = `redis://127.0.0.1:${port}`;
  return await startProgram({ command, dir, url, isReady });
}

interface Program {
  readonly command: readonly string[];
  /** The server's own folder, removed after it has stopped. */
  readonly dir: string;
  readonly url: string;
  readonly isReady: () => Promise<boolean>;
}

/** The time that a program may take until it responds, in milliseconds. */
const patience = 30_000;

async function startProgram(
  { command: [path = "", ...args], dir, url, isReady }: Program,
): Promise<Server> {
  const child = new Deno.Command(path, {
    args,
    cwd: dir,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  let ended = false;
  const end = child.status.then(() => ended = true);
  const stop = async () => {
    // SIGINT ends PostgreSQL without waiting for its clients; Redis treats it
    // like any other.
    if (!ended) child.kill("SIGINT");
    await end;
    await Deno.remove(dir, { recursive: true });
  };
  const start = performance.now();
  while (!ended && performance.now() - start < patience) {
    if (await isReady()) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  throw new Error("it gave no answer");
}

/**
 * Returns a port that is free now; another program may take it before the
 * server does.
 */
export function findFreePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
