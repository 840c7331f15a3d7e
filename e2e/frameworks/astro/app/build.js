/** Builds the application at the root, and under a path. */

import { execFileSync } from "node:child_process";
import process from "node:process";

for (const CONTRACT_PREFIX of ["", "/app"]) {
  execFileSync(process.execPath, ["node_modules/astro/bin/astro.mjs", "build"], {
    env: { ...process.env, CONTRACT_PREFIX, ASTRO_TELEMETRY_DISABLED: "1" },
    stdio: "inherit",
  });
}
