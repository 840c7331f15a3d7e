import type { SessionContext } from "./context.ts";
import { StoreError } from "../errors/errors.ts";
import type { Awaitable } from "../model/model.ts";
import type { Store } from "../model/store.ts";

/**
 * Calls the store; any failure becomes a StoreError.
 *
 * @param during the operation, to be read after "while"
 * @throws StoreError
 */
export async function callStore<T>(
  { effects: { store } }: Pick<SessionContext, "effects">,
  during: string,
  ask: (store: Store) => Awaitable<T>,
): Promise<T> {
  try {
    return await ask(store);
  } catch (error) {
    throw new StoreError(`The store failed while ${during}.`, { cause: error });
  }
}
