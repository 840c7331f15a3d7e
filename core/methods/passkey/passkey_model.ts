import type { Context } from "../../request/context.ts";
import { hash } from "../../crypto/hash.ts";
import type { PasskeyForm, PasskeyModel } from "../../request/outcome.ts";
import type { ResolvedWebAuthn } from "../../providers/webauthn_provider.ts";

/** The providers of passkeys, in their configured order. */
export function listPasskeyProviders(
  { settings }: Pick<Context, "settings">,
): readonly ResolvedWebAuthn[] {
  return [...settings.providers.values()].filter((one) =>
    one.type === "webauthn"
  );
}

/** Whether who has no passkey yet can make one without being signed in. */
export function signsUp(provider: ResolvedWebAuthn): boolean {
  return provider.getUserInfo !== null ||
    Object.hasOwn(provider.formFields, "email");
}

/** What the sign-in page needs to offer passkeys; null: they are not offered. */
export async function toPasskeyModel(
  ctx: Context,
): Promise<PasskeyModel | null> {
  const providers = listPasskeyProviders(ctx);
  if (providers.length === 0) return null;
  // A browser does it for one form at a time.
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

/** The script, and a text that changes with it. */
export async function loadScript(): Promise<{ text: string; version: string }> {
  const { SCRIPT: text } = await import("../../pages/webauthn_script.ts");
  return { text, version: (await hash(text)).slice(0, 12) };
}
