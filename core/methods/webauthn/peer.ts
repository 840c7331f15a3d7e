import { ConfigurationError } from "../../errors.ts";

type Server = typeof import("@simplewebauthn/server");
type Helpers = typeof import("@simplewebauthn/server/helpers");

/** What is used of `@simplewebauthn/server`, which only applications with passkeys install. */
export type Peer =
  & Pick<
    Server,
    | "generateAuthenticationOptions"
    | "generateRegistrationOptions"
    | "verifyAuthenticationResponse"
    | "verifyRegistrationResponse"
  >
  & Pick<Helpers, "decodeAttestationObject">;

/**
 * Loads the package.
 *
 * @param load the import; another one in tests
 * @throws ConfigurationError that says what to install
 */
export async function loadPeer(
  load: () => Promise<Peer> = importPeer,
): Promise<Peer> {
  try {
    return await load();
  } catch (error) {
    throw new ConfigurationError([
      "Passkeys need the package `@simplewebauthn/server`: `npm install @simplewebauthn/server@14`.",
    ], { cause: error });
  }
}

async function importPeer(): Promise<Peer> {
  const [server, helpers] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return {
    ...server,
    decodeAttestationObject: helpers.decodeAttestationObject,
  };
}
