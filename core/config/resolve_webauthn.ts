import type { AuthConfig } from "./config.ts";
import type { AdapterMethod } from "../storage/adapter_calls.ts";
import { hasMethod } from "../storage/adapter_needs.ts";
import type { Problems } from "../errors/config_problems.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import type {
  ResolvedWebAuthn,
  UserVerification,
  WebAuthnConfig,
  WebAuthnField,
  WebAuthnVerifyOptions,
} from "../providers/webauthn_provider.ts";

/** Milliseconds. */
const TIMEOUT = 300_000;

const EMAIL: WebAuthnField = {
  type: "email",
  required: true,
  autocomplete: "username webauthn",
};

const VERIFICATIONS = ["required", "preferred", "discouraged"];

/** Fills in the defaults of a passkey provider and reports its mistakes. */
export function resolveWebAuthn(
  provider: WebAuthnConfig,
  problems: Problems,
): ResolvedWebAuthn {
  const { id, registrationOptions: making = {} } = provider;
  const using = provider.authenticationOptions ?? {};
  const formFields = provider.formFields ?? { email: EMAIL };
  const report = (message: string) =>
    problems.add(`Provider "${id}": ${message}`);
  for (const name of Object.keys(formFields)) {
    if (
      !/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name) || RESERVED.includes(name)
    ) {
      report(`\`formFields\` cannot have a field "${name}".`);
    }
  }
  const hasAutofill = Object.values(formFields).some(isForAutofill);
  if (provider.enableConditionalUI === true && !hasAutofill) {
    report(
      '`enableConditionalUI` needs a form field whose `autocomplete` ends in "webauthn", like "username webauthn".',
    );
  }
  return {
    id,
    name: provider.name ?? id,
    type: "webauthn",
    relyingParty: readRelyingParty(provider, report),
    formFields,
    autofill: hasAutofill && provider.enableConditionalUI !== false,
    registration: {
      timeout: readTimeout(making.timeout, report),
      userVerification: readVerification(
        making.authenticatorSelection?.userVerification,
        report,
      ),
      attachment: making.authenticatorSelection?.authenticatorAttachment,
      attestationType: making.attestationType ?? "none",
      algorithms: making.supportedAlgorithmIDs ?? null,
    },
    authentication: {
      timeout: readTimeout(using.timeout, report),
      userVerification: readVerification(using.userVerification, report),
    },
    verifiesUser: {
      register: isVerified(provider.verifyRegistrationOptions),
      authenticate: isVerified(provider.verifyAuthenticationOptions),
    },
    getUserInfo: provider.getUserInfo ?? null,
  };
}

/** Field names that the callback's form uses itself. */
const RESERVED = ["action", "data", "csrfToken", "callbackUrl"];

function isForAutofill({ autocomplete }: WebAuthnField): boolean {
  return typeof autocomplete === "string" &&
    /(?:^|\s)webauthn$/i.test(autocomplete);
}

function isVerified(options: WebAuthnVerifyOptions = {}): boolean {
  return options.requireUserVerification !== false;
}

type Report = (message: string) => void;

function readTimeout(timeout: number | undefined, report: Report): number {
  if (timeout === undefined) return TIMEOUT;
  if (timeout > 0 && timeout <= TIMEOUT) return timeout;
  report(`\`timeout\` must be above 0 and at most ${TIMEOUT} milliseconds.`);
  return TIMEOUT;
}

function readVerification(
  wanted: UserVerification | undefined,
  report: Report,
): UserVerification {
  if (wanted === undefined) return "required";
  if (VERIFICATIONS.includes(wanted)) return wanted;
  report(
    '`userVerification` must be "required", "preferred" or "discouraged".',
  );
  return "required";
}

function readRelyingParty(
  { relyingParty, relayingParty }: WebAuthnConfig,
  report: Report,
): ResolvedWebAuthn["relyingParty"] {
  const { id, name, origin } = relyingParty ?? relayingParty ?? {};
  const origins = origin === undefined ? null : [origin].flat();
  const isDomain = id === undefined ||
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(id);
  if (!isDomain) {
    report(
      '`relyingParty.id` must be a domain in lower case, like "example.com".',
    );
  }
  if (origins?.some((one) => typeof one !== "string" || one === "")) {
    report("`relyingParty.origin` must be an origin or a list of them.");
  }
  return { id: id ?? null, name: name ?? null, origins };
}

/** Adapter methods that passkeys need. */
const NEEDS: readonly AdapterMethod[] = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "linkAccount",
  "getAccount",
  "getAuthenticator",
  "createAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
];

/** Checks that passkeys are enabled and supported by the adapter. */
export function checkWebAuthn(
  config: AuthConfig,
  providers: ReadonlyMap<string, ResolvedProvider>,
  problems: Problems,
): void {
  const own = [...providers.values()].filter(isWebAuthn);
  const [first] = own;
  if (first === undefined) return;
  if (config.experimental?.enableWebAuthn !== true) {
    problems.add(
      `Provider "${first.id}": passkeys are experimental. Set \`experimental: { enableWebAuthn: true }\`.`,
    );
  }
  const { adapter } = config;
  if (adapter === undefined) {
    problems.add(
      `Provider "${first.id}": passkeys need an \`adapter\` that keeps them.`,
    );
  } else if (typeof adapter === "object" && adapter !== null) {
    const missing = NEEDS.filter((method) => !hasMethod(adapter, method));
    if (missing.length > 0) {
      problems.add(
        `The adapter lacks ${
          missing.map((method) => `\`${method}\``).join(", ")
        }, which passkeys need.`,
      );
    }
  }
}

function isWebAuthn(provider: ResolvedProvider): provider is ResolvedWebAuthn {
  return provider.type === "webauthn";
}
