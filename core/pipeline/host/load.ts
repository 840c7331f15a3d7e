/**
 * What a session read does without, loaded with the first request that needs
 * it: an application starts sooner, and a bundle is smaller.
 *
 * @module
 */

/** The auth routes. */
export function loadPipeline(): Promise<typeof import("../auth.ts")> {
  return import("../auth.ts");
}

/**
 * Form tokens, guards, lists of sessions, forms, and cookies that have to be
 * written. They are one part: a bundler makes a file for each set of parts that
 * share a module, and many small files compress badly.
 */
export function loadHostParts(): Promise<typeof import("./host_parts.ts")> {
  return import("./host_parts.ts");
}
