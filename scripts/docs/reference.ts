import type { Page } from "./pages.ts";

/** To come. */
export function makeReference(): Promise<Page[]> {
  return Promise.resolve([]);
}
