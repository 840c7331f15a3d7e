/** Removes stops and spaces at the end of a text, which a sentence gives it. */
export function withoutStop(text: string): string {
  let end = text.length;
  while (end > 0 && ". ".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
