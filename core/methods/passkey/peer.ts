import { ConfigurationError } from "../../errors/errors.ts";

type Server = typeof import("@simplewebauthn/server");
type Helpers = typeof import("@simplewebauthn/server/helpers");

/** The part of `@simplewebauthn/server` that is used; only applications with passkeys install it. */
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
 * @param load the import; replaced in tests
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
    // Bundlers ignore a missing package only if the import itself has a catch.
    import("@simplewebauthn/server").catch(rethrow),
    import("@simplewebauthn/server/helpers").catch(rethrow),
  ]);
  return {
    ...server,
    decodeAttestationObject: helpers.decodeAttestationObject,
  };
}

function rethrow(error: unknown): never {
  throw error;
}
