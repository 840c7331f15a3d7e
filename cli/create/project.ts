/**
 * All files of a new application.
 *
 * @module
 */

import { randomBytes } from "node:crypto";
import {
  renderAuth,
  renderDatabase,
  sendsMail,
  toPrefix,
} from "./auth_module.ts";
import type { Choices } from "./choices.ts";
import type { Files, Framework, Packages } from "./framework.ts";
import { frameworks } from "./frameworks/frameworks.ts";

/** The port that applications listen on, and that providers lead back to. */
const ORIGIN = "http://localhost:3000";

/** Returns the framework of choices that were checked. */
export function toFramework({ framework }: Choices): Framework {
  const found = frameworks[framework];
  if (found === undefined) throw new TypeError("an unknown framework");
  return found;
}

/**
 * Renders all files of a new application.
 *
 * @param name the name of its folder
 */
export function renderProject(name: string, choices: Choices): Files {
  const framework = toFramework(choices);
  const own = framework.files(choices);
  return {
    ...("deno.json" in own
      ? {}
      : { "package.json": renderManifest(name, choices) }),
    ...own,
    ...renderModules(framework.modules ?? "src/", choices),
    ".env": renderEnv(choices, makeSecret),
    ".env.example": renderEnv(choices, () => ""),
    ".gitignore": `${[...IGNORED, ...framework.ignored ?? []].join("\n")}\n`,
    "README.md": renderReadme(name, choices, own),
  };
}

/** Renders the modules that an application that exists gets, too. */
export function renderModules(folder: string, choices: Choices): Files {
  const framework = toFramework(choices);
  const database = renderDatabase(choices, framework);
  return {
    [`${folder}${framework.file ?? "auth.ts"}`]: renderAuth(choices, framework),
    ...(database === null ? {} : { [`${folder}database.ts`]: database }),
  };
}

/** What no repository should have. */
export const IGNORED: readonly string[] = [
  "node_modules/",
  "dist/",
  ".env",
  "*.sqlite*",
];

/** Makes a secret. */
export function makeSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Renders the variables of an application. */
export function renderEnv(
  { database, providers }: Choices,
  secret: () => string,
): string {
  const parts = [
    `# Seals cookies. It is a secret; production needs another one.\nAUTH_SECRET=${secret()}\n`,
    `# The provider of the demo, which starts with the application. Remove these\n# lines when you have another one.\nAUTH_DEMO_ISSUER=http://localhost:4000\nAUTH_DEMO_ID=demo\nAUTH_DEMO_SECRET=${secret()}\n`,
    ...providers.map((id) => {
      const prefix = toPrefix(id);
      const path = prefix.slice("AUTH_".length).toLowerCase()
        .replaceAll("_", "-");
      return `# Register ${ORIGIN}/auth/callback/${path} as a redirect URI.\n${prefix}_ID=\n${prefix}_SECRET=\n`;
    }),
    ...(database === "postgres"
      ? ["DATABASE_URL=postgres://postgres@localhost:5432/postgres\n"]
      : []),
  ];
  return parts.join("\n");
}

/** Lists the packages that the choices need at run time, the library included. */
export function listPackages(choices: Choices): Packages {
  const { methods, database, library } = choices;
  return {
    "@latchkey/auth": library,
    ...(methods.includes("passkey")
      ? { "@simplewebauthn/server": "^14.0.0" }
      : {}),
    ...(database === "postgres" ? { pg: "^8.23.0" } : {}),
  };
}

function renderManifest(name: string, choices: Choices): string {
  const { node, packages, devPackages, scripts } = toFramework(choices);
  const types: Record<string, string> = choices.database === "postgres"
    ? { "@types/pg": "^8.23.0" }
    : {};
  const manifest = {
    name: toPackageName(name),
    private: true,
    type: "module",
    engines: {
      node: node ?? (choices.database === "sqlite" ? ">=22.13" : ">=20.19"),
    },
    scripts,
    dependencies: sort({ ...packages, ...listPackages(choices) }),
    devDependencies: sort({ ...devPackages, ...types }),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function toPackageName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "");
  return plain === "" ? "app" : plain;
}

function sort(packages: Packages): Packages {
  const entries = Object.entries(packages);
  return Object.fromEntries(entries.sort(([a], [b]) => a < b ? -1 : 1));
}

function renderReadme(name: string, choices: Choices, own: Files): string {
  const framework = toFramework(choices);
  const { modules = "src/", file = "auth.ts", pages = "src/app.ts" } =
    framework;
  const isDeno = "deno.json" in own;
  const dev = isDeno ? "deno task dev" : "npm run dev";
  const test = isDeno ? "deno task test" : "npm test";
  const start = isDeno ? "deno task start" : "npm start";
  const secret = `${
    isDeno ? "deno run jsr:@latchkey/cli" : "npx @latchkey/cli"
  } secret`;
  const tests = "src/app.test.ts" in own
    ? `\n- \`src/app.test.ts\`: tests whose users are signed in at once (\`${test}\`)`
    : "";
  const mail = sendsMail(choices)
    ? `\nMails are printed in the terminal until \`${modules}${file}\` names a service.\n`
    : "";
  return `# ${name}

${framework.name} with sign-in by [Latchkey](https://www.npmjs.com/package/@latchkey/auth).

\`\`\`sh
${isDeno ? "" : "npm install\n"}${dev}
\`\`\`

Open <${ORIGIN}>, sign in with "Demo", and choose a person: that provider runs on
your machine. Other providers are listed once their variables are in \`.env\`.
${mail}
- \`${modules}${file}\`: how people sign in
- \`${pages}\`: the pages${tests}

In a fresh clone, run \`cp .env.example .env\`, and set \`AUTH_SECRET\` and
\`AUTH_DEMO_SECRET\` to what \`${secret}\` prints.

In production, set \`NODE_ENV=production\`, \`AUTH_URL\` to the public address, and
\`AUTH_SECRET\` to a new secret. \`${start}\` needs no \`.env\`.
`;
}
