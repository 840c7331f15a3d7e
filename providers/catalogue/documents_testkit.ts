/**
 * For tests only: what a provider tells about a user, written at the paths
 * that its facts name, and the user that has to come out.
 *
 * @module
 */

import type { Json, ProviderRow } from "./facts_testkit.ts";
import { setPath, toPick } from "./paths_testkit.ts";
import type { Setup } from "./setup_testkit.ts";
import { specials } from "./specials_testkit.ts";

const user = {
  id: "1234567890123",
  name: "Ada Lovelace",
  email: "ada@example.com",
  image: "https://images.example/ada.png",
};

/** The answers of a provider. */
interface Answers {
  readonly profile: Json;
  /** The answers of further URLs, by their name in the facts. */
  readonly more: Record<string, Json>;
  /** Members of the token response. */
  readonly token: Json;
}

/** The answers of a provider, and the user that has to come out. */
export interface Documents extends Answers {
  readonly expected: typeof user & { readonly verified: boolean };
}

/** Writes a value at a path of the facts. */
type Write = (path: string, value: unknown) => void;

/** Makes the documents of a provider. */
export function toDocuments({ row, isVerified, values }: Setup): Documents {
  const special = specials[row.id] ?? {};
  const answers: Answers = {
    // Where the facts trust no claim, the provider may say what it likes.
    profile: { email_verified: isVerified, ...special.profile },
    more: {},
    token: { ...special.token },
  };
  const write = createWriter(row, answers);
  const put = (path: string | undefined, value: string) => {
    if (path === undefined || path.startsWith("rule:")) return "";
    const [first = ""] = path.split(" | ");
    return first.startsWith("=")
      ? putParts(write, first.slice(1), values)
      : putValue(write, first, { value, prefix: special.idPrefix ?? "" });
  };
  const id = put(row.profile.id, special.id ?? user.id);
  const name = put(row.profile.name, user.name);
  const email = put(row.profile.email, user.email);
  const image = put(row.profile.image, user.image);
  putFlag(write, row, isVerified);
  special.write?.(answers.profile, isVerified);
  const expected = { id, name, email, image, ...special.user };
  const verified = toVerified(row, isVerified) && expected.email !== "";
  return { ...answers, expected: { ...expected, verified } };
}

/** Writes into the profile, or into the answer that the path begins with. */
function createWriter(
  { userinfoRequest }: ProviderRow,
  { profile, more, token }: Answers,
): Write {
  return (path, value) => {
    const [head = "", ...rest] = path.split(".");
    const call = userinfoRequest?.more?.find(({ as }) => as === head);
    if (head === "token") return setPath(token, rest.join("."), value);
    if (call === undefined) return setPath(profile, path, value);
    setPath(more[call.as] ??= {}, toPick(call.pick, rest), value);
  };
}

function putValue(
  write: Write,
  path: string,
  { value, prefix }: { value: string; prefix: string },
): string {
  const isEnd = path.endsWith(":last");
  write(
    isEnd ? path.slice(0, -":last".length) : path,
    isEnd ? prefix + value : value,
  );
  return value;
}

/** Writes the parts of a text such as `{first} {last}`, and returns the text. */
function putParts(
  write: Write,
  template: string,
  values: Setup["values"],
): string {
  return template.replace(/\{([\w.-]+)\}/g, (_, part) => {
    const isId = part === "id" || part === "sub";
    const known = isId ? undefined : values[part];
    if (known !== undefined) return known;
    const text = isId ? user.id : `a-${part.split(".").at(-1)}`;
    write(part, text);
    return text;
  });
}

/** Writes the flags that all have to be true for a verified address. */
function putFlag(write: Write, { profile }: ProviderRow, value: boolean): void {
  const flag = profile.emailVerified;
  if (typeof flag !== "string" || flag.startsWith("rule:")) return;
  const [first = ""] = flag.split(" | ");
  for (const path of first.split(" & ")) write(path, value);
}

function toVerified({ emailTrust }: ProviderRow, isVerified: boolean): boolean {
  return emailTrust === "always" || emailTrust === "claim" && isVerified;
}
