import { defineOAuth, type OAuthFactory } from "../core/providers/define.ts";

/** The members of the user object that the definition reads. */
export type BoxyHQSAMLProfile = {
  id: string;
  email?: string;
  firstName?: string;
  lastName?: string;
};

/**
 * Ory Polis (formerly BoxyHQ SAML Jackson), which makes OAuth of SAML. `issuer`
 * (or `AUTH_BOXYHQ_SAML_ISSUER`) is the origin of the installation. The
 * authorization parameters `tenant` and `product` choose the connection; the
 * client id can then be `dummy`.
 *
 * @see https://www.ory.com/docs/polis
 *
 * @example
 * ```ts
 * import { BoxyHQSAML } from "@latchkey/auth/providers/boxyhq-saml";
 *
 * // Client id and secret from AUTH_BOXYHQ_SAML_ID and
 * // AUTH_BOXYHQ_SAML_SECRET.
 * const providers = [
 *   BoxyHQSAML({
 *     issuer: "https://saml.example.com",
 *     authorization: { params: { tenant: "acme", product: "my-app" } },
 *   }),
 * ];
 * ```
 */
export const BoxyHQSAML: OAuthFactory<
  { issuer?: string | undefined },
  BoxyHQSAMLProfile
> = defineOAuth({
  id: "boxyhq-saml",
  name: "Ory Polis (BoxyHQ SAML Jackson)",
  placeholders: { issuer: null },
  authorization: "{issuer}/api/oauth/authorize?provider=saml",
  token: "{issuer}/api/oauth/token",
  userinfo: "{issuer}/api/oauth/userinfo",
  client: { token_endpoint_auth_method: "client_secret_post" },
  profile: ({ id, email, firstName, lastName }) => ({
    id,
    name: [firstName, lastName].filter(Boolean).join(" ") || null,
    email,
  }),
  emailTrust: "unverified",
  refresh: { supported: false },
  style: { brandColor: "#25c2a0" },
});

export default BoxyHQSAML;
