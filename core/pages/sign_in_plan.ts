import type {
  PageProvider,
  PasskeyForm,
  SignInModel,
} from "../config/page_models.ts";

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
  { providers, passkeys, lastUsed = null }: SignInModel,
): readonly Form[] {
  const mails = providers.filter(({ type }) => type === "email");
  const passwords = providers.filter(({ type, fields = [] }) =>
    type === "credentials" && fields.length > 0
  );
  const sharing = passwords.find(asksForAddress);
  const shared = sharing === undefined ? undefined : mails[0];
  const forms: AddressForm[] = [
    ...passwords.map((provider) => {
      const mail = provider === sharing ? shared ?? null : null;
      const ids = [provider.id, ...(mail === null ? [] : [mail.id])];
      return {
        kind: "credentials",
        provider,
        mail,
        ids,
        signUp: null,
      } as const;
    }),
    ...mails.filter((one) => one !== shared).map((provider) => {
      const ids = [provider.id];
      return { kind: "email", provider, ids, signUp: null } as const;
    }),
  ];
  const address = forms.findIndex(({ provider }) =>
    provider.type === "email" || asksForAddress(provider)
  );
  const own: Form[] = [];
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
  const all = [...forms, ...own];
  const isLast = ({ ids }: Form) => lastUsed !== null && ids.includes(lastUsed);
  return [...all.filter(isLast), ...all.filter((one) => !isLast(one))];
}

/** Whether a password form has a field that an address for mails can be typed into. */
function asksForAddress({ fields = [] }: PageProvider): boolean {
  return fields.some(([name]) => name === "email");
}
