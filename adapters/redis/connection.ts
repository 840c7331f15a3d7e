/** One way to send commands, whichever client is handed in. */

/** What is used of a client that `createClient()` of `redis` makes. */
export interface NodeRedisClient {
  /** Sends a command as it is. */
  sendCommand(args: string[]): Promise<unknown>;
}

/** What is used of a cluster that `createCluster()` of `redis` makes. */
export interface NodeRedisCluster {
  /** Sends a command to the node that has the key. */
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    args: string[],
  ): Promise<unknown>;
  /** The nodes that can be written to. */
  readonly masters: readonly unknown[];
  /** A client for one of those nodes. */
  nodeClient(node: never): unknown;
}

/** What is used of a client or cluster of `ioredis`. */
export interface IoRedisClient {
  /** Sends a command as it is. */
  call(command: string, ...args: string[]): Promise<unknown>;
  /** Whether it is a cluster. */
  readonly isCluster?: boolean | undefined;
  /** The clients of a cluster's nodes. */
  nodes?(role: "master"): Pick<IoRedisClient, "call">[];
  /** How it was set up. */
  readonly options?: { readonly keyPrefix?: string | undefined } | undefined;
}

/** A connected client of `redis` or `ioredis`; it stays the caller's to close. */
export type RedisClient = NodeRedisClient | NodeRedisCluster | IoRedisClient;

/** Sends one command: its name, then its arguments. */
export type Send = (args: string[]) => Promise<unknown>;

/** A client, told apart once. */
export interface Connection {
  /** Sends a command whose only key is the given one. */
  readonly send: (key: string, args: string[]) => Promise<unknown>;
  /** Keys are spread over nodes: a command can only have one. */
  readonly isCluster: boolean;
  /** Sends to each node that can be written to: one, or those of the cluster. */
  readonly nodes: () => Promise<Send[]>;
}

/**
 * Recognises a client by what it can do: no package is imported.
 *
 * @throws {TypeError} for something that is no client, or one that changes keys
 */
export function toConnection(client: RedisClient): Connection {
  if ("call" in client && typeof client.call === "function") {
    return fromIoRedis(client);
  }
  if ("masters" in client) return fromCluster(client);
  if ("sendCommand" in client && typeof client.sendCommand === "function") {
    const send: Send = (args) => client.sendCommand(args);
    return {
      send: (_, args) => send(args),
      isCluster: false,
      nodes: () => Promise.resolve([send]),
    };
  }
  throw new TypeError(
    "Redis: the client is neither one of redis (createClient) nor one of ioredis",
  );
}

function fromIoRedis(client: IoRedisClient): Connection {
  if (client.options?.keyPrefix) {
    // SCAN answers with it, and every other command would add it again.
    throw new TypeError(
      "Redis: the client has a keyPrefix; use the option prefix instead",
    );
  }
  const toSend =
    (node: Pick<IoRedisClient, "call">): Send => ([command = "", ...args]) =>
      node.call(command, ...args);
  const isCluster = client.isCluster === true;
  const send = toSend(client);
  return {
    send: (_, args) => send(args),
    isCluster,
    nodes: () =>
      Promise.resolve(
        isCluster ? (client.nodes?.("master") ?? []).map(toSend) : [send],
      ),
  };
}

function fromCluster(client: NodeRedisCluster): Connection {
  return {
    // Not read-only: a replica may not know yet that a session has ended.
    send: (key, args) => client.sendCommand(key, false, args),
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

/** A text, or null for what is not there; a client may be set up to give bytes. */
export function toText(reply: unknown): string | null {
  if (reply === null || reply === undefined) return null;
  return reply instanceof Uint8Array
    ? new TextDecoder().decode(reply)
    : String(reply);
}

/** The texts of a reply that is a list. */
export function toTexts(reply: unknown): string[] {
  return Array.isArray(reply) ? reply.map((one) => toText(one) ?? "") : [];
}

/** Reads several keys: one command, or in a cluster one for each key. */
export async function readAll(
  { send, isCluster }: Connection,
  keys: readonly string[],
): Promise<(string | null)[]> {
  const [first] = keys;
  if (first === undefined) return [];
  if (isCluster) {
    const replies = await Promise.all(
      keys.map((key) => send(key, ["GET", key])),
    );
    return replies.map(toText);
  }
  const replies = await send(first, ["MGET", ...keys]);
  if (!Array.isArray(replies) || replies.length !== keys.length) {
    throw new TypeError("Redis: MGET gave no list of that many values");
  }
  return replies.map(toText);
}

/**
 * Replaces a value if it is the expected one. The life of the new one is in
 * milliseconds (PX) or ends at a time (PXAT); none: the value is removed.
 */
const REPLACE = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] == "" then redis.call("DEL", KEYS[1]) return 1 end
redis.call("SET", KEYS[1], ARGV[2], ARGV[3], ARGV[4])
return 1`;

/** Replaces a value if it is still the expected one, as one step. */
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
