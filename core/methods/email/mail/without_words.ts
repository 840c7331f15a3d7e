/**
 * Keeps what may be logged of a transport's error: its codes and its stack. Its
 * message may hold the password, or anything that a server answered.
 */
export function withoutWords(thrown: unknown): Error {
  if (!(thrown instanceof Error)) {
    return new Error("It threw something other than an Error.");
  }
  if (isOwn(thrown)) return thrown;
  const { code, responseCode, command, status } = thrown as
    & Error
    & Readonly<Record<string, unknown>>;
  const facts = Object.entries({ code, responseCode, command, status })
    .flatMap(([name, value]) => isFact(value) ? `${name} ${value}` : []);
  const safe = new Error(
    [toName(thrown), ...facts].join(", ") + " (its message is not logged)",
  );
  safe.stack = toFrames(thrown);
  return safe;
}

/** Whether an error, and so its message, is ours. */
function isOwn(error: Error): boolean {
  return error.name === "MailRefused";
}

/**
 * Accepts an SMTP reply, a system error such as `ECONNREFUSED`, or a command
 * such as `AUTH PLAIN`: short and without a secret.
 */
function isFact(value: unknown): boolean {
  return Number.isSafeInteger(value) ||
    typeof value === "string" && /^[A-Z][A-Z_ ]{1,30}$/.test(value);
}

function toName({ name }: Error): string {
  return /^[A-Za-z]{1,40}$/.test(name) ? name : "Error";
}

function toFrames({ message, stack = "" }: Error): string {
  const at = stack.indexOf(message);
  const frames = (at < 0 ? "" : stack.slice(at + message.length)).split("\n");
  return frames.filter((line) => /^\s+at /.test(line)).join("\n");
}
