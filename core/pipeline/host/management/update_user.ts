import type { ConfigSource } from "../../../config/config.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import type { Settings } from "../../../config/settings.ts";
import { ConfigurationError } from "../../../errors/errors.ts";
import { isFieldValue } from "../../../model/field_values.ts";
import { createProviderContext } from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import { readEnv } from "../../../runtime/env.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { toConfig } from "./account_management.ts";
import { assertUserId } from "./user_ids.ts";

/** Changes fields of the application's own of a stored user. */
export async function updateUser<R extends object>(
  source: ConfigSource<R>,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const config = toConfig(source, "updateUser");
  const settings = resolveSettings({ ...config, providers: [] }, readEnv);
  assertUserId(config, id, "updateUser");
  assertFields(settings, fields);
  if (typeof settings.adapter?.updateUser !== "function") {
    throw new ConfigurationError([
      "`updateUser` needs an `adapter` with a method of that name.",
    ]);
  }
  const ctx = createProviderContext(settings, readClock());
  await toAdapter(ctx).updateUser({ ...fields, id });
  const names = Object.keys(fields);
  await ctx.effects.emit("fieldsChanged", { userId: id, fields: names });
}

function assertFields(
  { userFields }: Settings,
  fields: Readonly<Record<string, unknown>>,
): void {
  const problems = Object.entries(fields).map(([name, value]) => {
    const field = Object.hasOwn(userFields, name) ? userFields[name] : null;
    if (!field) {
      return `\`updateUser\`: \`user.fields\` has no \`${name}\`.`;
    }
    return value === undefined || isFieldValue(field.type, value)
      ? null
      : `\`updateUser\`: \`${name}\` must be a ${field.type} or null.`;
  }).filter((one) => one !== null);
  if (problems.length > 0) throw new ConfigurationError(problems);
}
