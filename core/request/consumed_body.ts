import { ConfigurationError } from "../errors/auth_error.ts";

/**
 * Returns the error for a body that other code of the application has read and
 * not passed on: the visitor can do nothing about that.
 *
 * @param remedy what to change, as a sentence
 */
export function toConsumedBody(remedy: string): ConfigurationError {
  return new ConfigurationError([
    `The body of this request was read before it came here, by a body parser, a validator or a limiter, so the form in it is lost. ${remedy}`,
  ]);
}
