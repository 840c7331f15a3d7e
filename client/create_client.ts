import { createForms } from "./forms.ts";
import { createPasskeys } from "./passkeys.ts";
import type { Page } from "./page.ts";
import { createRequests } from "./requests.ts";
import { createSessionStore } from "./session_store.ts";
import { createSignIns } from "./sign_in.ts";
import { createTargets } from "./targets.ts";
import type { AuthClient, ClientOptions } from "./types.ts";

/** Creates the client of a page. */
export function createPageClient<S>(
  page: Page,
  options: ClientOptions = {},
): AuthClient<S> {
  const requests = createRequests(page, options);
  const { post } = requests;
  const targets = createTargets(page, requests.base);
  const { go, isElsewhere, toTarget } = targets;
  const [store, change] = createSessionStore<S>(page, requests);
  const forms = createForms(requests, targets, () => change());
  const { submit, leave, run } = forms;
  const usePasskey = createPasskeys(page, requests);
  return {
    ...store,
    ...createSignIns(requests, { forms, targets, usePasskey }),
    submit,
    signOut: ({ redirectTo, federated } = {}) =>
      run(async () =>
        await post("signout", {
          callbackUrl: toTarget(redirectTo),
          ...federated !== undefined && { federated: `${federated}` },
        }), async (url) => {
        await change(null);
        if (redirectTo || isElsewhere(url)) go(url);
      }),
    update: async (data) => await change(await post("session", { data }) as S),
    connect: (provider, { scope, ...rest } = {}) =>
      leave(`connect/${provider}`, {
        ...rest,
        scope: [scope ?? []].flat().join(" "),
      }),
    link: (provider, target) => leave(`link/${provider}`, { ...target }),
  };
}
