import { isLoopback } from "../../core/http/redirects.ts";

/** Whether a text is an https URL without user, fragment and, unless it may have one, query. */
export function isServerUrl(text: unknown, hasQuery = false): text is string {
  if (typeof text !== "string" || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isSafe = url.protocol === "https:" ||
    url.protocol === "http:" && isLoopback(url);
  return isSafe && url.username === "" && url.password === "" &&
    !text.includes("#") && (hasQuery || !text.includes("?"));
}
