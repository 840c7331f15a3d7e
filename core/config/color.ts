import { parseColor } from "./color_parse.ts";

/** Whether a text is a colour, and so safe to write into a style sheet. */
export function isColor(text: string): boolean {
  return parseColor(text) !== null;
}
