/** The provider as a worker. */

import {
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";

interface Bindings {
  readonly ISSUER: string;
  readonly CLIENT_ID: string;
  readonly CLIENT_SECRET: string;
}

let op: Promise<FaultProvider> | undefined;

export default {
  // Workers cannot generate keys outside of a request.
  fetch: async (request: Request, env: Bindings): Promise<Response> => {
    op ??= createFaultProvider({
      issuer: env.ISSUER,
      clientId: env.CLIENT_ID,
      clientSecret: env.CLIENT_SECRET,
    });
    return await (await op).handler(request);
  },
};
