/**
 * Express applications that users sign in to at one provider.
 *
 * @module
 */

import { createAuth } from "@latchkey/auth";
import { ServerAuth } from "@latchkey/auth/server";
import type { Express, Handler, Request, Response } from "./express.ts";
import { takeApart } from "./form_sketch.ts";
import { toOptions } from "./own.ts";
import { mountPassport } from "./passport_sign_in.ts";
import type { Answer, Asked } from "./plain_answer.ts";
import { createSketch, type Registration } from "./sketch.ts";
import { origin } from "./subject.ts";

/** An application that users sign in to, in a process of its own. */
export interface SignInApp {
  /** Adds what it needs to Express. */
  mount(app: Express, registration: Registration): Promise<void> | void;
  /** How a browser gets to the provider: by a form, or by a link. */
  readonly start: { readonly form: string } | { readonly link: string };
  readonly sessionCookie: string;
}

/** The applications by name. */
export const signInApps: Readonly<Record<string, SignInApp>> = {
  "the sketch": {
    mount: mountSketch,
    start: { form: "/auth/signin" },
    sessionCookie: "__Host-session",
  },
  "Latchkey": {
    mount: (app, registration) => {
      app.use("/auth", ServerAuth(toOptions(registration)) as Handler);
    },
    start: { form: "/auth/signin" },
    sessionCookie: "__Host-latchkey.session",
  },
  "passport by a link, ID token not verified": {
    mount: mountPassport,
    start: { link: "/auth/signin/op" },
    sessionCookie: "connect.sid",
  },
};

async function mountSketch(
  app: Express,
  registration: Registration,
): Promise<void> {
  // Its page is as long as ours.
  const { handler } = createAuth(toOptions(registration));
  const shown = await handler(
    new globalThis.Request(`${origin}/auth/signin`, {
      headers: { accept: "text/html" },
    }),
  );
  const sketch = await createSketch(registration, await takeApart(shown));
  app.use("/auth", (req, res, next) => {
    sketch.answer(toAsked(req)).then((answer) => send(answer, res))
      .catch(next);
  });
}

function toAsked(req: Request): Asked {
  return {
    method: req.method ?? "",
    url: origin + req.originalUrl,
    headers: { get: (name) => req.headers[name]?.toString() ?? null },
    text: () => readBody(req),
  };
}

function readBody(req: Request): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    req.setEncoding("utf8");
    req.on("data", (chunk) => text += chunk);
    req.on("end", () => resolve(text));
    req.on("error", reject);
  });
}

function send({ status, headers, cookies, body }: Answer, res: Response): void {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) {
    res.setHeader(name, value);
  }
  for (const cookie of cookies ?? []) res.appendHeader("set-cookie", cookie);
  res.end(body ?? undefined);
}
