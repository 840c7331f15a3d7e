/**
 * Finds the providers of an application and their counterparts in the
 * catalogue.
 *
 * @module
 */

import type { App, Source } from "../read/app.ts";
import { PROVIDERS } from "./catalogue.ts";
import { findNextAuth, type Found } from "./libraries.ts";
import { lookUp } from "./look_up.ts";
import type { Finding } from "../report.ts";
import { hasName, listKeys } from "../read/source_text.ts";
import { toPlace } from "./storage.ts";

type Fact = Pick<Finding, "name" | "verdict" | "change">;

/** Names of other libraries for providers of the catalogue. */
const RENAMED: Readonly<Record<string, string>> = {
  // next-auth 4
  email: "nodemailer",
  // Passport's strategies
  google_oauth20: "google",
  google_oauth2: "google",
  github2: "github",
  gitlab2: "gitlab",
  linkedin_oauth2: "linkedin",
  spotify_oauth: "spotify",
  "azure_ad_oauth2": "microsoft-entra-id",
  openidconnect: "oidc",
  local: "credentials",
  magic_login: "nodemailer",
  fido2_webauthn: "passkey",
};

/** Strategies and providers that have no counterpart, and the reason. */
const MISSING: Readonly<Record<string, string>> = {
  jwt:
    "Bearer tokens of an API are not a sign-in: keep this strategy for the API.",
  http_bearer:
    "Bearer tokens of an API are not a sign-in: keep this strategy for the API.",
  http:
    "Bearer tokens of an API are not a sign-in: keep this strategy for the API.",
  saml:
    "There is no SAML: put an OpenID Connect server such as `ory-polis` in front.",
  ldapauth:
    "There is no LDAP: ask the server in `authorize` of a credentials provider.",
  oauth2:
    "Write a definition with `defineOAuth` of `@latchkey/auth/providers`.",
};

/** Providers whose accounts are stored under another value. */
const OTHER_ACCOUNT_ID: Readonly<Record<string, string>> = {
  salesforce: "the user id instead of the URL in `sub`",
  instagram: "another number, `user_id`",
  pinterest: "`id` where there is one, instead of the user name",
};

/** Finds the providers that an application uses. */
export function findProviders(app: App, found: readonly Found[]): Finding[] {
  return found.flatMap(({ library, used }) => {
    if (library.isFamily) return findImported(app, library.packages);
    if (library.id === "passport") return findStrategies(app);
    const sources = app.sources.filter(({ path }) => used.files.includes(path));
    if (library.id === "better-auth") return findSocial(sources);
    return library.id === "express-openid-connect" ? [toOidc(sources)] : [];
  });
}

/** Providers that are imported, one module each, as in Auth.js. */
function findImported(app: App, packages: readonly string[]): Finding[] {
  const byId = new Map<string, string[]>();
  for (const { path, imports } of app.sources) {
    for (const specifier of imports) {
      const [, name = "", id] = /^(.{1,40})\/providers\/([\w-]+)(?:\.js)?$/
        .exec(specifier) ?? [];
      if (id === undefined || !packages.includes(name)) continue;
      byId.set(id, [...byId.get(id) ?? [], path]);
    }
  }
  const isFour = packages.includes("next-auth") &&
    findNextAuth(app.dependencies) === 4;
  return [...byId].sort(byName).map(([id, files]) => ({
    kind: "provider",
    ...(isFour && id === "twitter" ? TWITTER : toFamilyProvider(id)),
    evidence: "import",
    files,
  }));
}

const TWITTER: Fact = {
  name: "twitter",
  verdict: "person",
  change:
    'next-auth 4 used OAuth 1 unless `version: "2.0"` was set. `@latchkey/auth/providers/twitter` uses OAuth 2: register such a client.',
};

function toFamilyProvider(id: string): Fact {
  if (id === "azure-ad") {
    return {
      name: id,
      verdict: "person",
      change:
        'Its id is `microsoft-entra-id` here: pass `id: "azure-ad"` if accounts and the callback URL have the old one.',
    };
  }
  const other = lookUp(OTHER_ACCOUNT_ID, id);
  if (other !== undefined) {
    return {
      name: id,
      verdict: "person",
      change:
        `\`@latchkey/auth/providers/${id}\`, with another account id: ${other}. Change stored accounts first.`,
    };
  }
  return toKnown(id, lookUp(RENAMED, id) ?? id);
}

function toKnown(name: string, id: string): Fact {
  if (PROVIDERS.includes(id)) {
    const change = `\`@latchkey/auth/providers/${id}\``;
    return { name, verdict: name === id ? "same" : "change", change };
  }
  return {
    name,
    verdict: "person",
    change:
      "It is not in the catalogue: write a definition with `defineOidc` or `defineOAuth` of `@latchkey/auth/providers`.",
  };
}

/** Passport's strategies: one package each. */
function findStrategies(app: App): Finding[] {
  const imported = app.sources.flatMap(({ imports }) => imports);
  const names = new Set([...Object.keys(app.dependencies), ...imported]);
  return [...names].sort().flatMap((name): Finding[] => {
    const [, strategy] = /^(?:@[\w-]+\/)?passport-([\w-]{1,40})$/.exec(name) ??
      [];
    if (strategy === undefined) return [];
    const fact = toStrategy(name, strategy);
    return [{ kind: "provider", ...fact, ...toPlace(app, name) }];
  });
}

function toStrategy(name: string, strategy: string): Fact {
  const key = strategy.replaceAll("-", "_");
  const missing = lookUp(MISSING, key);
  if (missing !== undefined) {
    return { name, verdict: "person", change: missing };
  }
  const id = lookUp(RENAMED, key) ?? strategy;
  const known = toKnown(name, id);
  if (id === "credentials") {
    const change =
      "`@latchkey/auth/providers/credentials`: the body of the strategy becomes `authorize`. Old password hashes: docs/migrate/passwords.md.";
    return { name, verdict: "person", change };
  }
  if (id !== "twitter") return known;
  const change =
    "Passport's strategy uses OAuth 1. `@latchkey/auth/providers/twitter` uses OAuth 2: register such a client.";
  return { name, verdict: "person", change };
}

/** Better Auth's providers: keys of one option. */
function findSocial(sources: readonly Source[]): Finding[] {
  const byId = new Map<string, string[]>();
  for (const { path, code } of sources) {
    for (const id of listKeys(code, "socialProviders")) {
      byId.set(id, [...byId.get(id) ?? [], path]);
    }
    if (hasName(code, "emailAndPassword")) {
      byId.set("emailAndPassword", [path]);
    }
  }
  return [...byId].sort(byName).map(([id, files]) => ({
    kind: "provider",
    ...(id === "emailAndPassword"
      ? PASSWORDS
      : id === "microsoft"
      ? MICROSOFT
      : toKnown(id, id)),
    evidence: "name",
    files,
  }));
}

const PASSWORDS: Fact = {
  name: "emailAndPassword",
  verdict: "person",
  change:
    "`@latchkey/auth/providers/credentials` with `verifyPassword`, which knows the old hashes: docs/migrate/passwords.md.",
};

const MICROSOFT: Fact = {
  name: "microsoft",
  verdict: "person",
  change:
    "`@latchkey/auth/providers/microsoft-entra-id` keeps accounts by `sub`, not by `oid`: change stored accounts first.",
};

/** The one provider of express-openid-connect. */
function toOidc(sources: readonly Source[]): Finding {
  return {
    kind: "provider",
    name: "issuerBaseURL",
    verdict: "person",
    change:
      "`@latchkey/auth/providers/oidc` with AUTH_OIDC_ISSUER, AUTH_OIDC_ID and AUTH_OIDC_SECRET, or the entry of your provider, such as `auth0` or `okta`.",
    evidence: "import",
    files: sources.map(({ path }) => path),
  };
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
