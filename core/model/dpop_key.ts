/**
 * A private key on the curve P-256, by the members of its JWK that differ from
 * key to key (RFC 7518 section 6.2). It proves that access tokens were issued to
 * this application (RFC 9449), and is kept only sealed.
 */
export interface DpopKey {
  readonly x: string;
  readonly y: string;
  readonly d: string;
}
