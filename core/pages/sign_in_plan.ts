import type {
  PageProvider,
  PasskeyForm,
  SignInModel,
} from "../config/pages/page_models.ts";

/** A form of the sign-in page. */
export type Form =
  | {
    readonly kind: "credentials";
    readonly provider: PageProvider;
    /** The mail provider that shares the address field; null if none does. */
    readonly mail: PageProvider | null;
    /** Ids of the providers that the form serves. */
    readonly ids: readonly string[];
    /** The passkey provider whose sign-up needs only the address of this form. */
    readonly signUp: PageProvider | null;
  }
  | {
    readonly kind: "email";
    readonly provider: PageProvider;
    readonly ids: readonly string[];
    readonly signUp: PageProvider | null;
  }
  | {
    readonly kind: "passkey";
    readonly provider: PageProvider;
    readonly fields: PasskeyForm["fields"];
    readonly ids: readonly string[];
  };

type AddressForm = Exclude<Form, { kind: "passkey" }>;

/**
 * Plans the forms of the page so that one field for an address serves
 * everything that needs one: a password, a mail, and signing up by passkey. The
 * form that was used last comes first.
 */
export function planForms(
  { providers, passkeys, lastUsed = null, confirm = null }: SignInModel,
): readonly Form[] {
  const forms = planAddressForms(providers);
  // A user who confirms an identity does not sign up.
  const all = confirm === null
    ? addSignUps({ providers, passkeys }, forms)
    : forms;
  const isLast = ({ ids }: Form) => lastUsed !== null && ids.includes(lastUsed);
  return [...all.filter(isLast), ...all.filter((one) => !isLast(one))];
}

/** Plans the forms of passwords and mails. The first password form with an address takes in the first mail form. */
function planAddressForms(
  providers: readonly PageProvider[],
): readonly AddressForm[] {
  const mails = providers.filter(({ type }) => type === "email");
  const passwords = providers.filter(({ type, fields = [] }) =>
    type === "credentials" && fields.length > 0
  );
  const sharing = passwords.find(asksForAddress);
  const shared = sharing === undefined ? undefined : mails[0];
  const common = { signUp: null } as const;
  return [
    ...passwords.map((provider) => {
      const mail = provider === sharing ? shared ?? null : null;
      const ids = [provider.id, ...(mail === null ? [] : [mail.id])];
      return { ...common, kind: "credentials", provider, mail, ids } as const;
    }),
    ...mails.filter((one) => one !== shared).map((provider) => {
      const ids = [provider.id];
      return { ...common, kind: "email", provider, ids } as const;
    }),
  ];
}

/** Adds what signs up by passkey: to a form that asks for the address already, or as a form of its own. */
function addSignUps(
  { providers, passkeys }: Pick<SignInModel, "providers" | "passkeys">,
  addressForms: readonly AddressForm[],
): readonly Form[] {
  const forms = [...addressForms];
  const own: Form[] = [];
  const address = forms.findIndex(({ provider }) =>
    provider.type === "email" || asksForAddress(provider)
  );
  for (const provider of providers) {
    const form = passkeys?.forms[provider.id];
    if (provider.type !== "webauthn" || !form?.signsUp) continue;
    const names = Object.keys(form.fields);
    const known = forms[address];
    if (names.join() === "email" && known && known.signUp === null) {
      forms[address] = { ...known, signUp: provider };
    } else {
      const { fields } = form;
      own.push({ kind: "passkey", provider, fields, ids: [provider.id] });
    }
  }
  return [...forms, ...own];
}

/** Whether a password form has a field that an address for mails can be typed into. */
function asksForAddress({ fields = [] }: PageProvider): boolean {
  return fields.some(([name]) => name === "email");
}
