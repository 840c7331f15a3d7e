import { execFileSync } from "node:child_process";

// React Router knows the path of an application when it builds it.
const builds = [
  {},
  { CONTRACT_PREFIX: "/app", CONTRACT_BUILD: "build/prefixed" },
];
for (const variables of builds) {
  const bin = "node_modules/@react-router/dev/bin.cjs";
  const env = { ...process.env, ...variables };
  execFileSync(process.execPath, [bin, "build"], { env });
}
