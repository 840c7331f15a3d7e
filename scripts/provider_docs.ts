/**
 * Makes `docs/providers/`: a page for each OAuth and OpenID Connect provider,
 * from its definition and its doc comment, and an index. No documentation tool
 * evaluates definitions.
 *
 * @module
 */

import { toOptionVariable } from "../core/providers/definition/placeholders.ts";
import { readQuery } from "../core/providers/definition/merge_provider.ts";
import type { AuthorizationEndpoint } from "../core/providers/oauth/endpoints.ts";
import type { OAuthProvider } from "../core/providers/oauth/oauth_config.ts";
import { root } from "./command.ts";
import { formatMarkdown } from "./config_docs.ts";

/** A provider, with the texts of its doc comment. */
interface ProviderPage {
  readonly provider: OAuthProvider;
  /** The paragraphs of the doc comment. */
  readonly text: string;
  /** Its numbered steps: how to register the application. */
  readonly steps: string;
  /** The provider's own documentation. */
  readonly see: string;
  /** The example, with its code fence. */
  readonly example: string;
  readonly aliases: readonly string[];
}

/** Makes the pages of these providers, and the index. */
export async function makeProviderDocs(
  names: readonly string[],
  aliases: Readonly<Record<string, string>>,
): Promise<{ path: string; text: string }[]> {
  const read = names.map((name) => readPage(name, aliases));
  const pages = (await Promise.all(read)).filter((page) => page !== null);
  const files = pages.map(async (page) => ({
    path: `docs/providers/${page.provider.id}.md`,
    text: await formatMarkdown(renderPage(page)),
  }));
  const index = {
    path: "docs/providers/README.md",
    text: await formatMarkdown(renderIndex(pages)),
  };
  return [...await Promise.all(files), index, toIds(pages)];
}

/** Makes the union of the ids, for the types of applications. */
function toIds(pages: readonly ProviderPage[]): { path: string; text: string } {
  const ids = pages.map(({ provider }) => `  | "${provider.id}"`);
  return {
    path: "providers/provider_ids.ts",
    text: `// Made by \`deno task sync:docs\`.

/** Ids of the OAuth and OpenID Connect providers that have a definition here. */
export type OAuthProviderType =
${ids.join("\n")};
`,
  };
}

/**
 * Whether a provider is neither OAuth 2 nor OpenID Connect, and is described in
 * a page written by hand. Every other default export gets a page, a row in the
 * index and a member of the type: a definition that is made in a new way cannot
 * be forgotten.
 */
function isOfAnotherKind(name: string, source: string): boolean {
  const others = [
    "credentials",
    "nodemailer",
    "passkey",
    "password",
    "webauthn",
  ];
  return others.includes(name) || /\bdefineEmail\b/.test(source);
}

async function readPage(
  name: string,
  aliases: Readonly<Record<string, string>>,
): Promise<ProviderPage | null> {
  const source = await Deno.readTextFile(`${root}providers/${name}.ts`);
  if (isOfAnotherKind(name, source)) return null;
  const { default: make } = await import(`../providers/${name}.ts`);
  const provider: OAuthProvider = make({});
  if (provider.type !== "oauth" && provider.type !== "oidc") {
    throw new Error(`providers/${name}.ts is a provider without a page`);
  }
  // The last doc comment before the exported factory.
  const [before = ""] = source.split(/^export const /m);
  const comment = before.slice(before.lastIndexOf("/**"))
    .split("\n").map((line) => line.replace(/^\s*(?:\/\*\*|\*\/|\* ?)/, ""))
    .join("\n");
  const [head = "", ...tags] = comment.split(/^@/m);
  const [text = "", ...steps] = head.split(/^(?=\d+\. )/m);
  const find = (tag: string) =>
    tags.find((one) => one.startsWith(tag))?.slice(tag.length).trim() ?? "";
  return {
    provider,
    // The page's heading is the name already.
    text: text.trim().replace(`${provider.name}.`, "").trim(),
    steps: steps.join(""),
    see: find("see"),
    example: find("example"),
    aliases: Object.keys(aliases).filter((alias) => aliases[alias] === name),
  };
}

function renderPage(page: ProviderPage): string {
  const { provider, text, steps, see, example } = page;
  const variables = listVariables(provider).map((line) => `- ${line}`);
  return `<!-- Made by \`deno task sync:docs\` from providers/${provider.id}.ts. -->

# ${provider.name}

${text}

## Register the application

The callback URL, with your own origin:

\`\`\`text
https://app.example.com/auth/callback/${provider.id}
\`\`\`

${steps}
More is in [${provider.name}'s documentation](${see}). Then set the variables:

${variables.join("\n")}

## Configure

${example}

## Facts

${renderFacts(page)}

Every option of [a provider](../providers.md) can override the definition.
`;
}

/** Lists the environment variables that stand for options, required ones first. */
function listVariables(provider: OAuthProvider): readonly string[] {
  const { id, client, placeholders = {}, token } = provider;
  const method = client?.token_endpoint_auth_method;
  const hasOwn = typeof token === "object" && token.clientSecret !== undefined;
  const needsSecret = method?.startsWith("client_secret") && !hasOwn;
  const isOpen = provider.type === "oidc" && !provider.issuer &&
    !provider.wellKnown;
  const { true: required = [], false: optional = [] } = Object.groupBy(
    Object.keys(placeholders),
    (name) => `${placeholders[name] === null}`,
  );
  const toVariable = (option: string) => `\`${toOptionVariable(id, option)}\``;
  return [
    ...["id", ...needsSecret ? ["secret"] : []],
    ...isOpen ? ["issuer"] : [],
    ...required,
  ].map(toVariable)
    .concat(optional.map((name) => `${toVariable(name)} (optional)`));
}

function renderFacts({ provider, aliases }: ProviderPage): string {
  const { endSession, backchannelLogout } = provider;
  const unknown = provider.type === "oidc"
    ? "from the metadata, if any"
    : "not documented";
  const rows: [string, string][] = [
    ["Protocol", provider.type === "oidc" ? "OpenID Connect" : "OAuth 2"],
    ["Scope", `\`${readScope(provider)}\``],
    ["Checks", renderChecks(provider)],
    ["E-mail address", renderTrust(provider)],
    ["Refresh token", renderRefresh(provider)],
    ["Revocation", provider.revocation ? "yes" : unknown],
    ["Sign-out at the provider", endSession ? "yes" : unknown],
    ["Back-channel logout", backchannelLogout ? "yes" : "not documented"],
    ["Former id", renderFormerId(provider)],
    ["Also imported as", aliases.map((name) => `\`${name}\``).join(", ")],
  ];
  const lines = rows.filter(([, value]) => value !== "")
    .map(([name, value]) => `| ${name} | ${value} |`);
  return ["| Fact | Value |", "| --- | --- |", ...lines].join("\n");
}

/** Returns the scope of the authorization request. */
export function readScope({ type, authorization }: OAuthProvider): string {
  const endpoint: AuthorizationEndpoint = typeof authorization === "string"
    ? { url: authorization }
    : authorization ?? {};
  const { params } = readQuery("authorization", endpoint);
  const { scope } = (params ?? {}) as { scope?: string };
  return scope ?? (type === "oidc" ? "openid profile email" : "");
}

/** Lists what binds the provider's answer to the attempt that asked for it. */
function renderChecks(provider: OAuthProvider): string {
  const { checks = ["pkce"], client, type } = provider;
  const all: readonly string[] = checks;
  const pkce = client?.code_challenge_method === "plain"
    ? "PKCE (plain)"
    : "PKCE";
  const hasNonce = type === "oidc" && provider.nonce !== false;
  return [
    ...all.includes("none") ? [] : ["`state`"],
    ...all.includes("pkce") ? [pkce] : [],
    ...hasNonce && !all.includes("none") ? ["nonce"] : [],
  ].join(", ");
}

function renderTrust(
  { emailTrust = "claim", profile }: OAuthProvider,
): string {
  if (typeof profile === "function" && !givesEmail(profile)) return "none";
  if (emailTrust === "always") return "always verified";
  if (emailTrust === "unverified") return "never counts as verified";
  return "verified if the provider says so";
}

function renderFormerId(
  { formerId, acceptFormerIds }: OAuthProvider,
): string {
  if (formerId === undefined) return "";
  const page = "[another one](../users.md#ids-that-changed)";
  return acceptFormerIds ? `${page}; accepted` : page;
}

/** Whether a profile function sets an address, judging by an empty profile. */
function givesEmail(
  profile: (profile: object, tokens: object) => unknown,
): boolean {
  try {
    return "email" in (profile({}, {}) as object);
  } catch {
    return true;
  }
}

function renderRefresh({ refresh = {}, tokens }: OAuthProvider): string {
  if (refresh.exchange !== undefined) {
    return "none; access tokens are exchanged for others";
  }
  if (tokens?.refresh === false) return "none";
  const { scopes = [], params = {} } = refresh;
  const needs = [
    ...scopes.map((scope) => `the scope \`${scope}\``),
    ...Object.entries(params).map(([name, value]) => `\`${name}=${value}\``),
  ];
  if (needs.length === 0 && tokens === undefined) return "not documented";
  return [
    needs.length === 0
      ? "used if the provider sends one"
      : `with ${needs.join(" and ")}`,
    ...tokens?.rotates === true ? ["replaced at each use"] : [],
  ].join("; ");
}

function renderIndex(pages: readonly ProviderPage[]): string {
  const rows = pages
    .toSorted((a, b) =>
      `${a.provider.name}`.localeCompare(`${b.provider.name}`)
    )
    .map(({ provider, aliases, text }) =>
      `| [${provider.name}](${provider.id}.md) | \`${provider.id}\` | ${
        provider.type === "oidc" ? "OpenID Connect" : "OAuth 2"
      } | ${[...aliases, ...readWords(text)].join(", ")} |`
    );
  return `<!-- Made by \`deno task sync:docs\`. -->

# Providers by name

${pages.length} definitions; each is a module of its own,
\`@latchkey/auth/providers/<id>\`, and an application loads only those that it
imports. [Providers](../providers.md) says how they are configured, and how to
use one that is not here.

| Provider | Id | Protocol | Also known as |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}

/** Former names, in brackets after the first words of a doc comment. */
function readWords(text: string): readonly string[] {
  return /^[^.]*\((?:formerly|also) ([^)]*)\)/.exec(text)?.slice(1) ?? [];
}
