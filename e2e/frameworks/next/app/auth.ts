import { createNextAuth } from "@latchkey/auth/next";
import { createContractConfig } from "@latchkey/auth/testing/host-config";

export const prefix = process.env.CONTRACT_PREFIX ?? "";

const config = createContractConfig(process.env);
let reads = 0;

/** Counts how often the session was read in this process. */
export function countReads(): number {
  return reads;
}

export const auth = createNextAuth({
  ...config,
  callbacks: {
    ...config.callbacks,
    session: (message) => {
      reads++;
      return config.callbacks.session(message);
    },
  },
});
