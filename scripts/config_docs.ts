/**
 * Makes the reference of the options from their doc comments. `deno doc` makes
 * HTML of them, and knows neither defaults nor variables.
 *
 * @module
 */

import { deno, root } from "./command.ts";

/**
 * A file with option types: each interface that it exports, except those named
 * in `except`.
 */
interface Source {
  readonly file: string;
  readonly title: string;
  readonly intro: string;
  readonly except?: readonly string[];
  /** Only these interfaces, for files that are mostly about something else. */
  readonly only?: readonly string[];
  /** Files with interfaces without a section, whose members an heir shows. */
  readonly parents?: readonly string[];
}

const sources: readonly Source[] = [
  {
    file: "core/config/config.ts",
    title: "The configuration",
    intro:
      "`createAuth`, `Auth` and `ServerAuth` take an `AuthConfig`, or a function that gives one for a request.",
    except: ["JWTEncodeParams", "JWTDecodeParams"],
  },
  {
    file: "core/config/session_options.ts",
    title: "Sessions",
    intro:
      "Sessions of the library that you used before stay alive: [migrate](migrate/README.md).",
  },
  {
    file: "core/config/token_options.ts",
    title: "Tokens of providers",
    intro: "[Calling a provider's API](tokens.md) has examples.",
  },
  {
    file: "core/config/personal_token_options.ts",
    title: "Personal tokens",
    intro: "[Personal tokens](personal-tokens.md) has examples.",
  },
  {
    file: "core/config/pages/own_pages.ts",
    title: "Pages of your own",
    intro: "[The built-in pages](pages.md) has recipes.",
  },
  {
    file: "core/config/callbacks.ts",
    title: "Callbacks and events",
    intro: "Callbacks that the library calls, and events that it emits.",
    except: ["SignInFailure"],
    parents: [
      "core/config/account_events.ts",
      "core/config/factor_events.ts",
      "core/config/passkey_events.ts",
      "core/config/password_events.ts",
      "core/config/personal_token_events.ts",
      "core/config/management_events.ts",
    ],
  },
  {
    file: "core/config/audit_options.ts",
    title: "The audit trail",
    intro:
      "[The audit trail](audit.md) has the records, and what happens while a sink is down.",
    only: ["AuditOptions"],
  },
  {
    file: "core/config/limit_rules.ts",
    title: "Limits",
    intro: "How they count, and why these numbers: [limits.md](limits.md).",
    except: ["LimitRule"],
  },
  {
    file: "core/http/cookie_policy.ts",
    title: "Cookies",
    intro: "Attributes of one cookie of `CookieOptions` that you can change.",
    only: ["CookieOverride", "CookieAttributes"],
  },
  {
    file: "core/providers/provider.ts",
    title: "Providers",
    intro: "Options that all provider types share.",
    except: ["AppProvider", "Identity"],
  },
  {
    file: "core/providers/credentials_provider.ts",
    title: "Credentials",
    intro:
      "`Credentials` of `@latchkey/auth/providers/credentials` makes a `CredentialsConfig`.",
    except: ["ResolvedCredentials"],
  },
  {
    file: "core/providers/password_provider.ts",
    title: "Passwords",
    intro:
      "What `Password` of `@latchkey/auth/providers/password` takes; [passwords.md](passwords.md) says what it does.",
    only: ["PasswordOptions"],
  },
  {
    file: "core/providers/password_rules.ts",
    title: "Rules and hashes of passwords",
    intro:
      "`Password` of `@latchkey/auth/providers/password` takes these as well. [passwords.md](passwords.md) says how they work.",
    except: ["ResolvedRules", "BreachService"],
  },
  {
    file: "core/providers/oauth/oauth_config.ts",
    title: "OAuth and OpenID Connect",
    intro:
      "`<ID>` in a variable is the provider's id in capitals, with `_` for `-`: `AUTH_MY_OP_ID` for `my-op`. An `OAuth2Config` and an `OIDCConfig` have all that `OAuthOptions` and `CommonProviderOptions` have.",
    except: ["SignInChecks"],
  },
  {
    file: "core/providers/webauthn_provider.ts",
    title: "Passkeys",
    intro:
      "What `Passkey` and `WebAuthn` take; [passkeys.md](passkeys.md) says what they do.",
    except: ["ResolvedWebAuthn", "WebAuthnRequest", "WebAuthnUserInfo"],
  },
  {
    file: "core/providers/email_provider.ts",
    title: "E-mail",
    intro:
      "A provider that sends a link and a code. [Signing in by mail](email.md) says how they work.",
    only: ["EmailConfig"],
  },
];

/** The options that open their chapter; the others follow in source order. */
const first = [
  "AuthConfig",
  "CredentialsConfig",
  "OAuth2Config",
  "OIDCConfig",
  "OAuthOptions",
];

interface JsDoc {
  readonly doc?: string;
  readonly tags?: readonly { kind: string; doc?: string }[];
}
interface Property {
  readonly name: string;
  readonly computed?: boolean;
  readonly optional?: boolean;
  readonly jsDoc?: JsDoc;
  readonly location: Place;
}
/**
 * The place of a declaration: an interface may be declared in a file other than
 * the one that exports it.
 */
interface Place {
  readonly filename: string;
  readonly line: number;
  readonly col: number;
}
/** Sources by their URL. */
type Texts = ReadonlyMap<string, string>;
export interface Declaration {
  readonly kind: string;
  readonly declarationKind: string;
  readonly jsDoc?: JsDoc;
  readonly def: {
    readonly properties?: readonly Property[];
    readonly extends?: readonly { readonly repr: string }[];
  };
}
/** The declarations of interfaces without a section, by their name. */
type Parents = ReadonlyMap<string, readonly Declaration[]>;
interface DocModule {
  readonly symbols: readonly {
    readonly name: string;
    readonly declarations: readonly Declaration[];
  }[];
}

/** Generates the reference of all options from the doc comments. */
export async function makeConfigDocs(): Promise<string> {
  const files = sources.flatMap(({ file, parents = [] }) => [file, ...parents])
    .map((file) => `${root}${file}`);
  const { nodes }: { nodes: Record<string, DocModule> } = JSON.parse(
    await deno("doc", "--quiet", "--json", ...files),
  );
  const texts = await readTexts(Object.values(nodes));
  const find = (file: string) => {
    const module = Object.entries(nodes)
      .find(([name]) => name.endsWith(`/${file}`))?.[1];
    if (module === undefined) throw new Error(`${file} has no docs`);
    return module;
  };
  const parents = new Map(
    sources.flatMap(({ parents = [] }) => parents)
      .flatMap((file) => find(file).symbols)
      .map(({ name, declarations }) => [name, declarations]),
  );
  const chapters = sources.map((source) =>
    toChapter(source, find(source.file), { texts, parents })
  );
  return await formatMarkdown([head, ...chapters].join("\n\n"));
}

/**
 * Returns the properties of an interface, and those that it has of interfaces
 * without a section.
 */
export function toProperties(
  declarations: readonly Declaration[],
  parents: Parents,
): readonly Property[] {
  return declarations.flatMap(({ def }) => [
    ...def.properties ?? [],
    ...(def.extends ?? []).flatMap(({ repr }) =>
      toProperties(parents.get(repr) ?? [], parents)
    ),
  ]);
}

async function readTexts(modules: readonly DocModule[]): Promise<Texts> {
  const texts = new Map<string, string>();
  const properties = modules.flatMap(({ symbols }) => symbols)
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ def }) => def.properties ?? []);
  for (const { location: { filename } } of properties) {
    if (texts.has(filename) || !filename.startsWith("file:")) continue;
    texts.set(filename, await Deno.readTextFile(new URL(filename)));
  }
  return texts;
}

const head = `# Options

<!-- Made from the doc comments by \`deno task sync:docs\`: change them there. -->

Every option, with its type, what it is if you leave it out, and the environment
variable that is read where the option is not set.`;

/** What rows are made of beside the declarations. */
interface Material {
  readonly texts: Texts;
  readonly parents: Parents;
}

function toChapter(
  source: Source,
  module: DocModule,
  material: Material,
): string {
  const { title, intro, except, only } = source;
  const types = module.symbols.filter(({ name, declarations }) =>
    declarations.some((one) =>
      one.kind === "interface" && one.declarationKind === "export"
    ) && !except?.includes(name) && (only?.includes(name) ?? true)
  );
  const rank = (name: string) => (first.indexOf(name) + 1) || first.length + 1;
  const sorted = types.toSorted((a, b) => rank(a.name) - rank(b.name));
  return [
    `## ${title}`,
    intro,
    ...sorted.map(({ name, declarations }) =>
      toSection(name, declarations, material)
    ),
  ].join("\n\n");
}

function toSection(
  name: string,
  declarations: readonly Declaration[],
  { texts, parents }: Material,
): string {
  const rows = toProperties(declarations, parents)
    .map((property) => toRow(property, texts));
  const [{ jsDoc } = {}] = declarations;
  const head = `| option | type | default | variable | what |
| --- | --- | --- | --- | --- |`;
  const table = [head, ...rows].join("\n");
  return [`### ${name}`, toProse(jsDoc?.doc ?? ""), table].join("\n\n");
}

function toRow(property: Property, texts: Texts): string {
  const { name, computed, optional, jsDoc, location } = property;
  const { what, standard, variables } = readComment(jsDoc?.doc ?? "");
  const text = texts.get(location.filename) ?? "";
  const deprecated = jsDoc?.tags?.find(({ kind }) => kind === "deprecated");
  const cells = [
    computed ? `\`[${name}]\`` : `\`${name}\``,
    `\`${readType(text, location)}\``,
    optional === true ? standard : "required",
    variables.map((one) => `\`${one}\``).join(", "),
    deprecated === undefined ? what : `Deprecated: ${deprecated.doc ?? ""}.`,
  ];
  const escaped = cells.map((cell) => cell.replaceAll("|", "\\|"));
  return `| ${escaped.join(" | ")} |`;
}

/** The parts of an option's comment. */
export interface OptionComment {
  readonly what: string;
  readonly standard: string;
  readonly variables: readonly string[];
}

/**
 * Splits a comment: the sentence that begins with "Default" is the default, the
 * rest is the description.
 */
export function readComment(doc: string): OptionComment {
  const prose = toProse(doc);
  const sentences = prose.split(/(?<=\.)\s+(?=[A-Z`])/);
  const isDefault = (sentence: string) => /^Default\b/.test(sentence);
  const standard = sentences.filter(isDefault)
    .map((one) => one.replace(/^Default:?\s*/, "").replace(/\.$/, ""));
  const variables = prose.match(/\bAUTH_(?:<ID>_)?[A-Z0-9_]+/g) ?? [];
  return {
    what: sentences.filter((one) => !isDefault(one)).join(" "),
    standard: standard.join("; "),
    variables: [...new Set(variables)],
  };
}

function toProse(doc: string): string {
  return doc.replace(/\{@link ([^}]+)\}/g, "`$1`").replace(/\s+/g, " ").trim();
}

/**
 * Returns the type of a property as written in the source, without parts that
 * only the compiler needs.
 */
export function readType(
  text: string,
  { line, col }: { readonly line: number; readonly col: number },
): string {
  const rest = text.split("\n").slice(line - 1).join("\n").slice(col)
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const declaration = rest.slice(0, findEnd(rest));
  const type = declaration.slice(declaration.indexOf(":") + 1)
    .replace(/\s+/g, " ").trim()
    .replace(/^\| /, "").replace(/ ?\| undefined$/, "")
    .replace(/^\((\(.*\) => .*)\)$/, "$1");
  return shorten(type);
}

/** Finds the semicolon that ends a member, outside of all brackets. */
function findEnd(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character === ";" && depth === 0) return i;
  }
  throw new Error(`No end of a member: ${text.slice(0, 60)}`);
}

/** Shortens an object type, whose members would not fit into a table. */
function shorten(type: string): string {
  const short = type.replace(/\{[^{}]*\}/g, "…");
  return short === type ? type.replaceAll("…", "{…}") : shorten(short);
}

/** Formats like `deno fmt`, so that the format check passes. */
export function formatMarkdown(markdown: string): Promise<string> {
  return format(`${markdown}\n`, ".md");
}

/** Formats a file with this ending of its name. */
export async function format(text: string, suffix: string): Promise<string> {
  const file = await Deno.makeTempFile({ suffix });
  try {
    await Deno.writeTextFile(file, text);
    await deno("fmt", "--quiet", "--no-config", file);
    return await Deno.readTextFile(file);
  } finally {
    await Deno.remove(file);
  }
}
