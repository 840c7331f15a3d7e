import type { AuthConfig } from "../config.ts";
import type { AdapterMethod } from "../../storage/adapter_calls.ts";
import { listMissing } from "../../storage/adapter_needs.ts";
import type { Problems } from "../../errors/config_problems.ts";
import type { ResolvedProvider } from "../../providers/provider.ts";
import { object, oneOf, type Report, valid } from "../rules.ts";
import type {
  ResolvedWebAuthn,
  WebAuthnConfig,
  WebAuthnField,
  WebAuthnVerifyOptions,
} from "../../providers/webauthn_provider.ts";

/** Milliseconds. */
const TIMEOUT = 300_000;

const EMAIL: WebAuthnField = {
  type: "email",
  required: true,
  autocomplete: "username webauthn",
};

const readCeremony = object({
  timeout: valid(
    TIMEOUT,
    `be above 0 and at most ${TIMEOUT} milliseconds`,
    (value) => Number(value) > 0 && Number(value) <= TIMEOUT,
  ),
  userVerification: oneOf(
    ["required", "preferred", "discouraged"],
    "required",
  ),
});

const checkParty = object({
  id: valid(
    null,
    'be a domain in lower case, like "example.com"',
    (value) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(`${value}`),
  ),
  origin: valid(
    null,
    "be an origin or a list of them",
    (value) =>
      [value].flat().every((one) => typeof one === "string" && one !== ""),
  ),
});

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
  checkNames(Object.keys(formFields), report);
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
      ...readCeremony(
        { ...making.authenticatorSelection, timeout: making.timeout },
        "",
        report,
      ),
      attachment: making.authenticatorSelection?.authenticatorAttachment,
      attestationType: making.attestationType ?? "none",
      algorithms: making.supportedAlgorithmIDs ?? null,
    },
    authentication: readCeremony(using, "", report),
    verifiesUser: {
      register: isVerified(provider.verifyRegistrationOptions),
      authenticate: isVerified(provider.verifyAuthenticationOptions),
    },
    getUserInfo: provider.getUserInfo ?? null,
    loadServer: readLoader(provider, report),
  };
}

/** Field names that the callback's form uses itself. */
const RESERVED = ["action", "data", "csrfToken", "callbackUrl"];

function checkNames(names: readonly string[], report: Report): void {
  for (const name of names) {
    const isName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name);
    if (isName && !RESERVED.includes(name)) continue;
    report(`\`formFields\` cannot have a field "${name}".`);
  }
}

function isForAutofill({ autocomplete }: WebAuthnField): boolean {
  return typeof autocomplete === "string" &&
    /(?:^|\s)webauthn$/i.test(autocomplete);
}

function isVerified(options: WebAuthnVerifyOptions = {}): boolean {
  return options.requireUserVerification !== false;
}

/** Only the definitions name the package, so that applications without passkeys do not need it. */
function readLoader(
  { loadServer }: WebAuthnConfig,
  report: Report,
): ResolvedWebAuthn["loadServer"] {
  if (typeof loadServer === "function") return loadServer;
  const message =
    "make it with `WebAuthn` or `Passkey` of `@latchkey/auth/providers/webauthn` or `…/passkey`, which load the package `@simplewebauthn/server`.";
  report(message);
  return () => Promise.reject(new Error(message));
}

function readRelyingParty(
  { relyingParty, relayingParty }: WebAuthnConfig,
  report: Report,
): ResolvedWebAuthn["relyingParty"] {
  const party = relyingParty ?? relayingParty ?? {};
  checkParty(party, "relyingParty", report);
  const { id = null, name = null, origin } = party;
  return { id, name, origins: origin === undefined ? null : [origin].flat() };
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
    const missing = listMissing(adapter, NEEDS);
    if (missing !== "") {
      problems.add(`The adapter lacks ${missing}, which passkeys need.`);
    }
  }
}

function isWebAuthn(provider: ResolvedProvider): provider is ResolvedWebAuthn {
  return provider.type === "webauthn";
}
