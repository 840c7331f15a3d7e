import { load } from "../load.ts";
import {
  repeat,
  secret,
  type Subject,
  toPadding,
  toPerson,
  toUser,
} from "./subject.ts";

interface Iron {
  getIronSession(
    req: unknown,
    res: unknown,
    options: object,
  ): Promise<{ user?: unknown }>;
  sealData(data: unknown, options: object): Promise<string>;
}

const cookieName = "session";

/** iron-session: only an encrypted cookie. */
export async function createIron(): Promise<Subject> {
  const { getIronSession, sealData } = await load<Iron>("iron-session");
  const options = { cookieName, password: secret };
  return {
    cookies: (count, bytes) =>
      repeat(count, async (i) => {
        const data = { user: toUser(i), pad: toPadding(bytes) };
        return `${cookieName}=${await sealData(data, options)}`;
      }),
    read: async (cookie) => {
      const req = { headers: { cookie } };
      const res = { getHeader: () => undefined, setHeader: () => {} };
      const { user } = await getIronSession(req, res, options);
      return toPerson(user);
    },
    mount: (app) =>
      app.get("/me", async (req, res) => {
        const { user } = await getIronSession(req, res, options);
        res.json({ user });
      }),
  };
}
