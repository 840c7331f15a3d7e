import type { Context } from "../../request/context.ts";
import { hash } from "../../crypto/hash.ts";
import { SCRIPT } from "../../pages/forms/webauthn_script.ts";
import type {
  PasskeyForm,
  PasskeyModel,
} from "../../config/pages/page_models.ts";
import type { ResolvedWebAuthn } from "../../providers/webauthn_provider.ts";

/** The passkey providers, in their configured order. */
export function listPasskeyProviders(
  { settings }: Pick<Context, "settings">,
): readonly ResolvedWebAuthn[] {
  return [...settings.providers.values()].filter((one) =>
    one.type === "webauthn"
  );
}

/** Whether a visitor without a session can create a passkey to sign up. */
export function signsUp(provider: ResolvedWebAuthn): boolean {
  return provider.getUserInfo !== null ||
    Object.hasOwn(provider.formFields, "email");
}

/** The part of the sign-in page model that offers passkeys; null if there is none. */
export async function toPasskeyModel(
  ctx: Context,
): Promise<PasskeyModel | null> {
  const providers = listPasskeyProviders(ctx);
  if (providers.length === 0) return null;
  // Browsers allow autofill for one form at a time.
  const first = providers.find((one) => one.autofill);
  const forms: Record<string, PasskeyForm> = {};
  for (const provider of providers) {
    forms[provider.id] = {
      fields: provider.formFields,
      autofill: provider === first,
      signsUp: signsUp(provider),
    };
  }
  const { version } = await loadScript();
  return { script: `${ctx.url("webauthn-script")}?v=${version}`, forms };
}

/** The script, and a version string that changes with it. */
export async function loadScript(): Promise<{ text: string; version: string }> {
  return { text: SCRIPT, version: (await hash(SCRIPT)).slice(0, 12) };
}
