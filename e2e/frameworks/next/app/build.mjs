/** Builds the application twice, because its path is part of a build. */

import { spawnSync } from "node:child_process";

const nowhere = "http://127.0.0.1:9";
const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: "1",
  // A build loads the configuration, but the values come with the start.
  CONTRACT_API: nowhere,
  CONTRACT_CLIENT_ID: "client",
  CONTRACT_CLIENT_SECRET: "the secret of the client",
  CONTRACT_FORMER_SECRET: "a former secret of a build: 32 chars",
  CONTRACT_GATE: nowhere,
  CONTRACT_ISSUER: nowhere,
  CONTRACT_MARKER: "marker",
  CONTRACT_OUTBOX: nowhere,
  CONTRACT_SECRET: "the secret of a build: 32 characters",
};
const next = ["node_modules/next/dist/bin/next", "build"];

for (const CONTRACT_PREFIX of ["", "/app"]) {
  const { status } = spawnSync(process.execPath, next, {
    env: { ...env, CONTRACT_PREFIX },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) process.exit(1);
}
