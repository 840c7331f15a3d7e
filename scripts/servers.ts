// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { run, runOrThrow } from "./command.ts";
import { findPrograms, type Programs } from "./server_programs.ts";

/** The variables that tell tests the servers' addresses. */
const variables = {
  PostgreSQL: "TEST_POSTGRES_URL",
  Redis: "TEST_REDIS_URL",
} as const;

/** The state of this process. */
const state = { isRunning: false, missing: [] as string[] };

/** The servers that can be started. */
export type ServerName = keyof typeof variables;

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

const starters: Readonly<
  Record<ServerName, (programs: Programs) => Promise<Server>>
> = { PostgreSQL: startPostgres, Redis: startRedis };

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
  names: readonly ServerName[] = Object.keys(variables) as ServerName[],
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
  const wanted = names.filter((name) => !Deno.env.has(variables[name]));
  const programs = await findPrograms(wanted.length > 0);
  state.missing = [];
  for (const name of wanted) {
    const found = await startOne(name, programs);
    if (found === null) {
      state.missing.push(name);
      continue;
    }
    running.set(variables[name], found);
    Deno.env.set(variables[name], found.url);
  }
  const notice = describeMissing();
  if (notice === null) return;
  if (Deno.env.has("CI")) throw new Error(notice);
  console.log(notice);
}

async function startOne(
  name: ServerName,
  programs: Programs,
): Promise<Server | null> {
  try {
    return await starters[name](programs);
  } catch (error) {
    console.log(
      `${name} did not start: ${
        error instanceof Error ? error.message : error
      }`,
    );
    return null;
  }
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
 * Starts PostgreSQL, which refuses to run as root, so root runs it as the user
 * that its package created.
 */
async function startPostgres({ postgres, runAs }: Programs): Promise<Server> {
  if (postgres === null) throw new Error("it is not installed");
  const dir = await Deno.makeTempDir({ prefix: "latchkey-postgres-" });
  if (runAs !== null) await Deno.chown(dir, runAs.uid, runAs.gid);
  const prefix = runAs === null ? [] : [
    ...["setpriv", `--reuid=${runAs.uid}`, `--regid=${runAs.gid}`],
    ...["--clear-groups", "--"],
  ];
  const data = `${dir}/data`;
  const [setUp = "", ...args] = [
    ...prefix,
    ...[`${postgres}/initdb`, "-D", data, "-U", "postgres", "-A", "trust"],
    ...["-E", "UTF8", "--locale=C", "--no-sync"],
  ];
  await runOrThrow(setUp, args, { cwd: dir, seconds: 60 });
  const port = findFreePort();
  const address = ["-h", "127.0.0.1", "-p", `${port}`];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // Test data need not survive a power failure: -F.
  const command = [
    ...prefix,
    ...[`${postgres}/postgres`, "-D", data, ...address, "-k", dir, "-F"],
    ...["-c", "max_connections=200", "-c", "log_min_messages=panic"],
  ];
  const isReady = async () =>
    (await run(`${postgres}/pg_isready`, ["-q", ...address])).code === 0;
  return await startProgram({ command, dir, url, isReady });
}

async function startRedis({ redis }: Programs): Promise<Server> {
  if (redis === null) throw new Error("it is not installed");
  const dir = await Deno.makeTempDir({ prefix: "latchkey-redis-" });
  const port = findFreePort();
  const command = [
    ...[redis, "--port", `${port}`, "--bind", "127.0.0.1", "--dir", dir],
    ...["--save", "", "--appendonly", "no", "--loglevel", "warning"],
  ];
  const url = `redis://127.0.0.1:${port}`;
  return await startProgram({ command, dir, url, isReady: () => ping(port) });
}

async function ping(port: number): Promise<boolean> {
  const answer = new Uint8Array(5);
  try {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(new TextEncoder().encode("PING\r\n"));
    await connection.read(answer);
  } catch {
    return false;
  }
  return new TextDecoder().decode(answer) === "+PONG";
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
