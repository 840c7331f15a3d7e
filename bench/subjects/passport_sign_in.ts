import { load } from "../load.ts";
import type { Express, Handler } from "./express.ts";
import type { Registration } from "./sketch.ts";
import { origin, secret } from "./subject.ts";

type Done = (error: unknown, value: unknown) => void;

interface Passport {
  use(strategy: unknown): void;
  session(): Handler;
  authenticate(name: string): Handler;
  serializeUser(save: (user: unknown, done: Done) => void): void;
}

type Strategy = new (
  options: object,
  verify: (issuer: string, profile: object, done: Done) => void,
) => unknown;

/**
 * passport with express-session and its strategy for OpenID Connect, which does
 * not look at the signature of an ID token.
 */
export async function mountPassport(
  app: Express,
  { issuer, clientId, clientSecret }: Registration,
): Promise<void> {
  const { default: session } = await load<
    { default: (options: object) => Handler }
  >("express-session");
  const { default: passport } = await load<{ default: Passport }>("passport");
  const { default: Strategy } = await load<{ default: Strategy }>(
    "passport-openidconnect",
  );
  passport.serializeUser((user, done) => done(null, user));
  passport.use(
    new Strategy({
      issuer,
      authorizationURL: `${issuer}/authorize`,
      tokenURL: `${issuer}/token`,
      clientID: clientId,
      clientSecret,
      callbackURL: `${origin}/auth/callback/op`,
      scope: ["profile", "email"],
      nonce: true,
    }, (_issuer, profile, done) => done(null, profile)),
  );
  app.use(session({ secret, resave: false, saveUninitialized: false }));
  app.use(passport.session());
  app.get("/auth/signin/op", passport.authenticate("openidconnect"));
  app.get(
    "/auth/callback/op",
    passport.authenticate("openidconnect"),
    (_req, res) => {
      res.statusCode = 303;
      res.setHeader("location", `${origin}/`);
      res.end();
    },
  );
}
