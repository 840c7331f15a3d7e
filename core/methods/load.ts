/**
 * The OAuth method and the libraries under it (jose, oauth4webapi), loaded when
 * somebody first signs in: reading sessions never needs them.
 */
export function loadOAuth(): Promise<typeof import("./oauth.ts")> {
  return import("./oauth.ts");
}
