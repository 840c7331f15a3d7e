/**
 * The application on a copy of its database: with the providers, mails and logs
 * of a rehearsal, and everything else as it is configured.
 *
 * @module
 */

import type {
  Adapter,
  Config,
  Database,
  Library,
  Provider,
  TableOptions,
} from "./library.ts";
import type { Member } from "./shapes.ts";
import type { Version } from "./versions.ts";

/** The origin of the rehearsal. */
export const ORIGIN = "https://rehearsal.example";

/** A mail, as far as it is read. */
interface Mail {
  readonly to: string;
  readonly url: string;
}

/** One version of the application, over a copy. */
export interface Stage {
  readonly library: Library;
  readonly config: Config;
  readonly auth: ReturnType<Library["createAuth"]>;
  readonly adapter: Adapter;
  readonly providers: readonly Provider[];
  /** Oldest first. */
  readonly mails: readonly Mail[];
  /** The names of the errors that were logged, oldest first. */
  readonly log: readonly string[];
  /** Sets the user who signs in with providers next. */
  setUser(member: Member, accountId: string): void;
}

/** Builds the application of a version. */
export function createStage(
  { library, config }: Version,
  db: Database,
  options: TableOptions,
): Stage {
  const mails: Mail[] = [];
  const log: string[] = [];
  let profile: object = {};
  const send = ({ mail }: { readonly mail: Mail }) => void mails.push(mail);
  const providers = config.providers.map((one) =>
    replace(one, {
      send,
      customFetch: library.customFetch,
      read: () => profile,
    })
  );
  const adapter = library.createAdapter(db.client, options);
  const own = {
    ...config,
    ...{ origin: ORIGIN, basePath: "/auth", providers, adapter },
    store: library.createStore(db.client, options),
    // What is told to other systems, and what would slow the rehearsal down.
    ...{ events: {}, limits: false, logger: toLogger(log) },
  };
  return {
    ...{ library, config: own, adapter, providers, mails, log },
    auth: library.createAuth(own),
    setUser: ({ user }, id) => {
      const { email, name } = user;
      const email_verified = Boolean(user.emailVerified);
      profile = { id, sub: id, email, email_verified, name };
    },
  };
}

function toLogger(log: string[]) {
  const keep = (error: unknown) => {
    const { name, message } = Object(error);
    log.push(`${name ?? ""}: ${String(message ?? error).split("\n", 1)[0]}`);
  };
  return { error: keep, warn: () => {}, debug: () => {} };
}

interface Means {
  readonly send: (params: { readonly mail: Mail }) => void;
  readonly customFetch: symbol;
  /** Returns the profile of the user who signs in. */
  readonly read: () => object;
}

/** Takes the network away from a provider. */
function replace(provider: Provider, means: Means): Provider {
  const { send } = means;
  const mailer = { id: "rehearsal-mail", type: "email", from: "a@app.example" };
  switch (provider.type) {
    case "oauth":
    case "oidc":
      return toStandIn(provider, means);
    case "email":
      return { ...mailer, id: provider.id, ...toMailer(send) };
    case "password":
    case "credentials":
      return provider.password === undefined ? provider : {
        ...provider,
        password: {
          ...provider.password,
          mail: { ...mailer, ...toMailer(send) },
        },
      };
    default:
      return provider;
  }
}

function toMailer(sendMail: Means["send"]): object {
  return { sendMail };
}

/** What decides about accounts, and is kept of a provider. */
const KEPT = ["allowDangerousEmailAccountLinking", "allowedParams", "account"];

/** A provider with the same id that answers at once. */
function toStandIn(
  provider: Provider,
  { customFetch, read }: Means,
): Provider {
  const at = (path: string) => `https://provider.example/${path}`;
  const options = Object.entries(provider)
    .filter(([name]) => KEPT.includes(name));
  const standIn = {
    ...Object.fromEntries(options),
    ...{ id: provider.id, name: provider.id, type: "oauth" },
    ...{ clientId: "rehearsal", clientSecret: "rehearsal" },
    authorization: at("authorize"),
    token: at("token"),
    userinfo: at("userinfo"),
    emailTrust: "claim",
    profile: (claims: object) => claims,
    [customFetch]: (input: string | URL | Request) => {
      const url = input instanceof Request ? input.url : String(input);
      const answer = url.endsWith("/userinfo")
        ? read()
        : { access_token: "rehearsal", token_type: "bearer" };
      return Promise.resolve(Response.json(answer));
    },
  };
  return standIn;
}
