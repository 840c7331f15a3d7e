/** The provider and the mailbox of the tests of the recipes. */

import { createFaultProvider } from "@latchkey/auth/testing";

/** The provider that users sign in with. */
export const op = await createFaultProvider();

/** The addresses that a mail was sent to, oldest first. */
export const mails: string[] = [];
