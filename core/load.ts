/**
 * What a session read does without, loaded with the first request that needs
 * it: an application starts sooner, and a bundle is smaller.
 *
 * @module
 */

/** The auth routes. */
export function loadPipeline(): Promise<typeof import("./auth.ts")> {
  return import("./auth.ts");
}

/** The token of forms. */
export function loadCsrf(): Promise<typeof import("./csrf.ts")> {
  return import("./csrf.ts");
}

/** Guards, which may have to show a page. */
export function loadGuard(): Promise<typeof import("./guard.ts")> {
  return import("./guard.ts");
}

/** Lists of sessions, and ends to ways in. */
export function loadManagement(): Promise<typeof import("./manage.ts")> {
  return import("./manage.ts");
}

/** Forms that a framework has read itself. */
export function loadForms(): Promise<typeof import("./form_action.ts")> {
  return import("./form_action.ts");
}
