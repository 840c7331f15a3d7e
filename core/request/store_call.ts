import type { Context } from "./context.ts";
import { StoreError } from "../errors/errors.ts";
import type { Awaitable } from "../model/model.ts";
import type { Store } from "../model/store.ts";

/**
 * Asks the store. What goes wrong in it is the store's.
 *
 * @param during what is going on, to be read after "while"
 * @throws StoreError
 */
export async function askStore<T>(
  { effects: { store } }: Context,
  during: string,
  ask: (store: Store) => Awaitable<T>,
): Promise<T> {
  try {
    return await ask(store);
  } catch (error) {
    throw new StoreError(`The store failed while ${during}.`, { cause: error });
  }
}
