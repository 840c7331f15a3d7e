/**
 * For tests only: what a sign-in at one provider needs, made from its facts:
 * the application's options, the issuer and the endpoints.
 *
 * @module
 */

import { fill } from "./paths_testkit.ts";
import type { Json, ProviderRow } from "./facts_testkit.ts";
import { specials } from "./specials_testkit.ts";

/** The application; the secret has the 32 characters of a key for ID tokens. */
export const client = {
  clientId: "client-of-acme",
  clientSecret: "0123456789abcdef~0123456789abcde",
};
/** The access token that each provider issues. */
export const accessToken = "the-access-token";
/** The code that each provider issues. */
export const code = "the-code";

/** The names that the facts have for endpoints. */
type Endpoint = "authorization" | "token" | "userinfo" | "jwks";

/** The provider's server, and the options of the application. */
export interface Setup {
  readonly row: ProviderRow;
  readonly options: Json;
  /** Values of the placeholders in the facts. */
  readonly values: Readonly<Record<string, string>>;
  readonly issuer: string | undefined;
  /** The URLs; those that the facts do not name are empty. */
  readonly endpoints: Readonly<Record<Endpoint, string>>;
  /** Whether the provider says that the address is verified. */
  readonly isVerified: boolean;
}

/** Makes the setup of a provider. */
export function toSetup(row: ProviderRow, isVerified: boolean): Setup {
  const special = specials[row.id] ?? {};
  const values: Record<string, string> = {
    ...toOptionValues(row.id),
    ...client,
    ...special.values,
  };
  const required = row.options.filter((option) => option.required);
  const given = required.map(({ name }) => [name, values[name]]);
  const options = { ...Object.fromEntries(given), ...special.options };
  const own = typeof options.issuer === "string" ? options.issuer : undefined;
  const issuer = own ?? (row.issuer && fill(row.issuer, values));
  const endpoints = toEndpoints(row, { ...values, issuer: issuer ?? "" });
  return { row, options, values, issuer, isVerified, endpoints };
}

/** The endpoints of the facts; odd ones if the metadata has to tell them. */
function toEndpoints(
  row: ProviderRow,
  values: Readonly<Record<string, string>>,
): Setup["endpoints"] {
  const isDiscovered = row.type === "oidc" && row.discovery === true &&
    !specials[row.id]?.hasFixedEndpoints;
  const toEndpoint = (name: Endpoint) =>
    isDiscovered
      ? `https://endpoints.${row.id}.example/${name}`
      : fill(row[name] ?? "", values);
  return {
    authorization: toEndpoint("authorization"),
    token: toEndpoint("token"),
    userinfo: toEndpoint("userinfo"),
    jwks: toEndpoint("jwks"),
    ...specials[row.id]?.endpoints,
  };
}

/** The values of a provider's options: its own, because metadata is cached. */
function toOptionValues(id: string): Record<string, string> {
  return {
    issuer: `https://login.acme.example/${id}`,
    domain: `${id}.acme.example`,
    tenant: `acme-${id}`,
    tenantId: "11111111-2222-3333-4444-555555555555",
    baseUrl: `https://${id}.acme.example`,
    accountId: `acme-${id}`,
    userinfo: "https://restlet.acme.example/me",
    apiKey: "an-api-key",
    policy: "B2C_1_signin",
    teamId: "TEAM123456",
    keyId: "KEY1234567",
    region: "us",
  };
}
