/**
 * Variables of the environment that have another name here.
 *
 * @module
 */

import type { App } from "../read/app.ts";
import { PROVIDERS } from "./catalogue.ts";
import type { Found } from "./libraries.ts";
import { lookUp } from "./look_up.ts";
import type { Finding, Verdict } from "../report.ts";

type Fact = readonly [verdict: Verdict, change: string];

/** Variables of Auth.js and next-auth. */
const FAMILY: Readonly<Record<string, Fact>> = {
  AUTH_SECRET: [
    "same",
    "It needs 32 characters. Move a shorter one to another name, for the bridge only: `fromAuthJs({ secret, allowShortSecret: true })`.",
  ],
  AUTH_URL: [
    "same",
    "It names the origin and the path, and wins over headers.",
  ],
  AUTH_TRUST_HOST: ["same", "`false` and `0` mean no here."],
  AUTH_REDIRECT_PROXY_URL: ["same", ""],
  NEXTAUTH_SECRET: [
    "change",
    "AUTH_SECRET, with at least 32 characters. Keep the old one for the bridge until `acceptUntil`; if it is shorter, add `allowShortSecret: true`.",
  ],
  NEXTAUTH_URL: ["change", "AUTH_URL"],
  NEXTAUTH_URL_INTERNAL: ["change", "Remove it: none is needed."],
};

const OTHERS: Readonly<Record<string, Readonly<Record<string, Fact>>>> = {
  "express-openid-connect": {
    SECRET: ["change", "The secret of the bridge; AUTH_SECRET is a new one."],
    ISSUER_BASE_URL: ["change", "AUTH_OIDC_ISSUER"],
    BASE_URL: ["change", "AUTH_URL"],
    CLIENT_ID: ["change", "AUTH_OIDC_ID"],
    CLIENT_SECRET: ["change", "AUTH_OIDC_SECRET"],
  },
  "better-auth": {
    BETTER_AUTH_SECRET: [
      "change",
      "The secret of the bridge; AUTH_SECRET is a new one.",
    ],
    BETTER_AUTH_SECRETS: [
      "change",
      "The secrets of the bridge, newest first; AUTH_SECRET is a new one.",
    ],
    BETTER_AUTH_URL: ["change", "AUTH_URL"],
  },
};

/** Finds the variables that matter for the move, by their names only. */
export function findVariables(app: App, found: readonly Found[]): Finding[] {
  return [...app.variables]
    .sort(([a], [b]) => a < b ? -1 : 1)
    .flatMap(([name, files]): Finding[] => {
      const fact = toFact(name, found);
      if (fact === null) return [];
      const [verdict, change] = fact;
      return [{
        kind: "variable",
        name,
        verdict,
        change,
        evidence: "name",
        files,
      }];
    });
}

function toFact(name: string, found: readonly Found[]): Fact | null {
  const isFamily = found.some(({ library }) => library.isFamily);
  for (const { library: { id } } of found) {
    const fact = lookUp(lookUp(OTHERS, id) ?? {}, name);
    if (fact !== undefined) return fact;
  }
  const known = isFamily ? lookUp(FAMILY, name) : undefined;
  if (known !== undefined) return known;
  if (isFamily && isKept(name)) return ["same", ""];
  return toProviderVariable(name);
}

/** Whether a variable of Auth.js has the same name here: those of a provider, and old secrets. */
function isKept(name: string): boolean {
  return /^AUTH_SECRET_[1-3]$/.test(name) ||
    /^AUTH_[A-Z0-9_]{1,40}_(?:ID|SECRET|ISSUER|KEY)$/.test(name);
}

/** Names such as GITHUB_ID and GOOGLE_CLIENT_SECRET, which applications chose themselves. */
function toProviderVariable(name: string): Fact | null {
  const [, prefix = "", part] =
    /^([A-Z0-9_]{1,40}?)_(?:CLIENT_)?(ID|SECRET|ISSUER)$/.exec(name) ?? [];
  const id = prefix.toLowerCase().replaceAll("_", "-");
  if (part === undefined || !PROVIDERS.includes(id)) return null;
  return ["change", `AUTH_${prefix}_${part}, or pass it to the provider`];
}
