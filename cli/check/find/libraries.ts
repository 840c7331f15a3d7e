/**
 * The libraries that an application can move from, and how each is recognised.
 *
 * @module
 */

import type { App } from "../read/app.ts";
import type { UsedLibrary } from "../report.ts";

/** The secret of the old configuration. */
export interface OldSecret {
  readonly option: string;
  /** Options beside it, by which the configuration is found if it has no secret. */
  readonly besides: readonly string[];
  /** The variables that usually contain it. */
  readonly variables: readonly string[];
}

/** The code that accepts the sessions of a library. */
export interface Bridge {
  /** The module that exports it. */
  readonly module: string;
  /** The name of the function. */
  readonly name: string;
  /** The old secret. */
  readonly secret: OldSecret;
  /** The old lifetime of sessions in days, for `acceptUntil`. */
  readonly days: number;
}

/** A library, and the packages that belong to it. */
export interface Library {
  readonly id: string;
  readonly name: string;
  readonly packages: readonly string[];
  readonly page: string;
  readonly bridge: Bridge;
  /** Whether its imports can be replaced by name. */
  readonly isFamily: boolean;
}

const PAGES = "docs/migrate";

const authjs: Bridge = {
  module: "@latchkey/auth/migrate/authjs",
  name: "fromAuthJs",
  secret: {
    option: "secret",
    besides: ["providers"],
    variables: ["AUTH_SECRET", "NEXTAUTH_SECRET"],
  },
  days: 30,
};

const family = {
  page: `${PAGES}/auth-js.md`,
  bridge: authjs,
  isFamily: true,
};

/** All libraries, in the order in which they are reported. */
const LIBRARIES: readonly Library[] = [
  {
    id: "auth-express",
    name: "@auth/express",
    packages: ["@auth/express"],
    ...family,
  },
  { id: "auth-qwik", name: "@auth/qwik", packages: ["@auth/qwik"], ...family },
  { id: "next-auth", name: "next-auth", packages: ["next-auth"], ...family },
  { id: "auth-core", name: "@auth/core", packages: ["@auth/core"], ...family },
  {
    id: "express-openid-connect",
    name: "express-openid-connect",
    packages: ["express-openid-connect"],
    page: `${PAGES}/express-openid-connect.md`,
    bridge: {
      module: "@latchkey/auth/migrate/express-openid-connect",
      name: "fromExpressOpenidConnect",
      secret: {
        option: "secret",
        besides: ["authRequired", "baseURL", "clientID", "issuerBaseURL"],
        variables: ["SECRET"],
      },
      days: 7,
    },
    isFamily: false,
  },
  {
    id: "passport",
    name: "passport",
    packages: ["passport"],
    page: `${PAGES}/passport.md`,
    bridge: {
      module: "@latchkey/auth/migrate/passport",
      name: "fromPassport",
      secret: {
        option: "secret",
        besides: ["store", "resave", "saveUninitialized"],
        variables: ["SESSION_SECRET"],
      },
      days: 30,
    },
    isFamily: false,
  },
  {
    id: "express-session",
    name: "express-session",
    packages: ["express-session"],
    page: `${PAGES}/passport.md`,
    bridge: {
      module: "@latchkey/auth/migrate/express-session",
      name: "fromExpressSession",
      secret: {
        option: "secret",
        besides: ["store", "resave", "saveUninitialized"],
        variables: ["SESSION_SECRET"],
      },
      days: 30,
    },
    isFamily: false,
  },
  {
    id: "iron-session",
    name: "iron-session",
    packages: ["iron-session"],
    page: `${PAGES}/iron-session.md`,
    bridge: {
      module: "@latchkey/auth/migrate/iron-session",
      name: "fromIronSession",
      secret: {
        option: "password",
        besides: ["cookieName"],
        variables: ["SESSION_SECRET", "SECRET_COOKIE_PASSWORD"],
      },
      days: 14,
    },
    isFamily: false,
  },
  {
    id: "better-auth",
    name: "better-auth",
    packages: ["better-auth", "@better-auth/passkey"],
    page: `${PAGES}/better-auth.md`,
    bridge: {
      module: "@latchkey/auth/migrate/better-auth",
      name: "fromBetterAuth",
      secret: {
        option: "secret",
        besides: ["database", "emailAndPassword", "socialProviders"],
        variables: ["BETTER_AUTH_SECRET", "AUTH_SECRET"],
      },
      days: 7,
    },
    isFamily: false,
  },
];

/** Whether a specifier is a package or a part of it. */
export function isOf(specifier: string, packages: readonly string[]): boolean {
  return packages.some((name) =>
    specifier === name || specifier.startsWith(`${name}/`)
  );
}

/** A library that an application uses, and its row in the table. */
export interface Found {
  readonly library: Library;
  readonly used: UsedLibrary;
}

/** Finds the libraries that an application lists or imports. */
export function findLibraries(app: App): readonly Found[] {
  const found = LIBRARIES.flatMap((library) => {
    const listed = library.packages.filter((name) =>
      Object.hasOwn(app.dependencies, name)
    );
    const sources = app.sources.filter(({ imports }) =>
      imports.some((one) => isOf(one, library.packages))
    );
    if (listed.length === 0 && sources.length === 0) return [];
    const names = listed.length > 0 ? listed : library.packages.slice(0, 1);
    const used: UsedLibrary = {
      id: library.id,
      name: library.name + toGeneration(library, app.dependencies),
      packages: Object.fromEntries(
        names.map((name) => [name, app.dependencies[name] ?? null]),
      ),
      files: sources.map(({ path }) => path),
      page: library.page,
    };
    return [{ library, used }];
  });
  return withoutParts(found);
}

/** The major version of next-auth, which decides what its configuration means. */
function toGeneration(
  { id }: Library,
  dependencies: App["dependencies"],
): string {
  if (id !== "next-auth") return "";
  const generation = findNextAuth(dependencies);
  return generation === null ? "" : ` ${generation}`;
}

/** The major version of next-auth; null: not known. */
export function findNextAuth(dependencies: App["dependencies"]): 4 | 5 | null {
  const range = dependencies["next-auth"] ?? "";
  if (/^[\^~>=v\s]*4\b/.test(range)) return 4;
  return /^[\^~>=v\s]*5\b|^beta$/.test(range) ? 5 : null;
}

/**
 * Drops libraries that others bring along: @auth/core is below the frameworks,
 * and Passport keeps its sessions in express-session.
 */
function withoutParts(found: readonly Found[]): readonly Found[] {
  const has = (id: string) => found.some(({ library }) => library.id === id);
  const isPart = ({ library: { id }, used }: Found) =>
    id === "express-session" && has("passport") ||
    id === "auth-core" && used.files.length === 0 &&
      (has("auth-express") || has("auth-qwik") || has("next-auth"));
  return found.filter((one) => !isPart(one));
}
