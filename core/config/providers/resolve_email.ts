import type {
  EmailConfig,
  ResolvedEmail,
} from "../../providers/email_provider.ts";
import { customFetch } from "../../providers/oauth/oauth_config.ts";
import { fn, object, seconds } from "../rules.ts";
import { toEnvPrefix } from "../../runtime/env.ts";
import { readMailEnv } from "./provider_env.ts";
import type { Resolving } from "../../providers/resolving.ts";

const readMaxAge = seconds(600, 86_400);

const checkFunctions = object({
  sendMail: fn(),
  sendBySmtp: fn(),
  sendVerificationRequest: fn(),
  renderMail: fn(),
  normalizeIdentifier: fn(),
  generateVerificationToken: fn(),
});

/** Fills in the defaults of an e-mail provider and reports its mistakes. */
export function resolveEmail(
  provider: EmailConfig,
  { env, problems }: Resolving,
): ResolvedEmail {
  const source = { ...provider, ...readMailEnv(provider, env) };
  const { id, secret } = provider;
  const where = `Provider "${id}"`;
  const maxAge = readMaxAge(provider.maxAge, `${id}.maxAge`, problems.add);
  const secrets = secret === undefined ? null : [secret].flat();
  if (secrets?.some((one) => typeof one !== "string" || one.length < 32)) {
    problems.add(`${where}: each \`secret\` needs at least 32 characters.`);
  }
  checkFunctions(source, "", (mistake) => problems.add(`${where}: ${mistake}`));
  reportSenderProblems(source, where, problems);
  return {
    id,
    name: provider.name ?? "Email",
    type: "email",
    from: source.from ?? "",
    maxAge,
    secrets,
    localDomains: provider.localDomains ?? false,
    fetch: provider[customFetch] ?? ((input, init) => fetch(input, init)),
    hidden: [...listHidden(source), ...secrets ?? []],
    source,
  };
}

type Problems = Resolving["problems"];

function reportSenderProblems(
  { id, from, server, sendMail, sendBySmtp, sendVerificationRequest }:
    EmailConfig,
  where: string,
  problems: Problems,
): void {
  // Mails that the application sends itself need no sender here.
  if (sendVerificationRequest !== undefined) return;
  const prefix = toEnvPrefix(id);
  if (from === undefined) {
    problems.addMendable(
      `${where} has no sender: set \`from\` or ${prefix}_FROM.`,
    );
  } else if (typeof from !== "string" || !/^[^\r\n@]*@[^\r\n]+$/.test(from)) {
    problems.add(
      `${where}: \`from\` must be an address, or like "Name <address>".`,
    );
  }
  if (sendMail === undefined && server === undefined) {
    problems.addMendable(
      `${where} cannot send: set \`server\` or ${prefix}_SERVER, or give \`sendMail\`.`,
    );
  } else if (sendMail === undefined && sendBySmtp === undefined) {
    problems.add(
      `${where} cannot send to its \`server\`: make it with \`Nodemailer\` of \`@latchkey/auth/providers/nodemailer\`, which loads the package \`nodemailer\`, or give \`sendMail\`.`,
    );
  }
}

/** Lists the texts to redact from logs. */
function listHidden({ apiKey, server }: EmailConfig): string[] {
  const keys = apiKey?.split(":") ?? [];
  if (typeof server === "string") {
    if (!URL.canParse(server)) return [...keys, server];
    const { password } = new URL(server);
    return [...keys, password, decodePart(password)].filter(Boolean);
  }
  const { auth } = (server ?? {}) as { auth?: Record<string, unknown> };
  const { user: _, type: _type, ...secrets } = auth ?? {};
  const texts = Object.values(secrets).filter((one) => typeof one === "string");
  return [...keys, ...texts];
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
