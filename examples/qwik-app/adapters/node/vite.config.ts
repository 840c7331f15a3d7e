import { nodeServerAdapter } from "@builder.io/qwik-city/adapters/node-server/vite";
import { extendConfig } from "@builder.io/qwik-city/vite";
import process from "node:process";
import baseConfig from "../../vite.config.ts";

// The 404 page is generated now, for all visitors: it needs no database.
process.env.DATABASE = "";

export default extendConfig(baseConfig, () => ({
  build: {
    ssr: true,
    rollupOptions: { input: ["src/entry.node.ts", "@qwik-city-plan"] },
  },
  plugins: [nodeServerAdapter({ name: "node" })],
}));
