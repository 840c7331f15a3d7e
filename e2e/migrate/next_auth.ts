/**
 * Runs applications with NextAuth.js in processes of their own. Its packages are
 * installed without Next.js, which its declarations demand and the tests do not.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { request, type RequestListener } from "node:http";
import { installByBun } from "../../scripts/bun.ts";
import { root } from "../../scripts/command.ts";
import { findNode } from "../../scripts/node.ts";

const packages = [
  "express@5.3.0",
  "next-auth@4.24.15",
  "next-auth-5@npm:next-auth@5.0.0-beta.32",
];
const folder = `${root}.cache/next-auth`;

/** Installs the packages, and the application beside them. */
export async function installNextAuth(): Promise<void> {
  await installByBun(folder, "--omit=peer", ...packages);
  await Deno.copyFile(
    new URL("next_auth_app.mjs", import.meta.url),
    `${folder}/app.mjs`,
  );
}

/** A running application. */
export interface OldApplication {
  /** Passes requests on to it. */
  readonly listener: RequestListener;
  stop(): Promise<void>;
}

/** Starts the application with a version of NextAuth.js. */
export async function startNextAuth(
  version: "4" | "5",
  env: Readonly<Record<string, string>>,
): Promise<OldApplication> {
  const { path } = await findNode(20);
  const child = spawn(path, [`${folder}/app.mjs`, version], {
    env: { ...Deno.env.toObject(), ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const end = once(child, "exit");
  const [line] = await Promise.race([
    once(child.stdout, "data"),
    end.then(() => Promise.reject(new Error("the application did not start"))),
  ]);
  const port = Number(String(line));
  return {
    listener: (incoming, response) => {
      const { method, url: path, headers } = incoming;
      const options = { host: "127.0.0.1", port, method, path, headers };
      const onward = request(options, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      });
      incoming.pipe(onward);
    },
    stop: async () => {
      child.stdin.end();
      await end;
    },
  };
}
