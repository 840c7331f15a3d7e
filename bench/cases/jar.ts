/** Keeps the cookies of one browser, whatever their attributes say. */
export interface Jar {
  readonly cookies: Map<string, string>;
  /** Returns the Cookie header; empty without cookies. */
  header(): string;
  /** Takes the cookies of an answer. */
  take(headers: Headers): void;
}

/** Creates an empty jar. */
export function createJar(): Jar {
  const cookies = new Map<string, string>();
  return {
    cookies,
    header: () =>
      [...cookies].map(([key, value]) => `${key}=${value}`).join("; "),
    take: (headers) => {
      for (const header of headers.getSetCookie()) {
        const [pair = ""] = header.split(";", 1);
        const equals = pair.indexOf("=");
        cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
      }
    },
  };
}
