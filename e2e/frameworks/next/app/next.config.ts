import type { NextConfig } from "next";

const prefix = process.env.CONTRACT_PREFIX;

export default {
  basePath: prefix,
  // The path is part of a build.
  distDir: prefix ? ".next-prefixed" : ".next",
  experimental: { authInterrupts: true },
} satisfies NextConfig;
