import type { Config } from "@react-router/dev/config";

export default {
  basename: process.env.CONTRACT_PREFIX || "/",
  buildDirectory: process.env.CONTRACT_BUILD || "build",
} satisfies Config;
