import { catching, type Forms } from "./forms.ts";
import type { UsePasskey } from "./passkeys.ts";
import type { Requests } from "./requests.ts";
import type { Targets } from "./targets.ts";
import type {
  AuthClient,
  ClientProvider,
  Fields,
  PasskeyOptions,
  Result,
} from "./types.ts";

type SignIns = Pick<
  AuthClient<unknown>,
  "providers" | "signIn" | "confirmMail" | "addPasskey"
>;

/** What the ways to sign in need. */
interface Means {
  readonly forms: Forms;
  readonly targets: Targets;
  readonly usePasskey: UsePasskey;
}

/** Creates the ways to sign in. */
export function createSignIns(
  { base, get }: Requests,
  means: Means,
): SignIns {
  const { forms: { submit, findStep }, targets, usePasskey } = means;
  const providers = createProviders(get);
  return {
    providers,
    signIn: (id, options = {}) =>
      catching(async () => {
        if (id === undefined) {
          const callbackUrl = targets.toTarget(options.redirectTo);
          const url = `${base}/signin?${new URLSearchParams({ callbackUrl })}`;
          targets.go(url);
          return { ok: true, url, next: null, error: null };
        }
        const provider = (await providers()).find((one) => one.id === id);
        return await signInBy(provider ?? { id }, options, means);
      }),
    confirmMail: ({ provider, ...fields }) =>
      submit(provider ? `callback/${provider}` : findStep(), fields),
    addPasskey: ({ provider = "passkey", redirectTo, ...fields } = {}) =>
      catching(async () => {
        const proof = await usePasskey("register", provider, { fields });
        return await submit(`callback/${provider}`, { ...proof, redirectTo });
      }),
  };
}

/** Signs in by a provider, as its type says. */
async function signInBy(
  { id, type }: Partial<ClientProvider>,
  { autofill, ...rest }: PasskeyOptions,
  { forms: { submit, leave }, usePasskey }: Means,
): Promise<Result> {
  const fields = rest as Fields;
  switch (type) {
    case "credentials":
      return await submit(`callback/${id}`, fields);
    case "webauthn": {
      const proof = await usePasskey("authenticate", `${id}`, { autofill });
      return await submit(`callback/${id}`, { ...proof, ...fields });
    }
    case "email":
      return await submit(`signin/${id}`, fields);
    default:
      return await leave(`signin/${id}`, fields);
  }
}

/** Creates the function that lists the providers, which are read once. */
function createProviders(get: Requests["get"]): SignIns["providers"] {
  let known: ReturnType<SignIns["providers"]> | null = null;
  const read = async () => {
    try {
      return Object.values(await get("providers") ?? {}) as ClientProvider[];
    } catch (error) {
      known = null;
      throw error;
    }
  };
  return () => known ??= read();
}
