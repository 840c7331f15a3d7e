/** Calls back with each name and value of a Cookie header. */
export function readPairs(
  header: string,
  onPair: (name: string, value: string) => void,
): void {
  let equals = -1;
  for (let start = 0; start < header.length;) {
    const semicolon = header.indexOf(";", start);
    const end = semicolon < 0 ? header.length : semicolon;
    // The next "=" is remembered: searching for it again from each ";" would
    // take quadratic time.
    if (equals < start) equals = header.indexOf("=", start);
    if (equals < 0) return;
    if (equals > start && equals < end) {
      const name = trimBlanks(header, start, equals);
      if (name !== "") onPair(name, trimBlanks(header, equals + 1, end));
    }
    start = end + 1;
  }
}

/** Returns a text, or a part of it, without leading and trailing spaces and tabs. */
export function trimBlanks(
  text: string,
  from: number = 0,
  to: number = text.length,
): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Whether a character is a space or a tab. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
