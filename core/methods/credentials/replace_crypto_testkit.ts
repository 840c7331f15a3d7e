import process from "node:process";

/** Replaces `node:crypto`, as if the runtime had this one; returns a function that restores it. */
export function replaceCrypto(module: object): () => void {
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: () => module });
  return () => void Object.assign(process, { getBuiltinModule });
}
