/**
 * The options of a bridge, written from those of the old configuration. What
 * only its author can write is the name `TODO`, which no program defines: the
 * new file does not start, or compile, until it is replaced.
 *
 * @module
 */

import type { App } from "../read/app.ts";
import {
  findObjectWith,
  type Members,
  readObject,
  toPortable,
} from "../read/objects.ts";
import { hasName } from "../read/source_text.ts";
import {
  ask,
  type BridgeOption,
  type Old,
  toSecretOptions,
} from "./bridge_secret.ts";
import type { Library } from "./libraries.ts";
import { lookUp } from "./look_up.ts";

const NO_MEMBERS: Members = new Map();

/** Returns the options of a library's bridge. */
export function toBridgeOptions(
  library: Library,
  app: App,
  files: readonly string[],
): readonly BridgeOption[] {
  const code = app.sources.filter(({ path }) => files.includes(path))
    .map((source) => source.code).join("\n");
  const config = findConfig(code, library);
  const variables = new Set(app.variables.keys());
  const old = { library, code, config: config ?? NO_MEMBERS, variables };
  const isOpen = config === null || config.has("...");
  const further = isOpen && !library.isFamily
    ? [{
      code: "...TODO,",
      note:
        "Not all of the old options were found: copy those that the bridge knows.",
    }]
    : [];
  return [
    ...toSecretOptions(old),
    ...library.isFamily
      ? toCookieName(old)
      : lookUp(OTHERS, library.id)?.(old) ?? [],
    ...further,
  ];
}

/** Finds the old configuration: the object literal with most of its usual keys. */
function findConfig(code: string, { bridge }: Library): Members | null {
  const { option, besides } = bridge.secret;
  const keys = [option, ...besides];
  const count = (members: Members) =>
    keys.filter((key) => members.has(key)).length;
  const found = keys.flatMap((key) => findObjectWith(code, key) ?? []);
  return found.sort((a, b) => count(b) - count(a))[0] ?? null;
}

/** The name that the Auth.js family gave its cookie, if it is not the usual one. */
function toCookieName({ code }: Old): BridgeOption[] {
  const cookie = findObjectWith(code, "sessionToken")?.get("sessionToken");
  const name = toObject(cookie).get("name");
  return name === undefined
    ? []
    : copy(new Map([["cookieName", name]]), "cookieName");
}

/** The options besides the secret, by the library's id. */
const OTHERS: Readonly<Record<string, (old: Old) => BridgeOption[]>> = {
  "express-openid-connect": (old) => {
    const session = toObject(old.config.get("session"));
    return [
      {
        code: 'provider: "oidc",',
        note:
          "AUTH_OIDC_ISSUER has to be exactly the `iss` of the old ID tokens.",
      },
      ...[
        "name",
        "rolling",
        "rollingDuration",
        "absoluteDuration",
        "signSessionStoreCookie",
        "requireSignedSessionStoreCookie",
      ].flatMap((key) => copy(session, key)),
      ...session.has("store") ? [ask("store", STORE)] : [],
      ...copyParts(session, "cookie", [...ATTRIBUTES, "transient"]),
      ...hasName(old.code, "backchannelLogout")
        ? [ask("logoutStore", "The store of `backchannelLogout`.")]
        : [],
      ...session.has("...") ? [ask("...", "What `session` spreads.")] : [],
    ];
  },
  passport: (old) => [
    ...toRows(old),
    ...hasName(old.code, "serializeUser")
      ? [ask(
        "deserializeUser",
        "Your `deserializeUser`, with a promise in place of its callback.",
      )]
      : [],
  ],
  "express-session": (old) => [...toRows(old), USER],
  "iron-session": ({ config }) => [
    ...copyOrAsk(config, "cookieName"),
    ...copy(config, "ttl"),
    ...copyParts(config, "cookieOptions", [...ATTRIBUTES, "maxAge"]),
    USER,
  ],
  "better-auth": ({ config }) => {
    const advanced = toObject(config.get("advanced"));
    const session = toObject(config.get("session"));
    const domains = toObject(advanced.get("crossSubDomainCookies"));
    const cache = toObject(session.get("cookieCache"));
    const isStateless = !config.has("database") &&
      !config.has("secondaryStorage");
    return [
      ...config.has("database") ? [ask("database", DATABASE)] : [],
      ...config.has("secondaryStorage")
        ? [ask("secondaryStorage", "The old `secondaryStorage`.")]
        : [],
      ...isStateless ? [ask("userId", USER_ID)] : [],
      ...copy(advanced, "cookiePrefix"),
      ...copy(advanced, "cookies"),
      ...copy(domains, "domain"),
      ...isStateless ? copy(cache, "version") : [],
      ...["session", "user"].flatMap((key) =>
        copyParts(config, key, ["modelName", "fields"])
      ),
      ...advanced.has("...") ? [ask("...", "What `advanced` spreads.")] : [],
    ];
  },
};

const ATTRIBUTES = ["domain", "path", "secure"];
const STORE = "The same store as in the old configuration.";
const DATABASE =
  "The client of PostgreSQL or SQLite, or two functions: docs/migrate/better-auth.md.";
const USER_ID =
  "A function that returns the user's id in your tables: Better Auth without a database makes up an id at each sign-in.";
const USER: BridgeOption = {
  code: "user: TODO,",
  note:
    "For example ({ userId }) => userId === undefined ? null : { id: userId }.",
};

/** The options of both bridges over express-session. */
function toRows({ config }: Old): BridgeOption[] {
  return [
    ask(
      "store",
      config.has("store")
        ? STORE
        : "The old store. A memory store ends with its process: leave out the bridge then.",
    ),
    ...copy(config, "name"),
    ...copyParts(config, "cookie", ATTRIBUTES),
  ];
}

function copyOrAsk(members: Members, key: string): BridgeOption[] {
  const found = copy(members, key);
  return found.length > 0 ? found : [ask(key, `The old \`${key}\`.`)];
}

/** Copies an option; none if it was not set. */
function copy(members: Members, key: string): BridgeOption[] {
  const value = members.get(key);
  if (value === undefined) return [];
  const code = toPortable(value);
  return code === null
    ? [ask(key, `The old \`${key}\`.`)]
    : [{ code: `${key}: ${code},` }];
}

/** Copies those parts of an option that the bridge needs. */
function copyParts(
  members: Members,
  key: string,
  parts: readonly string[],
): BridgeOption[] {
  const value = members.get(key);
  if (value === undefined) return [];
  const all = toObject(value);
  if (!value.startsWith("{") || all.has("...")) {
    return [ask(key, `Of the old \`${key}\`: ${parts.join(", ")}.`)];
  }
  const copied = parts.flatMap((part) => copy(all, part));
  if (copied.length === 0) return [];
  const code = copied.map((one) => one.code).join(" ").slice(0, -1);
  const note = copied.find((one) => one.note !== undefined)?.note;
  return [{ code: `${key}: { ${code} },`, note }];
}

function toObject(value: string | undefined): Members {
  return value?.startsWith("{") ? readObject(value) : NO_MEMBERS;
}
