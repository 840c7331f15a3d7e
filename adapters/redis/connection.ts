/** Sends commands through any of the supported clients. */

/**
 * The parts of a client created by `createClient()` of `redis` that are used.
 */
export interface NodeRedisClient {
  /** Sends a command as it is. */
  sendCommand(
    args: string[],
    options?: { readonly timeout: number },
  ): Promise<unknown>;
  /** Whether it is connected, so that a command is written at once. */
  readonly isReady?: boolean | undefined;
}

/**
 * The parts of a cluster created by `createCluster()` of `redis` that are used.
 */
export interface NodeRedisCluster {
  /** Sends a command to the node that holds the key. */
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    args: string[],
  ): Promise<unknown>;
  /** The writable nodes. */
  readonly masters: readonly unknown[];
  /** Returns a client for one of those nodes. */
  nodeClient(node: never): unknown;
}

/** The parts of a client or cluster of `ioredis` that are used. */
export interface IoRedisClient {
  /** Sends a command as it is. */
  call(command: string, ...args: string[]): Promise<unknown>;
  /** Whether it is a cluster. */
  readonly isCluster?: boolean | undefined;
  /** The clients of a cluster's nodes. */
  nodes?(role: "master"): Pick<IoRedisClient, "call">[];
  /** The options that it was created with. */
  readonly options?: { readonly keyPrefix?: string | undefined } | undefined;
}

/**
 * A connected client of `redis` or `ioredis`; closing it is left to the caller.
 */
export type RedisClient = NodeRedisClient | NodeRedisCluster | IoRedisClient;

/** Sends one command: its name, then its arguments. */
export type Send = (args: string[]) => Promise<unknown>;

/** A client, reduced to what all kinds have in common. */
export interface Connection {
  /** Sends a command whose only key is the given one. */
  readonly send: (key: string, args: string[]) => Promise<unknown>;
  /** Sends a command that changes nothing. */
  readonly ask: (key: string, args: string[]) => Promise<unknown>;
  /**
   * True if keys are spread over nodes: a command can then have only one key.
   */
  readonly isCluster: boolean;
  /** Returns a sender for each writable node: one, or those of the cluster. */
  readonly nodes: () => Promise<Send[]>;
}

/**
 * Recognises a client by its methods, without importing a package.
 *
 * @throws {TypeError} for an unknown client, or one that changes keys
 */
export function toConnection(client: RedisClient): Connection {
  if ("call" in client && typeof client.call === "function") {
    return fromIoRedis(client);
  }
  if ("masters" in client) return fromCluster(client);
  if ("sendCommand" in client && typeof client.sendCommand === "function") {
    return fromNodeRedis(client);
  }
  throw new TypeError(
    "Redis: the client is neither one of redis (createClient) nor one of ioredis",
  );
}

function fromNodeRedis(client: NodeRedisClient): Connection {
  const send: Send = (args) => client.sendCommand(args);
  const ask = toAsk(client);
  return {
    send: (_, args) => send(args),
    ask: (_, args) => ask(args),
    isCluster: false,
    nodes: () => Promise.resolve([send]),
  };
}

/** From this many unanswered reads on, each has the client's own time limit. */
const MANY = 1000;
const UNTIMED = { timeout: 0 };

/**
 * Returns a sender of reads without the client's time limit, which is an
 * AbortSignal for each command and takes a quarter of the CPU of a session
 * read. The limit concerns only commands that wait to be written. So it stays
 * where they may wait long: without a connection, and while many reads are
 * unanswered. Writes keep it: a late one would still take effect.
 */
function toAsk(client: NodeRedisClient): Send {
  let unanswered = 0;
  const end = () => void unanswered--;
  return (args) => {
    if (client.isReady !== true || unanswered >= MANY) {
      return client.sendCommand(args);
    }
    const reply = client.sendCommand(args, UNTIMED);
    unanswered++;
    reply.then(end, end);
    return reply;
  };
}

function fromIoRedis(client: IoRedisClient): Connection {
  if (client.options?.keyPrefix) {
    // SCAN returns keys with the prefix, and every other command would add it
    // again.
    throw new TypeError(
      "Redis: the client has a keyPrefix; use the option prefix instead",
    );
  }
  const toSend =
    (node: Pick<IoRedisClient, "call">): Send => ([command = "", ...args]) =>
      node.call(command, ...args);
  const isCluster = client.isCluster === true;
  const call = toSend(client);
  const send: Connection["send"] = (_, args) => call(args);
  return {
    send,
    ask: send,
    isCluster,
    nodes: () =>
      Promise.resolve(
        isCluster ? (client.nodes?.("master") ?? []).map(toSend) : [call],
      ),
  };
}

function fromCluster(client: NodeRedisCluster): Connection {
  // Not read-only: a replica may not have received the end of a session yet.
  const send: Connection["send"] = (key, args) =>
    client.sendCommand(key, false, args);
  return {
    send,
    ask: send,
    isCluster: true,
    nodes: async () => {
      const nodes = await Promise.all(
        client.masters.map((node) => client.nodeClient(node as never)),
      );
      return nodes.map((node) => (args) =>
        (node as NodeRedisClient).sendCommand(args)
      );
    },
  };
}

/**
 * Returns a text, or null for a missing value; clients can be set up to return
 * bytes.
 */
export function toText(reply: unknown): string | null {
  if (reply === null || reply === undefined) return null;
  return reply instanceof Uint8Array
    ? new TextDecoder().decode(reply)
    : String(reply);
}

/** Returns the texts of a list reply. */
export function toTexts(reply: unknown): string[] {
  return Array.isArray(reply) ? reply.map((one) => toText(one) ?? "") : [];
}

/** Reads several keys: one command, or in a cluster one per key. */
export async function readAll(
  { ask, isCluster }: Connection,
  keys: readonly string[],
): Promise<(string | null)[]> {
  const [first] = keys;
  if (first === undefined) return [];
  if (isCluster) {
    const replies = await Promise.all(
      keys.map((key) => ask(key, ["GET", key])),
    );
    return replies.map(toText);
  }
  const replies = await ask(first, ["MGET", ...keys]);
  if (!Array.isArray(replies) || replies.length !== keys.length) {
    throw new TypeError("Redis: MGET returned no list of that many values");
  }
  return replies.map(toText);
}

/** Removes several keys: one command, or in a cluster one per key. */
export async function removeAll(
  { send, isCluster }: Connection,
  keys: readonly string[],
): Promise<void> {
  const [first] = keys;
  if (first === undefined) return;
  if (isCluster) {
    await Promise.all(keys.map((key) => send(key, ["UNLINK", key])));
  } else await send(first, ["UNLINK", ...keys]);
}

/**
 * Replaces a value if it is the expected one. The new value's lifetime is in
 * milliseconds (PX) or ends at a time (PXAT); without one, the value is
 * removed.
 */
const REPLACE = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] == "" then redis.call("DEL", KEYS[1]) return 1 end
redis.call("SET", KEYS[1], ARGV[2], ARGV[3], ARGV[4])
return 1`;

/** Atomically replaces a value if it is still the expected one. */
export async function replace(
  { send }: Connection,
  key: string,
  { expected, value, life }: {
    readonly expected: string;
    readonly value: string;
    readonly life: readonly [] | readonly ["PX" | "PXAT", string];
  },
): Promise<boolean> {
  const [unit = "", time = ""] = life;
  const args = [expected, value, unit, time];
  const done = await send(key, ["EVAL", REPLACE, "1", key, ...args]);
  return Number(done) === 1;
}
