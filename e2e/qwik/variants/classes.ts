/**
 * An error that an application throws must be of the library's class, whichever
 * entry it is imported from.
 */
import * as component from "@latchkey/auth/component";
import { AuthError, CredentialsSignin } from "@latchkey/auth/errors";
export const isOne = component.CredentialsSignin === CredentialsSignin &&
  component.AuthError === AuthError;
