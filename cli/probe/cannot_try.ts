/** A check that says nothing about this server, with the reason. */
export class CannotTry extends Error {}
