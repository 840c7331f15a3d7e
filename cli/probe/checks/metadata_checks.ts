/**
 * Checks of the metadata of the protected resource (RFC 9728).
 *
 * @module
 */

import { CannotTry } from "../cannot_try.ts";
import type { Check } from "../check.ts";
import { readChallenges } from "../first_answers.ts";
import { type Exchange, readHeader } from "../http.ts";
import { isLoopback } from "../loopback.ts";
import type { Probe } from "../probe.ts";

const MCP_DISCOVERY =
  "MCP authorization 2025-11-25, Protected Resource Metadata Discovery Requirements";

/** A check of the document: whether it holds. */
interface DocumentCheck extends Omit<Check, "run"> {
  readonly holds: (
    members: Readonly<Record<string, unknown>>,
    probe: Probe,
  ) => boolean;
}

function ofDocument({ holds, ...fields }: DocumentCheck): Check {
  return {
    ...fields,
    run: (probe) => {
      const document = getDocument(probe);
      const { members } = probe.metadata;
      if (members === null) throw new CannotTry("The metadata is not JSON.");
      return Promise.resolve(holds(members, probe) ? null : document);
    },
  };
}

function getDocument({ metadata: { document } }: Probe): Exchange {
  if (document !== null) return document;
  throw new CannotTry("There is no metadata of the resource.");
}

/** Checks of where the metadata is. */
const ofPlace: readonly Check[] = [
  {
    id: "metadata.published",
    title: "the metadata of the resource is public",
    rule: "RFC 9728, section 3",
    level: "should",
    mcp: {
      rule: "MCP authorization 2025-11-25, Authorization Server Location",
      level: "must",
    },
    mend:
      "Serve it at `/.well-known/oauth-protected-resource`, followed by the path of the resource, without a token.",
    run: ({ metadata }) =>
      Promise.resolve(metadata.document === null ? metadata.wellKnown : null),
  },
  {
    id: "metadata.linked",
    title: "the challenge of a 401 links to the metadata",
    rule: "RFC 9728, section 5.1",
    level: "should",
    mcp: { rule: MCP_DISCOVERY, level: "should" },
    mend: "Add `resource_metadata` to the challenge.",
    run: (probe) => {
      getDocument(probe);
      const { metadata: { link }, refusal } = probe;
      readChallenges(refusal);
      return Promise.resolve(link === undefined ? refusal : null);
    },
  },
  {
    id: "metadata.link",
    title: "the link to the metadata is an absolute https URL",
    rule: "RFC 9728, sections 5.1 and 3",
    level: "must",
    mend:
      "Write the whole public URL; behind a proxy, take its scheme and host from the configuration.",
    run: (probe) => {
      const { metadata: { link }, refusal, target: { url } } = probe;
      if (link === undefined) throw new CannotTry("There is no link.");
      const place = URL.canParse(link) ? new URL(link) : null;
      // A server without https, in a test, may link to itself.
      const holds = place?.protocol === "https:" ||
        place?.origin === url.origin;
      return Promise.resolve(holds ? null : refusal);
    },
  },
  {
    id: "metadata.link-answers",
    title: "the link to the metadata works",
    rule: "RFC 9728, sections 3.2 and 5.1",
    level: "must",
    mend: "Serve the metadata at the URL of the link, without a token.",
    run: ({ metadata: { linked } }) => {
      if (linked === null) {
        throw new CannotTry("There is no link to a place of this origin.");
      }
      return Promise.resolve(linked.status === 200 ? null : linked);
    },
  },
  {
    id: "metadata.path",
    title: "the metadata is at the place that belongs to the URL",
    rule: "RFC 9728, section 3.1",
    level: "should",
    mend:
      "Put the well-known part between host and path: `/.well-known/oauth-protected-resource/mcp` for `/mcp`.",
    run: (probe) => {
      getDocument(probe);
      const { wellKnown } = probe.metadata;
      return Promise.resolve(wellKnown.status === 200 ? null : wellKnown);
    },
  },
];

/** Checks of the document. */
const ofContent: readonly Check[] = [
  {
    id: "metadata.json",
    title: "the metadata is a JSON object",
    rule: "RFC 9728, section 3.2",
    level: "must",
    mend: "Answer with one JSON object.",
    run: (probe) => {
      const document = getDocument(probe);
      const { members } = probe.metadata;
      return Promise.resolve(members === null ? document : null);
    },
  },
  {
    id: "metadata.content-type",
    title: "the metadata has the type `application/json`",
    rule: "RFC 9728, section 3.2",
    level: "must",
    mend: "Send `Content-Type: application/json`.",
    run: (probe) => {
      const document = getDocument(probe);
      const type = readHeader(document, "content-type");
      const holds = /^application\/json *(?:;|$)/i.test(type);
      return Promise.resolve(holds ? null : document);
    },
  },
  ofDocument({
    id: "metadata.resource",
    title: "the metadata names the URL of the resource as `resource`",
    rule: "RFC 9728, section 3.3",
    level: "must",
    mend:
      "Set `resource` to the URL by which clients call the API: they must refuse any other.",
    holds: ({ resource }, { target: { url } }) =>
      resource === url.href ||
      (url.pathname === "/" && resource === url.origin),
  }),
  ofDocument({
    id: "metadata.servers",
    title: "the metadata lists the authorization server",
    rule: "RFC 9728, section 2",
    level: "should",
    mcp: {
      rule: "MCP authorization 2025-11-25, Authorization Server Location",
      level: "must",
    },
    mend:
      "List the issuer in `authorization_servers`, exactly as in the tokens.",
    holds: ({ authorization_servers: servers }, { authority }) =>
      Array.isArray(servers) && servers.length > 0 &&
      (authority === null || servers.includes(authority.issuer)),
  }),
  ofDocument({
    id: "metadata.server-urls",
    title: "authorization servers are issuer URLs: https, without a query",
    rule: "RFC 9728, section 2; RFC 8414, section 2",
    level: "must",
    mend: "List issuers, not the URLs of their metadata or of an endpoint.",
    holds: ({ authorization_servers: servers }) =>
      !Array.isArray(servers) || servers.every(isIssuer),
  }),
  ofDocument({
    id: "metadata.methods",
    title: "the metadata names no way to send a token but the header",
    rule: "RFC 9728, section 2; RFC 9700, section 4.3.2",
    level: "should",
    mend: 'Set `bearer_methods_supported` to `["header"]`, or leave it out.',
    holds: ({ bearer_methods_supported: methods }) =>
      methods === undefined ||
      (Array.isArray(methods) && methods.every((one) => one === "header")),
  }),
];

function isIssuer(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const url = new URL(value);
  const isSafe = url.protocol === "https:" || isLoopback(url);
  return isSafe && !/[?#]|\/\.well-known\//.test(value);
}

/** Checks of the metadata of the protected resource. */
export const metadataChecks: readonly Check[] = [...ofPlace, ...ofContent];
