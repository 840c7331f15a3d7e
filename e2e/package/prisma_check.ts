/**
 * Moves sessions with Prisma's own client, which weighs 300 MB: too much for
 * every run. Its engine is compiled to WebAssembly and comes with the package.
 *
 * @module
 */

import { it } from "node:test";
import {
  createDatabase,
  findTestServer,
} from "../../adapters/servers_testkit.ts";

import { findTarball } from "../../scripts/build_npm.ts";
import { root, runOrThrow } from "../../scripts/command.ts";
import { findNode, install } from "../../scripts/node.ts";

const packages = [
  "@auth/core@0.41",
  "@auth/prisma-adapter@2",
  "@prisma/adapter-pg@7",
  "@prisma/client@7",
  "pg@8",
  "prisma@7",
];
const { url: server, skip } = findTestServer("TEST_POSTGRES_URL");

it(
  "sessions in Prisma's documented models move, with its adapter kept and with ours",
  {
    skip,
  },
  async () => {
    const cwd = `${root}.cache/prisma`;
    await install(cwd, await findTarball(), ...packages);
    const sources = new URL("prisma", import.meta.url).pathname;
    await runOrThrow("cp", ["-r", `${sources}/.`, cwd]);
    const { path: node } = await findNode(24);
    const database = await createDatabase(server);
    // The schema engine would be downloaded; generating a client needs none.
    const env = {
      DATABASE_URL: database.url,
      PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true",
      CHECKPOINT_DISABLE: "1",
    };
    try {
      const prisma = "node_modules/prisma/build/index.js";
      await runOrThrow(node, [prisma, "generate"], { cwd, env });
      await runOrThrow(node, ["move.mjs"], { cwd, env });
    } finally {
      await database.drop();
    }
  },
);
