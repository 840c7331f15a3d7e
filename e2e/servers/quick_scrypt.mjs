/**
 * Has this process hash passwords in next to no time: browser tests look at pages,
 * and a hash of the usual cost keeps a core busy for most of a second.
 *
 * It is JavaScript, because Node 20 loads it, too.
 */
import { Buffer } from "node:buffer";
import * as crypto from "node:crypto";
import process from "node:process";

/** Other costs make other keys, as usual. */
function scrypt(password, salt, bytes, { N, r, p }, done) {
  const own = Buffer.concat([salt, Buffer.from(` ${N} ${r} ${p}`)]);
  crypto.scrypt(password, own, bytes, { N: 2, r: 1, p: 1 }, done);
}

const { getBuiltinModule } = process;

process.getBuiltinModule = (name) =>
  name === "node:crypto"
    ? { ...crypto, scrypt }
    : getBuiltinModule.call(process, name);
