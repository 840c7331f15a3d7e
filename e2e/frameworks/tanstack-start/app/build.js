import { execFileSync } from "node:child_process";
import process from "node:process";

// Start knows the path of an application when it builds it.
for (const CONTRACT_PREFIX of ["", "/app"]) {
  execFileSync(process.execPath, ["node_modules/vite/bin/vite.js", "build"], {
    env: { ...process.env, CONTRACT_PREFIX },
    stdio: "inherit",
  });
}
