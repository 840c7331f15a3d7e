/**
 * The attacker's side: a key, and a server that publishes it and remembers who
 * asked.
 *
 * @module
 */

import { createServer } from "node:http";
import { type Algorithm, type Key, makeKey } from "./keys.ts";
import { listen } from "./listen.ts";

/** What an attacker has. */
export interface Attacker {
  readonly key: Key;
  /** The URL of the server, without a slash at the end. */
  readonly url: string;
  /** The paths that were asked for. */
  readonly asked: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Starts the attacker's server on a free port of this host. */
export async function startAttacker(alg: Algorithm): Promise<Attacker> {
  const key = makeKey(alg, "attacker");
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    asked.add(request.url ?? "");
    const { jwk, kid } = key;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ keys: [{ ...jwk, kid, alg, use: "sig" }] }));
  });
  const { port, close } = await listen(server, 0);
  return { key, url: `http://127.0.0.1:${port}`, asked, close };
}
