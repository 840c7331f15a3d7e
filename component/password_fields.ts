import {
  readForm,
  readText,
  readTexts,
  refuse,
  type TargetFields,
  type Validation,
} from "./fields.ts";

/** The fields of a form as the route takes them. */
export interface FormFields extends TargetFields {
  readonly fields: Readonly<Record<string, string>>;
}

/** Reads the input of `useSignUp`. */
export function readSignUp(data: unknown): Validation<FormFields, string> {
  return readWithOptions(data, ["email", "password"]);
}

/** Reads the input of `useNewPassword`. */
export function readNewPassword(
  data: unknown,
): Validation<FormFields, string> {
  return readWithOptions(data, ["password", "token", "state"]);
}

/** Reads the fields with these names, and those of a new user. */
function readWithOptions(
  data: unknown,
  names: readonly string[],
): Validation<FormFields, string> {
  const read = readNamed(data, names);
  if (!read.success) return read;
  const options = readTexts((data as { options?: unknown }).options);
  if (options === null) {
    return refuse({ options: ["These fields must be texts."] });
  }
  const { fields, redirectTo } = read.data;
  return {
    success: true,
    data: { fields: { ...options, ...fields }, redirectTo },
  };
}

/** Reads the input of `useReset`. */
export function readReset(data: unknown): Validation<FormFields, string> {
  return readNamed(data, ["email"]);
}

/** Reads the input of `useChangePassword`. */
export function readPassword(
  data: unknown,
): Validation<FormFields, string> {
  return readNamed(data, ["current", "password", "remove"]);
}

/** Reads the input of `useFactors`. */
export function readFactors(data: unknown): Validation<FormFields, string> {
  return readNamed(data, ["action", "code", "enrolment", "id", "name"]);
}

/** Reads the fields with these names, if the form has them. */
function readNamed(
  data: unknown,
  names: readonly string[],
): Validation<FormFields, string> {
  const read = readForm(data);
  if (!read.success) return read;
  const form = read.data;
  const present = names.filter((name) => Object.hasOwn(form, name));
  const texts = present.map((name) => [name, readText(form, name)] as const);
  const wrong = texts.find(([, text]) => text === null);
  if (wrong !== undefined) {
    return refuse({ [wrong[0]]: ["This field must be a text."] });
  }
  const redirectTo = readText(form, "redirectTo") || null;
  return {
    success: true,
    data: {
      fields: Object.fromEntries(texts) as Record<string, string>,
      redirectTo,
    },
  };
}
