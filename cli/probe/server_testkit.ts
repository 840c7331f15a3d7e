/**
 * A resource server that does everything right, and can be given one fault at a
 * time: each is named after the check that finds it. It verifies signatures with
 * `jose`, so that it shares no code with the probe.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash, createHmac, randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import {
  calculateJwkThumbprint,
  compactVerify,
  exportSPKI,
  importJWK,
  type JWK,
} from "jose";
import { listen } from "./listen.ts";

/** What a server is like. */
export interface ServerOptions {
  /** The id of the check that finds the fault; none: the server is right. */
  readonly fault?: string;
  readonly mcp?: boolean;
  /** Whether it speaks the version of MCP without sessions, and no other. */
  readonly stateless?: boolean;
  /** Whether it asks the issuer about each token, and verifies none itself. */
  readonly asks?: boolean;
  /** The nonce that proofs must have; none: proofs need none. */
  readonly nonce?: string;
  /** The time in milliseconds since the epoch. */
  readonly now?: () => number;
  /** Called when a request gets no answer. */
  readonly hang?: () => void;
}

/** A running server. */
export interface TestServer {
  readonly url: string;
  /** The issuer that it trusts. */
  trust(issuer: string): void;
  close(): Promise<void>;
}

/** The site that may call the server. */
export const SITE = "https://app.example";

/** The scope that the server requires. */
export const SCOPE = "files:read";

type Members = Record<string, unknown>;

/** A refusal, which the challenge is made from. */
class Refusal extends Error {
  readonly status: number;
  readonly error: string;
  readonly token: string;
  constructor(status: number, error = "", token = "") {
    super(error);
    [this.status, this.error, this.token] = [status, error, token];
  }
}

/** What ends a process that is less careful. */
class Crash extends Error {}

/** The state of a server, and its options. */
class Server {
  readonly has: (fault: string) => boolean;
  readonly mcp: boolean;
  readonly stateless: boolean;
  readonly asks: boolean;
  readonly nonce: string | undefined;
  readonly now: () => number;
  readonly hang: () => void;
  issuer = "";
  origin = "";
  /** By issuer. */
  readonly keys = new Map<string, JWK[]>();
  /** What has been verified, as careless caches keep it. */
  readonly texts = new Set<string>();
  readonly signatures = new Set<string>();
  readonly proofs = new Set<string>();
  readonly answers = new Map<string, Members>();
  /** The users of sessions. */
  readonly sessions = new Map<string, unknown>();

  constructor(options: ServerOptions) {
    this.has = (one) => one === options.fault;
    this.mcp = options.mcp ?? false;
    this.stateless = options.stateless ?? false;
    this.asks = options.asks ?? false;
    this.nonce = options.nonce;
    this.now = options.now ?? Date.now;
    this.hang = options.hang ?? (() => {});
  }

  get path() {
    return this.mcp ? "/files/mcp" : "/v1/files";
  }

  get resource() {
    return this.origin + this.path;
  }
}

/** Starts a server on a free port. */
export async function startServer(
  options: ServerOptions = {},
): Promise<TestServer> {
  const state = new Server(options);
  const http = createServer((request, response) => {
    answer(state, request, response).catch((error) => {
      response.writeHead(500);
      response.end(`${error}`);
    });
  });
  const { port, close } = await listen(http, 0);
  state.origin = `http://127.0.0.1:${port}`;
  return {
    url: state.resource,
    trust: (issuer) => void (state.issuer = issuer),
    close,
  };
}

async function answer(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { has } = server;
  const [path = ""] = (request.url ?? "").split("?");
  if (path.startsWith("/.well-known/")) {
    return sendMetadata(server, path, response);
  }
  if (isOpen(server, request, path)) return sendContent(server, response);
  if (path !== server.path) return send(response, 404, { error: "not found" });
  setCors(server, request, response);
  if (isPreflight(request) && !has("cors.preflight")) {
    return sendPreflight(server, response);
  }
  const body = await readBody(request);
  try {
    if (server.mcp) return await answerMcp(server, { request, response, body });
    await authenticate(server, request, body);
    if (request.method !== "GET" && request.method !== "POST") {
      return send(response, 405, { error: "method" });
    }
    sendContent(server, response);
  } catch (error) {
    if (error instanceof Crash) return void response.destroy();
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 0) return server.hang();
    refuse(server, response, error);
  }
}

/** The faults by which a request goes past the check of tokens. */
function isOpen(
  { has, path: own }: Server,
  { method, headers }: IncomingMessage,
  path: string,
): boolean {
  return (has("method.path") && path === `${own}/`) ||
    (has("method.head") && method === "HEAD") ||
    (has("method.options") && method === "OPTIONS" && !headers.origin) ||
    (has("method.others") && method === "PROPFIND") ||
    (has("method.override") && "x-http-method-override" in headers);
}

function send(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  const all = { "Content-Type": "application/json", ...headers };
  response.writeHead(status, all);
  response.end(JSON.stringify(value));
}

function sendContent({ has }: Server, response: ServerResponse): void {
  const control = has("caching.shared")
    ? "public, max-age=60"
    : "private, no-cache";
  const files = ["report.txt", randomUUID()];
  send(response, 200, { files }, { "Cache-Control": control });
}

function sendMetadata(
  { has, path: own, resource, issuer }: Server,
  path: string,
  response: ServerResponse,
): void {
  const base = "/.well-known/oauth-protected-resource";
  const place = has("metadata.path") ? base : base + own;
  if (path !== place || has("metadata.published")) {
    return send(response, 404, {});
  }
  const document = {
    resource: has("metadata.resource") ? "https://other.example/" : resource,
    authorization_servers: has("metadata.servers") ? undefined : [
      issuer,
      ...(has("metadata.server-urls")
        ? ["https://login.example/.well-known/openid-configuration"]
        : []),
    ],
    scopes_supported: [SCOPE],
    bearer_methods_supported: has("metadata.methods")
      ? ["header", "query"]
      : ["header"],
    dpop_signing_alg_values_supported: ["ES256"],
  };
  response.writeHead(200, {
    "Content-Type": has("metadata.content-type")
      ? "text/plain"
      : "application/json",
    ...(has("cors.metadata") ? {} : { "Access-Control-Allow-Origin": "*" }),
  });
  const text = JSON.stringify(document);
  response.end(has("metadata.json") ? `<pre>${text}</pre>` : text);
}

function setCors(
  { has }: Server,
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
): void {
  if (!has("cors.vary")) response.setHeader("Vary", "Origin");
  const isAllowed = origin === SITE;
  if (origin === undefined) return;
  if (isAllowed) {
    response.setHeader("Access-Control-Allow-Origin", origin);
    if (!has("cors.expose")) {
      const exposed = "WWW-Authenticate, Mcp-Session-Id";
      response.setHeader("Access-Control-Expose-Headers", exposed);
    }
  } else if (has("cors.reflected") || has("cors.wildcard")) {
    const value = has("cors.wildcard") ? "*" : origin;
    response.setHeader("Access-Control-Allow-Origin", value);
    response.setHeader("Access-Control-Allow-Credentials", "true");
  }
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin === SITE &&
    "access-control-request-method" in headers;
}

function sendPreflight({ has }: Server, response: ServerResponse): void {
  response.writeHead(204, {
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    "Access-Control-Allow-Headers": has("cors.preflight-header")
      ? "*"
      : "Authorization, Content-Type, DPoP, MCP-Protocol-Version",
  });
  response.end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let text = "";
  for await (const part of request) text += part;
  return text;
}

/** Answers with a challenge. */
function refuse(
  server: Server,
  response: ServerResponse,
  { status, error, token }: Refusal,
): void {
  const { has } = server;
  if (has("cors.refusals")) {
    response.removeHeader("Access-Control-Allow-Origin");
  }
  if (has("challenge.no-token") && error === "") status = 403;
  if (has("challenge.invalid-token") && error === "invalid_token") status = 400;
  if (has("scope.status") && status === 403) status = 401;
  if (!(has("challenge.header") && error === "")) {
    const challenges = toChallenges(server, new Refusal(status, error, token));
    response.setHeader("WWW-Authenticate", challenges);
  }
  if (error === "use_dpop_nonce") {
    response.setHeader("DPoP-Nonce", server.nonce ?? "");
  }
  const control = has("caching.refusals") ? "max-age=60" : "no-store";
  const message = has("error.echo") ? `cannot read ${token}` : "refused";
  send(response, status, { message }, { "Cache-Control": control });
}

function toChallenges(
  { has, origin, path }: Server,
  { status, error, token }: Refusal,
): string[] {
  const place = "/.well-known/oauth-protected-resource" +
    (has("metadata.path") ? "" : path);
  const link = has("metadata.link")
    ? place
    : has("metadata.link of another scheme")
    ? `http://files.example${place}`
    : origin + (has("metadata.link-answers") ? "/.well-known/nowhere" : place);
  const isLinked = !has("metadata.linked") && !has("metadata.published") &&
    !(has("mcp.step-up") && status === 403);
  const isScoped = !(has("scope.named") && status === 403) &&
    !(has("mcp.scope") && status === 401);
  const code = error === "" && has("challenge.no-error-code")
    ? "invalid_request"
    : has("scope.error") && status === 403
    ? ""
    : error;
  const params = [
    has("challenge.syntax") ? "realm=the files" : 'realm="the \\"files\\""',
    ...(code === "" ? [] : [`error="${code}"`]),
    ...(has("error.echo") && token !== ""
      ? [`error_description="cannot read ${token}"`]
      : []),
    ...(isScoped ? [`scope="${SCOPE}"`] : []),
    ...(isLinked ? [`resource_metadata="${link}"`] : []),
  ];
  const bearer = `Bearer ${params.join(", ")}`;
  return [
    bearer,
    'DPoP algs="ES256"',
    ...(has("challenge.single") ? ['Bearer realm="of a proxy"'] : []),
  ];
}

/** Who makes a request. */
interface Access {
  readonly claims: Members;
}

/** Reads and verifies the credential of a request. */
async function authenticate(
  server: Server,
  request: IncomingMessage,
  body: string,
): Promise<Access> {
  const { has } = server;
  const { scheme, token } = findCredential(server, request, body);
  if (has("error.huge") && token.length > 5000) throw new Refusal(0);
  const isEmpty = token === "" || token === "undefined";
  if (isEmpty && has("credential.empty")) return { claims: {} };
  if (has("credential.garbage") && token === "a.b.c") return { claims: {} };
  if (/[^\w.~+/=-]/.test(token) || has("credential.valid")) {
    throw new Refusal(401, "invalid_token", token);
  }
  const claims = token.includes(".") && !server.asks
    ? await verifyJwt(server, token)
    : await introspect(server, token);
  if (claims === null) throw new Refusal(401, "invalid_token", token);
  await assertBound(server, request, { scheme, token, claims });
  if (!isScoped(server, claims)) {
    throw new Refusal(403, "insufficient_scope", token);
  }
  return { claims };
}

function findCredential(
  { has }: Server,
  { rawHeaders, url = "" }: IncomingMessage,
  body: string,
): { scheme: string; token: string } {
  const values = rawHeaders.filter((_, i) =>
    i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === "authorization"
  );
  if (has("credential.two")) {
    const good = values.flatMap((one) => one.split(", "))
      .find((one) => !one.endsWith("garbage"));
    if (good !== undefined) values.splice(0, values.length, good);
  }
  if (values.length > 1) throw new Refusal(400, "invalid_request");
  const [value] = values;
  const query = new URLSearchParams(url.split("?")[1]).get("access_token");
  if (has("credential.query") && query) {
    return { scheme: "bearer", token: query };
  }
  if (has("credential.form") && body.startsWith("access_token=")) {
    const token = decodeURIComponent(body.slice("access_token=".length));
    return { scheme: "bearer", token };
  }
  if (value === undefined) throw new Refusal(401);
  const [first = "", ...rest] = value.split(" ");
  if (has("credential.scheme") && rest.length === 0 && first.includes(".")) {
    return { scheme: "bearer", token: first };
  }
  const scheme = has("credential.scheme-case") ? first : first.toLowerCase();
  if (scheme.toLowerCase() !== "dpop" && !/^bearer$/.test(scheme)) {
    const isRight = has("credential.scheme-case") && scheme === "Bearer";
    if (!isRight) throw new Refusal(401);
  }
  return { scheme: scheme.toLowerCase(), token: rest.join(" ") };
}

function decode(part: string): Members {
  const value = JSON.parse(Buffer.from(part, "base64url").toString());
  if (value?.constructor !== Object) throw new SyntaxError("no object");
  return value;
}

async function verifyJwt(
  server: Server,
  token: string,
): Promise<Members | null> {
  const [head = "", payload = "", signature = ""] = token.split(".");
  if (token.split(".").length !== 3) return null;
  let header: Members;
  let claims: Members;
  try {
    [header, claims] = [decode(head), decode(payload)];
  } catch (error) {
    if (server.has("error.server-error")) throw error;
    if (server.has("error.no-answer")) throw new Crash();
    return null;
  }
  const jwt = { token, header, signature, text: `${head}.${payload}` };
  const isSigned = await isGenuine(server, jwt);
  if (!isSigned && !await isCareless(server, jwt)) return null;
  if (isSigned) {
    server.texts.add(jwt.text);
    server.signatures.add(signature);
  }
  const isOther = (server.has("type.id-token") && "nonce" in claims) ||
    (server.has("type.logout-token") && "events" in claims);
  if (!isOther && !isAccessToken(server, header, claims)) return null;
  return isValid(server, claims) ? { ...claims, isOther } : null;
}

interface Jwt {
  readonly token: string;
  readonly header: Members;
  readonly signature: string;
  readonly text: string;
}

/** Whether the issuer has signed a token. */
async function isGenuine(
  server: Server,
  { token, header: { kid, alg } }: Jwt,
): Promise<boolean> {
  const keys = [...await fetchKeys(server, server.issuer)];
  if (server.has("signature.other-tenant")) {
    keys.push(...await fetchKeys(server, `${server.issuer}/other-tenant`));
  }
  const key = keys.find((one) => one.kid === kid && one.alg === alg);
  return key !== undefined && await isSignedBy(server, token, key);
}

async function isSignedBy(
  { has }: Server,
  token: string,
  jwk: JWK,
): Promise<boolean> {
  const crit = has("signature.critical")
    ? { "https://probe.example/c": true }
    : {};
  try {
    await compactVerify(token, await importJWK(jwk, jwk.alg ?? "ES256"), {
      crit,
    });
    return true;
  } catch {
    return false;
  }
}

/** Fetches the keys of an issuer once. */
async function fetchKeys({ keys }: Server, issuer: string): Promise<JWK[]> {
  const known = keys.get(issuer);
  if (known !== undefined) return known;
  const response = await fetch(`${issuer}/.well-known/openid-configuration`);
  const { jwks_uri } = await response.json();
  const found: JWK[] = (await (await fetch(jwks_uri)).json()).keys;
  keys.set(issuer, found);
  return found;
}

/** The faults by which a signature counts that the issuer has not made. */
async function isCareless(server: Server, jwt: Jwt): Promise<boolean> {
  const { has, texts, signatures } = server;
  const { token, header, signature, text } = jwt;
  const { kid, alg, jwk, jku, x5u, crit } = header;
  const isUnseen = !texts.has(text) && !signatures.has(signature);
  const isPlain = jwk === undefined && jku === undefined && x5u === undefined;
  const known = (await fetchKeys(server, server.issuer))
    .find((one) => one.kid === kid);
  const isAsymmetric = /^(?:RS|PS|ES)256$|^EdDSA$/.test(String(alg));
  if (has("signature.none")) return /^none$/i.test(String(alg));
  if (has("signature.empty")) return isAsymmetric && signature === "";
  if (has("signature.broken")) return texts.has(text) && signature !== "";
  if (has("signature.changed-claims")) return signatures.has(signature);
  if (has("signature.public-key")) {
    if (alg !== "HS256" || known === undefined) return false;
    const key = await importJWK(known, known.alg ?? "", { extractable: true });
    const pem = await exportSPKI(key as CryptoKey);
    return [pem, `${pem}\n`].some((one) => toMac(one, text) === signature);
  }
  if (has("signature.no-secret")) {
    return alg === "HS256" && toMac("", text) === signature;
  }
  if (has("signature.other-key")) {
    return isAsymmetric && known !== undefined && isPlain && isUnseen &&
      signature !== "" && crit === undefined;
  }
  if (has("signature.unknown-kid")) {
    return isPlain && kid === "unknown" && isAsymmetric;
  }
  if (has("signature.no-kid")) return kid === undefined && isAsymmetric;
  if (has("signature.embedded-key") && jwk !== undefined) {
    return await isSignedBy(server, token, { ...jwk as JWK, alg: String(alg) });
  }
  if (has("signature.jku") && jku !== undefined) {
    const { keys } = await (await fetch(String(jku))).json();
    return await isSignedBy(server, token, keys[0]);
  }
  if (has("signature.x5u") && x5u !== undefined) {
    await (await fetch(String(x5u))).text();
  }
  return false;
}

function toMac(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

function isAccessToken(
  { has }: Server,
  { typ }: Members,
  { client_id }: Members,
): boolean {
  const type = String(typ).toLowerCase();
  const isType = type === "at+jwt" ||
    (type === "application/at+jwt" && !has("type.long-name")) ||
    (has("type.at-jwt") && (type === "jwt" || typ === undefined));
  return isType && typeof client_id === "string";
}

function isValid(server: Server, claims: Members): boolean {
  const { has } = server;
  const { exp, nbf, iss, aud } = claims;
  const seconds = server.now() / 1000;
  const lasts = typeof exp === "number"
    ? exp > seconds - 30 || has("claims.expired")
    : exp === undefined && has("claims.no-expiry");
  const hasBegun = nbf === undefined || has("claims.not-yet") ||
    (typeof nbf === "number" && nbf <= seconds + 30);
  return lasts && hasBegun && isIssuer(server, iss) && isForUs(server, aud);
}

function isIssuer({ has, issuer }: Server, iss: unknown): boolean {
  if (iss === issuer) return true;
  if (iss === undefined) return has("claims.no-issuer");
  if (iss === `${issuer}/`) return has("claims.issuer-slash");
  return typeof iss === "string" && has("claims.other-issuer");
}

function isForUs({ has, resource }: Server, aud: unknown): boolean {
  if (aud === undefined || aud === "" || (Array.isArray(aud) && !aud.length)) {
    return has("claims.no-audience");
  }
  if (Array.isArray(aud)) {
    if (has("claims.audience-list")) return false;
    return aud.includes(resource) || has("claims.other-audiences");
  }
  if (aud === resource) return true;
  if (typeof aud !== "string") return false;
  if (aud === `${resource}/`) return has("claims.audience-slash");
  if (aud.toLowerCase() === resource) return has("claims.audience-case");
  if (aud.startsWith(resource)) return has("claims.audience-part");
  return has("claims.other-audience") && !aud.includes("127.0.0.1");
}

function isScoped({ has }: Server, { scope, isOther }: Members): boolean {
  if (isOther === true) return true;
  if (typeof scope !== "string" || scope === "") return has("scope.list");
  if (scope.split(" ").includes(SCOPE)) return true;
  if (scope.toLowerCase().includes(SCOPE)) return has("scope.exact");
  return has("scope.required") && !scope.includes("files");
}

/** Asks the issuer about a token. */
async function introspect(
  server: Server,
  token: string,
): Promise<Members | null> {
  const { has, issuer, answers, resource } = server;
  const cached = answers.get(token);
  const claims = cached ?? await fetchClaims(issuer, token);
  if (has("introspection.revoked") && claims.active) answers.set(token, claims);
  if (claims.active) server.texts.add(token);
  else {
    const isLetIn = has("introspection.inactive") &&
      token.startsWith("opaque-") && !server.texts.has(token);
    return isLetIn ? { scope: SCOPE } : null;
  }
  const isFor = [claims.aud].flat().includes(resource) ||
    has("introspection.audience");
  const lasts = Number(claims.exp) > server.now() / 1000 ||
    has("introspection.expired");
  return isFor && lasts ? claims : null;
}

async function fetchClaims(issuer: string, token: string): Promise<Members> {
  const body = new URLSearchParams({ token });
  const response = await fetch(`${issuer}/introspect`, {
    method: "POST",
    body,
  });
  return await response.json();
}

/** Refuses a token whose sender has not proved to have its key. */
async function assertBound(
  server: Server,
  request: IncomingMessage,
  { scheme, token, claims }: {
    scheme: string;
    token: string;
    claims: Members;
  },
): Promise<void> {
  const { has } = server;
  const wrong = new Refusal(401, "invalid_token", token);
  const { jkt } = (claims.cnf ?? {}) as { jkt?: string };
  if (scheme === "bearer") {
    if (jkt !== undefined && !has("dpop.downgrade")) throw wrong;
    return;
  }
  if (has("dpop.valid")) throw wrong;
  const proof = request.headers.dpop;
  if (proof === undefined && has("dpop.no-proof")) return;
  if (typeof proof !== "string") throw wrong;
  const isTwo = proof.includes(",");
  if (isTwo && !has("dpop.two-proofs")) throw wrong;
  const key = await verifyProof(server, request, {
    token,
    proof: proof.split(",")[0] ?? "",
  });
  if (key === null) throw wrong;
  if (
    jkt === undefined ? !has("dpop.unbound") : jkt !== key && !has("dpop.key")
  ) {
    throw wrong;
  }
}

/** Verifies a proof; returns the thumbprint of its key. */
async function verifyProof(
  server: Server,
  { method }: IncomingMessage,
  { token, proof }: { token: string; proof: string },
): Promise<string | null> {
  const { has, now } = server;
  const [head = "", payload = ""] = proof.split(".");
  const [header, claims] = [decode(head), decode(payload)];
  const jwk = header.jwk as JWK;
  const isSigned = has("dpop.signature") ||
    (header.alg === "ES256" &&
      await isSignedBy(server, proof, { ...jwk, alg: "ES256" }));
  if (claims.nonce !== server.nonce) throw new Refusal(401, "use_dpop_nonce");
  const age = now() / 1000 - Number(claims.iat);
  const isNew = typeof claims.jti === "string"
    ? !server.proofs.has(claims.jti) || has("dpop.replay")
    : has("dpop.no-id");
  server.proofs.add(String(claims.jti));
  const hash = createHash("sha256").update(token).digest("base64url");
  const holds = isSigned && isNew &&
    (header.typ === "dpop+jwt" || has("dpop.type")) &&
    (claims.htm === method || has("dpop.method")) &&
    (claims.htu === server.resource || has("dpop.url")) &&
    (claims.ath === hash || has("dpop.token-hash")) &&
    (age < 300 || has("dpop.old")) && (age > -60 || has("dpop.future"));
  return holds ? await calculateJwkThumbprint(jwk) : null;
}

/** Answers to a message of MCP. */
async function answerMcp(
  server: Server,
  { request, response, body }: {
    request: IncomingMessage;
    response: ServerResponse;
    body: string;
  },
): Promise<void> {
  const { has, sessions } = server;
  const { method, headers } = request;
  const session = String(headers["mcp-session-id"] ?? "");
  const isForeign = headers.origin !== undefined && headers.origin !== SITE;
  if (isForeign && !has("mcp.origin")) return send(response, 403, {});
  const isBare = headers.authorization === undefined;
  if (isBare && method === "GET" && has("mcp.stream")) {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    return void response.write(":\n\n");
  }
  if (isBare && method === "DELETE" && has("mcp.delete")) {
    return send(response, 200, {});
  }
  const call = method === "POST" && body !== "" && !body.startsWith("access_")
    ? JSON.parse(body)
    : {};
  const isOpen = isBare && call.method === "tools/list" &&
    (session === "" ? has("mcp.every-request") : has("mcp.session-alone"));
  if (isOpen) return sendResult(response, { tools: [] });
  const { claims } = await authenticate(server, request, body);
  if (method === "GET" && has("mcp.stream-type")) {
    return send(response, 200, {});
  }
  if (method !== "POST") return send(response, 405, {});
  if (server.stateless) {
    const named = call.params?._meta
      ?.[`io.modelcontextprotocol/protocolVersion`];
    const isRight = named === headers["mcp-protocol-version"] &&
      call.method === headers["mcp-method"] &&
      (named === "2026-07-28" || has("mcp.version"));
    return isRight
      ? sendResult(response, { tools: [] })
      : send(response, 400, { jsonrpc: "2.0", error: { code: -32022 } });
  }
  if (call.method === "initialize") {
    const id = has("mcp.session-id") ? `${sessions.size}` : randomUUID();
    sessions.set(id, claims.sub);
    response.setHeader("Mcp-Session-Id", id);
    return sendResult(
      response,
      has("mcp.initialize") ? {} : { protocolVersion: "2025-11-25" },
    );
  }
  const version = headers["mcp-protocol-version"];
  if (version !== "2025-11-25" && !has("mcp.version")) {
    return send(response, 400, {});
  }
  const isOwn = sessions.get(session) === claims.sub ||
    has("mcp.session-of-another");
  if (!sessions.has(session) || !isOwn) return send(response, 404, {});
  if (call.id === undefined) {
    response.writeHead(has("mcp.notification") ? 200 : 202);
    return void response.end();
  }
  if (has("mcp.tools-list")) return send(response, 403, {});
  sendResult(response, { tools: [] });
}

/** Answers with a stream of one event. */
function sendResult(response: ServerResponse, result: unknown): void {
  response.writeHead(200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "private, no-cache",
  });
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, result });
  response.end(`event: message\ndata: ${message}\n\n`);
}
