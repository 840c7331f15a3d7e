import { type Subject, toPerson, toUser } from "./subject.ts";

/** No library at all: the cost of Express itself. */
export function createBare(): Subject {
  const user = toUser(0);
  return {
    cookies: (count) =>
      Promise.resolve(
        Array.from({ length: count }, (_, i) => `theme=dark; visit=${i}`),
      ),
    read: () => Promise.resolve(toPerson(user)),
    mount: (app) => app.get("/me", (_req, res) => res.json({ user })),
  };
}
