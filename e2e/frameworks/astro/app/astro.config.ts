import process from "node:process";
import node from "@astrojs/node";
import { defineConfig } from "astro/config";

// Astro knows the path of an application when it is built.
const prefix = process.env["CONTRACT_PREFIX"] ?? "";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  outDir: prefix === "" ? "dist" : "dist-prefixed",
  base: prefix || "/",
  security: {
    // The proxies that may say how a browser has come.
    allowedDomains: [{ hostname: "localhost" }, { hostname: "app.example" }],
  },
});
