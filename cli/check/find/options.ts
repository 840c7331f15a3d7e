/**
 * Options and functions of other libraries, found by their names in files that
 * import the library.
 *
 * @module
 */

import type { App, Source } from "../read/app.ts";
import { FORMER_OPTIONS, FORMER_PROVIDER_OPTIONS } from "./catalogue.ts";
import type { Found } from "./libraries.ts";
import type { Finding, Verdict } from "../report.ts";
import { hasName, listKeys } from "../read/source_text.ts";

type Row = readonly [name: string, verdict: Verdict, change: string];

/** Former options that a person has to decide about. */
const DECISIONS = ["callbacks.authorized", "requestTokenUrl"];

/** The options of Auth.js that the library itself names at the start. */
function toRows(options: Readonly<Record<string, string>>): readonly Row[] {
  return Object.entries(options).map(([name, change]): Row => [
    name,
    DECISIONS.includes(name) ? "person" : "change",
    `${change.charAt(0).toUpperCase()}${change.slice(1)}.`,
  ]);
}

/** Options of Auth.js and next-auth, by the path of the option. */
const FAMILY: readonly Row[] = [
  // A name without an object, such as `database`, says too little.
  ...toRows(FORMER_OPTIONS).filter(([path]) => path.includes(".")),
  ["cookies.pkceCodeVerifier", "change", "`cookies.attempt`"],
  ["cookies.state", "change", "`cookies.attempt`"],
  ["cookies.nonce", "change", "`cookies.attempt`"],
  ["cookies.callbackUrl", "change", "Remove it: there is no such cookie."],
  [
    "cookies.sessionToken",
    "person",
    "If it has a `name`, the bridge gets it as `cookieName`. Remove it here, or choose another: the old cookie stays beside the new one.",
  ],
  [
    "jwt.secret",
    "change",
    "It may stay; the bridge needs the old one as its `secret`, too.",
  ],
  [
    "jwt.encode",
    "person",
    "Remove it, unless others read your cookie: tokens need more claims here.",
  ],
  [
    "jwt.decode",
    "person",
    "Give it to the bridge, which opens the old cookies with it: `fromAuthJs({ secret, decode })`.",
  ],
  [
    "callbacks.jwt",
    "same",
    'It is also called with `trigger: "migrate"` for an accepted session.',
  ],
];

/** Options that only some providers had. */
const FAMILY_PROVIDERS: readonly Row[] = [
  // A parameter of the authorization is called `scope` here, too.
  ...toRows(FORMER_PROVIDER_OPTIONS).filter(([name]) => name !== "scope"),
  ["protection", "change", '`checks: ["pkce", "state"]`'],
  [
    "sendVerificationRequest",
    "same",
    "Links are valid for 10 minutes instead of 24 hours; `maxAge` changes that.",
  ],
];

/** Functions of next-auth that belong to React and Next.js. */
const nextAuth: readonly Row[] = [
  ["getServerSession", "person", "`auth.session(request)` of `createAuth`"],
  ["withAuth", "person", "`auth.require(request)` of `createAuth`"],
  [
    "useSession",
    "person",
    "Fetch `<base path>/session`; there are no React hooks.",
  ],
  ["SessionProvider", "person", "Remove it: there are no React hooks."],
];

/** Options of express-session that the bridge does not take. */
const ROWS: readonly Row[] = [
  [
    "maxAge",
    "change",
    "`session.maxAge` in seconds instead of milliseconds, and `acceptUntil` no earlier",
  ],
  ["rolling", "change", "Remove it: sessions that are in use are prolonged."],
];

/** Functions of the libraries, and options outside the family, by the library's id. */
const CODE: Readonly<Record<string, readonly Row[]>> = {
  "next-auth": nextAuth,
  "express-openid-connect": [
    [
      "authRequired",
      "person",
      "`app.use(auth.require())` after the auth routes",
    ],
    ["requiresAuth", "person", "`auth.require()`"],
    ["oidc", "person", "`res.locals.session`, set by `app.use(auth.session)`"],
    ["baseURL", "change", "AUTH_URL, or the option `origin`"],
    ["clientID", "change", "`clientId` of the provider"],
    [
      "authorizationParams",
      "change",
      "`authorization: { params }` of the provider",
    ],
    ["afterCallback", "person", "`callbacks.signIn` and `callbacks.jwt`"],
    ["attemptSilentLogin", "person", "There is no silent sign-in: remove it."],
    [
      "rollingDuration",
      "change",
      "`session.maxAge`, and `acceptUntil` no earlier",
    ],
    [
      "absoluteDuration",
      "change",
      "`session.absoluteMaxAge`, and `acceptUntil` no earlier",
    ],
    [
      "backchannelLogout",
      "person",
      "Remove it, and register `/auth/backchannel-logout/<id>` at the provider.",
    ],
    ["idpLogout", "person", "Compare `endSession` of the provider."],
  ],
  passport: [
    ...ROWS,
    [
      "serializeUser",
      "person",
      "The bridge turns what it stored into the user's id.",
    ],
    ["deserializeUser", "person", "`callbacks.session`, or an adapter"],
    ["authenticate", "person", "A link or a form to `/auth/signin/<id>`"],
    ["isAuthenticated", "person", "`auth.require()`, or `res.locals.session`"],
  ],
  "express-session": ROWS,
  "iron-session": [
    [
      "ttl",
      "change",
      "`session.maxAge`, and `acceptUntil` no earlier",
    ],
    [
      "getIronSession",
      "person",
      "`auth.session(request)`; data of your own goes into `callbacks.jwt`",
    ],
    ["sealData", "person", "It is not a session: keep iron-session for it."],
  ],
  "better-auth": [
    [
      "twoFactor",
      "person",
      "Users set up their app anew, with `Password()`: its secrets are not read. See docs/second-factor.md.",
    ],
    [
      "organization",
      "person",
      "There are no organisations: keep these tables in your own code.",
    ],
    [
      "admin",
      "person",
      "Roles are members of your users; banned users are not accepted by the bridge.",
    ],
    [
      "genericOAuth",
      "person",
      "`defineOidc` or `defineOAuth` of `@latchkey/auth/providers`, with the old `providerId` as `id`",
    ],
    [
      "tenantId",
      "person",
      "The `issuer` of the provider: for Microsoft, `https://login.microsoftonline.com/<tenant>/v2.0`",
    ],
    [
      "expiresIn",
      "change",
      "`session.maxAge`, and `acceptUntil` no earlier",
    ],
    ["magicLink", "change", "`@latchkey/auth/providers/nodemailer`"],
    ["passkey", "change", "`@latchkey/auth/providers/passkey`"],
    [
      "createAuthClient",
      "person",
      "Links and forms to `/auth/signin/<id>`; there is no client library.",
    ],
  ],
};

/** Finds the options of an application that have another place here. */
export function findOptions(app: App, found: readonly Found[]): Finding[] {
  // A file of the family may import two of its packages.
  const family = toSources(app, found.filter((one) => one.library.isFamily));
  return [
    ...findPaths(family, FAMILY),
    ...findNamed(family, FAMILY_PROVIDERS, "option"),
    ...found.flatMap((one) =>
      findNamed(toSources(app, [one]), CODE[one.library.id] ?? [], "code")
    ),
  ];
}

function toSources(app: App, found: readonly Found[]): readonly Source[] {
  const files = new Set(found.flatMap(({ used }) => used.files));
  return app.sources.filter(({ path }) => files.has(path));
}

function findNamed(
  sources: readonly Source[],
  rows: readonly Row[],
  kind: Finding["kind"],
): Finding[] {
  return rows.flatMap((row) => {
    const [name] = row;
    const files = sources.filter(({ code }) => hasName(code, name));
    return files.length === 0 ? [] : [toFinding(row, kind, files)];
  });
}

function findPaths(
  sources: readonly Source[],
  rows: readonly Row[],
): Finding[] {
  return rows.flatMap((row) => {
    const [object = "", key = ""] = row[0].split(".");
    const files = sources.filter(({ code }) =>
      listKeys(code, object).includes(key)
    );
    return files.length === 0 ? [] : [toFinding(row, "option", files)];
  });
}

function toFinding(
  [name, verdict, change]: Row,
  kind: Finding["kind"],
  sources: readonly Source[],
): Finding {
  const files = sources.map(({ path }) => path);
  return { kind, name, verdict, change, evidence: "name", files };
}
