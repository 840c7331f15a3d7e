import type { Page } from "./page.ts";

/** Where a page is, and where it may go. */
export interface Targets {
  /** Parses a URL; default: that of this page. */
  parse(url?: string): URL;
  /** The URL that the routes take for a target; default: this page. */
  toTarget(redirectTo?: string): string;
  /** Whether a URL is neither of this origin nor of that of the routes. */
  isElsewhere(url: string): boolean;
  go(url: string): void;
}

/** Creates the functions about targets. */
export function createTargets({ location }: Page, base: string): Targets {
  const parse = (url = "") => new URL(url, location?.href);
  return {
    parse,
    go: (url) => location?.assign(url),
    // A target on the origin of the routes is a path: a proxy may change the host.
    toTarget: (redirectTo) => {
      const { origin, href } = parse(redirectTo);
      return origin === parse(base).origin ? href.slice(origin.length) : href;
    },
    isElsewhere: (url) =>
      ![parse().origin, parse(base).origin].includes(parse(url).origin),
  };
}
