import { randomBytes } from "node:crypto";
import type { ProviderClient } from "./provider.ts";

/**
 * Registers an application on this machine: its URLs at the provider, and a new
 * secret.
 */
export function toClient(port: number): ProviderClient {
  const toUrls = (path: string) =>
    ["localhost", "127.0.0.1"].map((host) => `http://${host}:${port}${path}`);
  return {
    clientId: "latchkey-demo",
    clientSecret: randomBytes(32).toString("base64url"),
    name: "the example app",
    redirectUris: toUrls("/auth/callback/demo"),
    postLogoutRedirectUris: toUrls("/auth/signed-out"),
    backchannelLogoutUri:
      `http://localhost:${port}/auth/backchannel-logout/demo`,
  };
}
