import type { Ask, RelyingParty } from "../subjects/relying_party.ts";

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

/** A browser of one application. */
export interface Browser {
  readonly jar: Jar;
  readonly ask: Ask;
}

/** Creates a browser that sends the cookies which it was answered with. */
export function createBrowser(party: Pick<RelyingParty, "handler">): Browser {
  const jar = createJar();
  const ask: Ask = async (request) => {
    const cookie = jar.header();
    if (cookie !== "") request.headers.set("cookie", cookie);
    const answer = await party.handler(request);
    jar.take(answer.headers);
    return answer;
  };
  return { jar, ask };
}
