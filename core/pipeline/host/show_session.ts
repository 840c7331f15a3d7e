import type { Session } from "../../model/model.ts";

/**
 * Shows the session as the property `session` of the object where a framework
 * keeps values for a request. A response depends on the session as soon as
 * something reads it there: files that are served beside it do not.
 *
 * @param onRead called on each read; returns false if that one sees nobody, as
 * where an answer for everybody is made
 */
export function showSession(
  holder: object,
  session: Session | null,
  onRead: () => void | false,
): void {
  Object.defineProperty(holder, "session", {
    get: () => onRead() === false ? null : session,
    // The application may replace it.
    set(this: object, value: unknown) {
      Object.defineProperty(this, "session", { value, writable: true });
    },
    enumerable: true,
    configurable: true,
  });
}
