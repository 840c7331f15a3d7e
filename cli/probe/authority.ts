/**
 * A small authorization server, whose tokens the server under test accepts: it
 * publishes metadata and keys, and answers to introspection.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { type Algorithm, type Key, makeKey } from "./keys.ts";
import { listen } from "./listen.ts";
import type { Members } from "./tokens.ts";

/** A running authorization server. */
export interface Authority {
  readonly issuer: string;
  readonly key: Key;
  /** Another issuer of the same server, as hosted ones have many. */
  readonly tenant: { readonly issuer: string; readonly key: Key };
  /** The claims of active tokens, for introspection. */
  readonly introspection: Map<string, Members>;
  close(): Promise<void>;
}

/** How to start it. */
export interface AuthorityOptions {
  /** 0: a free one. */
  readonly port: number;
  /** The URL by which the server under test reaches it; null: its own. */
  readonly issuer: string | null;
  readonly alg: Algorithm;
}

/** The largest body of a request that is read. */
const MAX_BODY = 65_536;

/** Starts an authorization server on this host. */
export async function startAuthority(
  { port, issuer, alg }: AuthorityOptions,
): Promise<Authority> {
  const introspection = new Map<string, Members>();
  const documents = new Map<string, unknown>();
  const server = createServer((request, response) => {
    answer(request, response, { documents, introspection })
      .catch(() => response.destroy());
  });
  const listening = await listen(server, port);
  const own = issuer ?? `http://127.0.0.1:${listening.port}`;
  const publish = (issuer: string, name: string) => {
    // New with each run: a server that keeps keys asks for those that it lacks.
    const key = makeKey(alg, `${name}-${randomUUID()}`);
    addDocuments(documents, issuer, key);
    return { issuer, key };
  };
  const tenant = `${own.replace(/\/$/, "")}/other-tenant`;
  return {
    ...publish(own, "probe"),
    tenant: publish(tenant, "other-tenant"),
    introspection,
    close: listening.close,
  };
}

/** Adds the metadata and the keys of an issuer, by path. */
function addDocuments(
  documents: Map<string, unknown>,
  issuer: string,
  { jwk, kid, alg }: Key,
): void {
  const base = issuer.replace(/\/$/, "");
  const path = new URL(issuer).pathname.replace(/\/$/, "");
  const metadata = {
    issuer,
    jwks_uri: `${base}/keys`,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    introspection_endpoint: `${base}/introspect`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code"],
    code_challenge_methods_supported: ["S256"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [alg],
  };
  documents.set(`${path}/keys`, { keys: [{ ...jwk, kid, alg, use: "sig" }] });
  // RFC 8414 inserts the name before the path, OpenID Connect appends it.
  for (const name of ["oauth-authorization-server", "openid-configuration"]) {
    documents.set(`/.well-known/${name}${path}`, metadata);
    documents.set(`${path}/.well-known/${name}`, metadata);
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { documents, introspection }: {
    documents: ReadonlyMap<string, unknown>;
    introspection: ReadonlyMap<string, Members>;
  },
): Promise<void> {
  const [path = ""] = (request.url ?? "").split("?");
  const send = (status: number, value: unknown) => {
    response.writeHead(status, {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    });
    response.end(JSON.stringify(value));
  };
  if (path.endsWith("/introspect") && request.method === "POST") {
    const token = new URLSearchParams(await readText(request)).get("token");
    const claims = introspection.get(token ?? "");
    return send(200, claims ? { ...claims, active: true } : { active: false });
  }
  const found = documents.get(path);
  return found === undefined ? send(404, {}) : send(200, found);
}

async function readText(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let text = "";
  for await (const part of request) {
    text += part;
    if (text.length > MAX_BODY) throw new Error("too large");
  }
  return text;
}
