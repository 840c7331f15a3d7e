/**
 * For tests only: where a definition says something else than the facts, and
 * why.
 *
 * @module
 */

const BY_METADATA =
  "The metadata names it: the application can set another issuer or a domain of its own.";
const NO_REDIRECT = "It is no page to which a browser can be sent.";

/** The reasons, by provider and fact. */
export const differences: Readonly<
  Record<string, Readonly<Record<string, string>>>
> = {
  auth0: { revocation: BY_METADATA, endSession: BY_METADATA },
  authelia: { revocation: BY_METADATA },
  authentik: { revocation: BY_METADATA, endSession: BY_METADATA },
  "bankid-no": { endSession: BY_METADATA },
  casdoor: { endSession: BY_METADATA },
  cognito: { revocation: BY_METADATA, endSession: BY_METADATA },
  descope: { revocation: BY_METADATA, endSession: BY_METADATA },
  "duende-identity-server6": {
    revocation: BY_METADATA,
    endSession: BY_METADATA,
  },
  gitlab: { revocation: BY_METADATA },
  keycloak: { revocation: BY_METADATA, endSession: BY_METADATA },
  "login-gov": { endSession: BY_METADATA },
  logto: { revocation: BY_METADATA, endSession: BY_METADATA },
  "microsoft-entra-id": { endSession: BY_METADATA },
  okta: { revocation: BY_METADATA, endSession: BY_METADATA },
  onelogin: { revocation: BY_METADATA, endSession: BY_METADATA },
  "ory-hydra": { revocation: BY_METADATA, endSession: BY_METADATA },
  "ping-id": { revocation: BY_METADATA, endSession: BY_METADATA },
  "pocket-id": { endSession: BY_METADATA },
  roblox: { revocation: "The metadata names it." },
  salesforce: { revocation: BY_METADATA, endSession: BY_METADATA },
  slack: {
    "refresh.accessTokenSeconds":
      "Without token rotation, which is a setting, access tokens do not expire.",
  },
  vipps: { endSession: BY_METADATA },
  vk: { endSession: NO_REDIRECT },
  workos: { endSession: NO_REDIRECT },
  zitadel: { revocation: BY_METADATA, endSession: BY_METADATA },
};
