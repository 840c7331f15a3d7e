import type { createLocalJWKSet } from "jose/jwks/local";
import type { AuthorizationServer } from "oauth4webapi";

/** A provider's metadata, with the configured endpoints on top. */
export type ProviderMetadata = AuthorizationServer;

/** Finds the key of a signature; it imports each key once. */
export type FindKey = ReturnType<typeof createLocalJWKSet>;
