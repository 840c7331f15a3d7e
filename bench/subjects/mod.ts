import { createAuthJs } from "./authjs.ts";
import { createBare } from "./bare.ts";
import { createBetterAuth } from "./better_auth.ts";
import { createIron } from "./iron.ts";
import { createPassport } from "./passport.ts";
import type { Subject, SubjectOptions } from "./subject.ts";

type Make = (options: SubjectOptions) => Subject | Promise<Subject>;

/** All subjects, by the name that the table shows. */
const makers: Readonly<Record<string, Make>> = {
  "bare route": createBare,
  "Latchkey": async ({ providers = 1 }) => {
    const { createLatchkey, toProviders } = await import("./latchkey.ts");
    return createLatchkey(
      providers === 1
        ? toProviders(1)
        : await (await import("./catalogue.ts")).makeCatalogue(),
    );
  },
  "Latchkey, guards": async () => (await import("./guards.ts")).createGuards(),
  "Auth.js": createAuthJs,
  "Latchkey, database": async () =>
    (await import("./database.ts")).createOurDatabase(),
  "Auth.js, database": async () =>
    (await import("./database.ts")).createAuthJsDatabase(),
  "iron-session": createIron,
  "express-session, passport": createPassport,
  "Better Auth, memory": () => createBetterAuth("memory"),
  "Better Auth, HMAC": () => createBetterAuth("compact"),
  "Better Auth, HS256": () => createBetterAuth("jwt"),
  "Better Auth, JWE": () => createBetterAuth("jwe"),
};

/** Creates a subject. */
export async function createSubject(
  name: string,
  options: SubjectOptions = {},
): Promise<Subject> {
  const make = makers[name];
  if (make === undefined) throw new TypeError(`no subject ${name}`);
  return await make(options);
}
