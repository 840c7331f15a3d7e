import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { afterEach, describe, it } from "node:test";
import { SignJWT } from "jose";
import type { Account, Profile, Provider, User } from "@latchkey/auth";
import { Auth } from "@latchkey/auth";
import { customFetch } from "@latchkey/auth/providers";
import { createBrowser } from "@latchkey/auth/testing";
import {
  endTest,
  readSession,
  site,
  start,
} from "../core/pipeline/flow_testkit.ts";
import {
  createFetch,
  fill,
  type Json,
  type ProviderRow,
  readCatalogue,
  readKeySet,
  readPair,
  type Received,
  type Routes,
  setPath,
  sign,
  toOptionValues,
  wrap,
} from "./catalogue_testkit.ts";
import { specials } from "./catalogue_specials_testkit.ts";

afterEach(endTest);

/** 32 characters, as a secret that signs ID tokens has to have. */
const client = {
  clientId: "client-of-acme",
  clientSecret: "0123456789abcdef~0123456789abcde",
};
const accessToken = "the-access-token";
const code = "the-code";
const user = {
  id: "1234567890123",
  name: "Ada Lovelace",
  email: "ada@example.com",
  image: "https://images.example/ada.png",
};

const all = await readCatalogue();
const rows = all.filter(({ type }) => type === "oauth" || type === "oidc");

/** The provider's server, and the options of the application. */
interface Setup {
  readonly row: ProviderRow;
  readonly options: Json;
  /** Values of the placeholders in the facts. */
  readonly values: Record<string, string>;
  readonly issuer: string | undefined;
  readonly endpoints: Readonly<
    Record<"authorization" | "token" | "userinfo" | "jwks", string>
  >;
  /** Whether the provider says that the address is verified. */
  readonly isVerified: boolean;
}

function toSetup(row: ProviderRow, isVerified: boolean): Setup {
  const special = specials[row.id] ?? {};
  const values: Record<string, string> = {
    ...toOptionValues(row.id),
    ...client,
    ...special.values,
  };
  const required = row.options.filter((option) => option.required)
    .map(({ name }) => name);
  const given = Object.fromEntries(
    required.map((name) => [name, values[name]]),
  );
  const options = { ...given, ...special.options };
  const own = typeof options.issuer === "string" ? options.issuer : undefined;
  const issuer = own ?? (row.issuer && fill(row.issuer, values));
  const base = `https://endpoints.${row.id}.example`;
  const isDiscovered = row.type === "oidc" && row.discovery === true &&
    !special.hasFixedEndpoints;
  const toEndpoint = (text: string | undefined, path: string) =>
    isDiscovered
      ? `${base}/${path}`
      : fill(text ?? "", { ...values, issuer: issuer ?? "" });
  return {
    row,
    options,
    values,
    issuer,
    isVerified,
    endpoints: {
      authorization: toEndpoint(row.authorization, "authorize"),
      token: toEndpoint(row.token, "token"),
      userinfo: toEndpoint(row.userinfo, "userinfo"),
      jwks: toEndpoint(row.jwks, "jwks"),
    },
  };
}

/** The profile as the provider sends it: the object itself, and the answers of further URLs. */
interface Documents {
  readonly profile: Json;
  readonly more: Readonly<Record<string, Json>>;
  readonly token: Json;
  readonly expected: typeof user & { verified: boolean | undefined };
}

/** Writes the documents whose paths the facts name, and the user that has to come out. */
function toDocuments({ row, isVerified, values }: Setup): Documents {
  const { profile: paths, emailTrust } = row;
  const special = specials[row.id] ?? {};
  // A provider that nobody vouches for may say what it likes.
  const document: Json = { email_verified: isVerified, ...special.profile };
  const more: Record<string, Json> = {};
  const token: Json = { ...special.token };
  const write = (path: string, value: unknown) => {
    const [head = "", ...rest] = path.split(".");
    const call = row.userinfoRequest?.more?.find(({ as }) => as === head);
    if (head === "token") setPath(token, rest.join("."), value);
    else if (call === undefined) setPath(document, path, value);
    else {
      const answer = more[call.as] ??= {};
      setPath(answer, toPick(call.pick, rest), value);
    }
  };
  const put = (path: string | undefined, value: unknown): string | null => {
    if (path === undefined || path.startsWith("rule:")) return null;
    const [first = ""] = path.split(" | ");
    if (first.startsWith("=")) {
      return first.slice(1).replace(/\{([\w.-]+)\}/g, (_, part) => {
        if (values[part] !== undefined && part !== "id") return values[part];
        const text = part === "id" || part === "sub"
          ? user.id
          : `a-${part.split(".").at(-1)}`;
        write(part, text);
        return text;
      });
    }
    if (first.endsWith(":last")) {
      write(first.slice(0, -5), `${special.idPrefix}${value}`);
    } else write(first, value);
    return String(value);
  };
  const id = put(paths.id, special.id ?? user.id) ?? user.id;
  const name = put(paths.name, user.name);
  const email = put(paths.email, user.email);
  const image = put(paths.image, user.image);
  const flag = paths.emailVerified;
  if (typeof flag === "string" && !flag.startsWith("rule:")) {
    for (const path of flag.split(" | ")[0]?.split(" & ") ?? []) {
      write(path, isVerified);
    }
  }
  special.write?.(document, isVerified);
  const verified = emailTrust === "always"
    ? true
    : emailTrust === "claim"
    ? isVerified
    : undefined;
  return {
    profile: document,
    more,
    token,
    expected: {
      id,
      name: special.user?.name ?? name ?? "",
      email: special.user?.email ?? email ?? "",
      image: special.user?.image ?? image ?? "",
      verified: email === null && special.user?.email === undefined
        ? undefined
        : verified,
    },
  };
}

/** The claims of the ID token: the profile, unless the provider's are too few. */
async function toIdToken(
  setup: Setup,
  { profile }: Documents,
  nonce: string | null,
): Promise<string> {
  const { row, issuer } = setup;
  const now = Math.floor(Date.now() / 1000);
  const isThin = row.quirks?.includes("ui-required") ?? false;
  const claims = {
    ...isThin ? { sub: String(profile.sub) } : profile,
    iss: specials[row.id]?.tokenIssuer ?? issuer ?? "",
    aud: client.clientId,
    iat: now,
    exp: now + 300,
    ...(nonce === null ? {} : { nonce }),
  };
  if (!row.quirks?.includes("idt-alg")) return await sign(claims);
  return await new SignJWT(claims).setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(client.clientSecret));
}

async function toRoutes(
  setup: Setup,
  documents: Documents,
  readNonce: () => string | null,
): Promise<Routes> {
  const { row, issuer = "", endpoints, values } = setup;
  const special = specials[row.id] ?? {};
  const metadataUrl = row.discoveryUrl === undefined ||
      row.options.some(({ name, required }) => name === "issuer" && required)
    ? `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`
    : fill(row.discoveryUrl, { ...values, issuer });
  const keys = await readKeySet();
  const place = (text: string) => {
    if (!URL.canParse(text)) return text;
    const url = new URL(text);
    return `${url.origin}${url.pathname}`;
  };
  const more = Object.fromEntries(
    (row.userinfoRequest?.more ?? []).map(({ url: template, as }) => {
      const answer = documents.more[as] ?? {};
      const url = fill(template, {
        ...values,
        ...documents.profile as Record<string, string>,
      });
      return [place(url), () => Response.json(answer.list ?? answer)];
    }),
  );
  return {
    [place(metadataUrl)]: () =>
      Response.json({
        issuer: special.metadataIssuer ?? issuer,
        authorization_endpoint: endpoints.authorization,
        token_endpoint: endpoints.token,
        userinfo_endpoint: endpoints.userinfo,
        jwks_uri: endpoints.jwks,
        token_endpoint_auth_methods_supported: [row.tokenAuthMethod],
        id_token_signing_alg_values_supported: ["RS256"],
      }),
    ...endpoints.jwks ? { [endpoints.jwks]: () => Response.json(keys) } : {},
    ...more,
    [place(endpoints.userinfo)]: async (received) => {
      assertUserinfoRequest(setup, received);
      const body = wrap(row.userinfoRequest?.unwrap, documents.profile);
      return row.userinfoRequest?.jwt === undefined
        ? Response.json(body)
        : new Response(
          await sign({ ...body, iss: issuer, aud: client.clientId }),
          {
            headers: { "content-type": "application/jwt" },
          },
        );
    },
    [place(endpoints.token)]: async (received) => {
      assertTokenRequest(setup, received);
      const source = row.userinfoRequest?.source;
      const idToken = row.type === "oidc"
        ? { id_token: await toIdToken(setup, documents, readNonce()) }
        : {};
      const now = Math.floor(Date.now() / 1000);
      const answer: Json = {
        access_token: source === "access_token"
          ? await sign({
            ...documents.profile,
            iss: issuer,
            aud: [client.clientId],
            exp: now + 60,
          })
          : accessToken,
        token_type: "bearer",
        expires_in: 3600,
        ...idToken,
        ...documents.token,
        ...source === "token"
          ? wrap(row.userinfoRequest?.unwrap, documents.profile)
          : {},
      };
      return special.answer?.(answer) ?? Response.json(answer);
    },
  };
}

/** Returns the path in an answer; one that is a list stands in a member of its own. */
function toPick(pick: string | undefined, rest: readonly string[]): string {
  const start = pick?.startsWith("[") ? `list${pick}` : pick;
  return [start, ...rest].filter(Boolean).join(".");
}

function assertAuthorizationUrl(
  { row, endpoints, values, issuer }: Setup,
  text: string,
): void {
  const url = new URL(text);
  const special = specials[row.id] ?? {};
  assert.equal(url.origin + url.pathname, endpoints.authorization);
  assert.doesNotMatch(url.search, /\+/);
  assert.equal(url.hash, special.hash ?? "");
  const { scopes, checks } = row;
  const expected: Record<string, string> = {
    response_type: "code",
    redirect_uri: `${site}/auth/callback/${row.id}`,
    [special.clientIdParam ?? "client_id"]: client.clientId,
    ...Object.fromEntries(
      Object.entries(row.authorizationParams ?? {}).map((
        [name, value],
      ) => [name, fill(value, { ...values, issuer: issuer ?? "" })]),
    ),
    ...(row.responseMode === undefined
      ? {}
      : { response_mode: row.responseMode }),
  };
  for (const [name, value] of Object.entries(expected)) {
    assert.equal(url.searchParams.get(name), value, name);
  }
  const scope = url.searchParams.get("scope") ?? "";
  assert.deepEqual(
    scope.split(scopes.separator).filter(Boolean).sort(),
    scopes.default.map((one) => fill(one, values)).sort(),
  );
  assert.ok(url.searchParams.get("state"));
  const method = row.quirks?.includes("pkce-plain") ? "plain" : "S256";
  assert.equal(
    url.searchParams.get("code_challenge_method"),
    checks.includes("pkce") ? method : null,
  );
  assert.equal(
    url.searchParams.has("nonce"),
    checks.includes("nonce"),
    "nonce",
  );
}

function assertTokenRequest({ row, values }: Setup, received: Received): void {
  const { tokenRequest = {}, tokenAuthMethod, checks } = row;
  const { format, method = "POST", params: extra = {}, echo = [] } =
    tokenRequest;
  assert.equal(received.method, method);
  const params = method === "GET"
    ? received.url.searchParams
    : format === "json"
    ? new URLSearchParams(JSON.parse(received.text))
    : new URLSearchParams(received.text);
  const type = received.headers.get("content-type") ?? "";
  if (method === "GET") assert.equal(received.text, "");
  else assert.match(type, format === "json" ? /json/ : /x-www-form-urlencoded/);
  assert.equal(
    params.get(tokenRequest.grantTypeParam ?? "grant_type"),
    "authorization_code",
  );
  assert.equal(params.get("code"), code);
  assert.equal(params.has("code_verifier"), checks.includes("pkce"));
  for (const [name, value] of Object.entries(extra)) {
    assert.equal(params.get(name), fill(value, values), name);
  }
  for (const name of echo) assert.ok(params.get(name), name);
  assert.ok(received.headers.get("user-agent"));
  const secret = params.get(tokenRequest.clientSecretParam ?? "client_secret");
  const id = params.get(tokenRequest.clientIdParam ?? "client_id");
  const basic = received.headers.get("authorization");
  switch (tokenAuthMethod) {
    case "client_secret_basic":
      assert.match(basic ?? "", /^Basic /);
      assert.equal(
        Buffer.from(basic?.slice(6) ?? "", "base64").toString(),
        `${client.clientId}:${client.clientSecret}`,
      );
      return assert.equal(secret, null);
    case "client_secret_post":
      assert.equal(basic, null);
      assert.equal(id, client.clientId);
      if (specials[row.id]?.hasOwnSecret) {
        return assert.match(secret ?? "", /^ey/);
      }
      return assert.equal(secret, client.clientSecret);
    case "none":
      assert.equal(id, client.clientId);
      return assert.equal(secret ?? basic, null);
    default:
      return assert.ok(params.get("client_assertion"));
  }
}

function assertUserinfoRequest(
  { row, values }: Setup,
  received: Received,
): void {
  const facts = row.userinfoRequest ?? {};
  const body = facts.form ?? facts.json;
  assert.equal(received.method, facts.method ?? (body ? "POST" : "GET"));
  const token: Record<string, string> = {
    ...values,
    access_token: accessToken,
  };
  const extra = specials[row.id]?.token ?? {};
  for (const [name, value] of Object.entries(extra)) {
    token[`token.${name}`] = String(value);
  }
  const form = new URLSearchParams(facts.form ? received.text : "");
  const { in: place = "header", name = "authorization", scheme } = facts.auth ??
    {};
  if (facts.source !== "access_token") {
    const value = place === "header"
      ? received.headers.get(name)
      : place === "query"
      ? received.url.searchParams.get(name)
      : place === "form"
      ? form.get(name)
      : "";
    const expected = place === "header" && name === "authorization"
      ? `${scheme ?? "Bearer"} ${accessToken}`.trim()
      : place === "none"
      ? ""
      : accessToken;
    assert.equal(value, expected);
    if (place !== "header" || name !== "authorization") {
      assert.equal(received.headers.get("authorization"), null);
    }
  }
  for (const [key, value] of Object.entries(facts.query ?? {})) {
    assert.equal(received.url.searchParams.get(key), fill(value, token), key);
  }
  for (const [key, value] of Object.entries(facts.form ?? {})) {
    assert.equal(form.get(key), fill(value, token), key);
  }
  if (facts.json) {
    const squeeze = (value: unknown) =>
      JSON.stringify(value).replace(/\s+/g, "");
    assert.equal(squeeze(JSON.parse(received.text)), squeeze(facts.json));
  }
  for (
    const [key, value] of Object.entries({ ...row.headers, ...facts.headers })
  ) {
    if (key === "User-Agent") assert.ok(received.headers.get(key));
    else assert.equal(received.headers.get(key), fill(value, token), key);
  }
}

/** The data that the application receives about the user. */
interface Seen {
  readonly user: User;
  readonly account: Account;
  readonly profile: Profile;
}

async function load(id: string): Promise<(options: object) => Provider> {
  const module = await import(`@latchkey/auth/providers/${id}`);
  return module.default;
}

/** Signs in at a provider, and checks every request on the way. */
async function signInAt(row: ProviderRow, isVerified: boolean): Promise<void> {
  const setup = toSetup(row, isVerified);
  const special = specials[row.id] ?? {};
  const documents = toDocuments(setup);
  let nonce: string | null = null;
  const { fetch } = createFetch(await toRoutes(setup, documents, () => nonce));
  const make = await load(row.id);
  const seen: Seen[] = [];
  const log: string[] = [];
  const provider = make({
    ...row.tokenAuthMethod === "none" ? { clientId: client.clientId } : client,
    ...setup.options,
    ...await special.secrets?.(readPair),
    [customFetch]: fetch,
  });
  const browser = createBrowser((request) => {
    if (!new URL(request.url).pathname.startsWith("/auth/")) {
      return new Response("");
    }
    return Auth(request, {
      secret: "a secret of the catalogue's test, long enough",
      origin: site,
      providers: [provider],
      events: { signIn: (event) => void seen.push(event as Seen) },
      logger: {
        error: (error) =>
          void log.push(`${error.message} ${error.cause ?? ""}`),
        warn: (name, message) => void log.push(`${name} ${message}`),
      },
    });
  });
  const url = await start(browser, { id: row.id });
  assertAuthorizationUrl(setup, url);
  const asked = new URL(url).searchParams;
  nonce = asked.get("nonce");
  const answer = {
    code,
    state: asked.get("state") ?? "",
    ...special.callback,
    ...row.quirks?.includes("iss-param") && setup.issuer
      ? { iss: special.metadataIssuer ?? setup.issuer }
      : {},
  };
  const callback = `${site}/auth/callback/${row.id}`;
  if (row.responseMode === "form_post") {
    const form = new Response(
      `<form method=post action="${callback}">${
        Object.entries(answer).map(([name, value]) =>
          `<input name=${name} value='${value}'>`
        ).join("")
      }</form>`,
    );
    void form;
  }
  if (row.responseMode === "form_post") {
    await browser.goto(
      `${callback}?${new URLSearchParams(answer)}`,
      { from: "https://op.example/", method: "POST" } as never,
    );
  } else {await browser.goto(`${callback}?${new URLSearchParams(answer)}`, {
      from: "https://op.example/",
    });}
  const [event] = seen;
  assert.ok(event, `not signed in: ${log.join("\n")}`);
  const { expected } = documents;
  assert.equal(event.account.provider, row.id);
  assert.equal(event.account.providerAccountId, expected.id);
  assert.equal(event.user.name ?? "", expected.name);
  assert.equal(event.user.email ?? "", expected.email);
  assert.equal(event.user.image ?? "", expected.image);
  const { email, email_verified } = event.profile;
  const isProved = email_verified === true && Boolean(email) &&
    email === event.user.email;
  assert.equal(isProved, expected.verified === true, "verified");
  assert.ok(await readSession(browser));
}

describe("the provider catalogue", () => {
  for (const row of rows) {
    it(`${row.id} signs in with the requests and the user of its facts`, async () => {
      await signInAt(row, true);
    });
    it(`${row.id} does not vouch for an address that it has not verified`, async () => {
      await signInAt(row, false);
    });
  }
});
