/**
 * Password hashes that other libraries made, or published as examples.
 *
 * @module
 */

import * as argon2 from "@node-rs/argon2";
import bcrypt from "bcryptjs";
import type { PasswordFormat } from "../../../model/password_format.ts";
import type { HashPackages } from "../../../model/hash_packages.ts";

/** A stored hash, and what it belongs to. */
export interface Vector {
  /** The library and its format. */
  readonly name: string;
  readonly hash: string;
  /** Default `correct horse`. */
  readonly password?: string;
  readonly format?: PasswordFormat;
}

/** The password of most vectors. */
export const PASSWORD = "correct horse";

/** The project of Firebase's published example. */
export const firebase = {
  signerKey:
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  saltSeparator: "Bw==",
  rounds: 8,
  memCost: 14,
} as const;

/** The packages that some of them need. */
export const packages: HashPackages = { argon2, bcrypt };

/** Hashes that need a package. */
export const peerVectors: readonly Vector[] = [
  {
    name: "bcrypt of PHP",
    hash: "$2y$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e",
  },
  {
    name: "bcrypt of Django",
    hash: "bcrypt$$2b$04$jkXIdaJH7PjnuGh7AB9.a.mA2NyjQOz5nOlDvGHi./6TmkQPc3koi",
  },
  {
    name: "bcrypt of a digest, Django",
    hash:
      "bcrypt_sha256$$2b$04$tjtA.aSDtPWX3.5T0M5g.eL1..wT8gQHfazuUbZ44tEpLak2ObtXu",
  },
  {
    name: "bcrypt of a digest, Django's cost",
    hash:
      "bcrypt_sha256$$2b$12$LOtwwtJEsgMNLf1dd7ntYeoX1xJ9C2.pGnhPACBLSsPkDGuEo5CxG",
  },
  {
    name: "Argon2id",
    hash:
      "$argon2id$v=19$m=19456,t=2,p=1$+G84FJJu/IBvm9hvxr7Miw$oasTj0+fhFkkrvlBQDQLdrnbywqdnj/Y2x3HBcldXig",
  },
  {
    name: "Argon2id of the npm package argon2 from 0.45 on",
    hash:
      "$argon2id$v=19$m=19456,p=1,t=2$+G84FJJu/IBvm9hvxr7Miw$oasTj0+fhFkkrvlBQDQLdrnbywqdnj/Y2x3HBcldXig",
  },
  {
    name: "Argon2i of passlib",
    hash:
      "$argon2i$v=19$m=64,t=2,p=1$C0FobU2J0dqbE6K0NoaQcg$3Apxp26HvZX2Z/yah5IG2tyQ+0PDK2+GYfa0o3g0xXY",
  },
  {
    name: "Argon2d of passlib",
    hash:
      "$argon2d$v=19$m=64,t=2,p=2$MgZAKAXAGMP433vvfW+tdQ$LdYnqZSM2QPgKyk0TTW8qRDkZHmQhaQR4YwMqUrdiVI",
  },
  {
    name: "Argon2id of Django",
    hash:
      "argon2$argon2id$v=19$m=102400,t=2,p=8$aXJlTGtoMVF4NmduQU82ZGJBRUxCUw$P4SaWTc+5gFf7OFf2EjuF4aF20UwKT/MXMzO1Nhkn2o",
  },
];

/** Hashes that `node:crypto` computes. */
export const nodeVectors: readonly Vector[] = [
  {
    name: "PBKDF2-SHA-256 of Django",
    hash:
      "pbkdf2_sha256$1000000$pKmG4DfgZbnzeN2lWLuZP2$I+4Ct0nItA7Ai50f+V48FEQdCw6hNSYzJMsuE6GTCNo=",
  },
  {
    name: "PBKDF2-SHA-1 of Django",
    hash:
      "pbkdf2_sha1$1000$7tE3rTnjSGRqPjgkW1zOZf$9vRoK7yaBCbWokI0lgU58E6QURg=",
  },
  {
    name: "PBKDF2-SHA-1 of Werkzeug",
    hash:
      "pbkdf2:sha1:1000$Whmi9QIrz6PoY7f8$18b6766120e700f0aa293ef8dcd186989033748c",
  },
  {
    name: "PBKDF2-SHA-256 of Werkzeug",
    hash:
      "pbkdf2:sha256:1000$cl1V5WZ4r2WMNj7C$b26a26d1323380132ff6c68d28aaab852227bf34f38af6fea0a7fae7178c54db",
  },
  {
    name: "PBKDF2-SHA-512 of Werkzeug",
    hash:
      "pbkdf2:sha512:1000$g7GgIMd4dxtpuU4F$4570d19309c78d7e7ae1536d1dab21368c323e53f19f587c09a1081d24c2a130f2966d9c23d22d19bf2fe39aa026e6c4bd64e98137d4a4d8111906a9638c600c",
  },
  {
    name: "PBKDF2-SHA-1 of passlib",
    hash: "$pbkdf2$1000$dC6l1NqbU8r5f8/Ze48RYg$PFZMGwFMGnWo/il/liup7y2tuMs",
  },
  {
    name: "PBKDF2-SHA-256 of passlib",
    hash:
      "$pbkdf2-sha256$29000$Wgvh/J/TOgegdM6ZM6a09g$l01jc1qrpk8M.Q72NIk6rAak1seZn4EpVA4c/t6MRLw",
  },
  {
    name: "PBKDF2-SHA-512 of passlib",
    hash:
      "$pbkdf2-sha512$1000$cE5prTUGIESI0ZrT.n8PAQ$7eZWhu7lyiGEKt0RZhRvUGFw6XCCB0Iz6RUWrBAvNKpDepns6wOoualiCKiCdE647X05M2emCDeiXnnPsqH0og",
  },
  {
    name: "PBKDF2-SHA-1 of @phc/pbkdf2",
    hash:
      "$pbkdf2-sha1$i=1000$zZfStylyo3+FhRcG+ewOPg$bEUXq1jjDq7jpFe7ezlgToABrsI",
  },
  {
    name: "PBKDF2-SHA-256 of @phc/pbkdf2",
    hash:
      "$pbkdf2-sha256$i=1000$YGtBbr24OvI7V78M1mTHyA$b+GN913ZIo4tN2Uc17/LHY5QG4M6k8O7bmSrkS1+Bnk",
  },
  {
    name: "PBKDF2-SHA-512 of @phc/pbkdf2",
    hash:
      "$pbkdf2-sha512$i=1000$6cSGgpNiT823TnTHsU2E1A$UeQ8CmjYtswH5cGT8KvSw9VftZZPSXyAKWgt08SVOFK1bpPi0FbVxJ+3dWaSlAkMLxrcf7MeFOCgeYSDF0AgUA",
  },
  {
    name: "scrypt of Django",
    hash:
      "scrypt$16384$qAQlVb4Wwc9XGuX2t2OOx4$8$5$YEsOhJqyX43A3r2dokoH1PwrGFGO+dBlwAhGRG0kGDnd6CV+eDZWgC7b+W0kaPDfOSMFs9dG1wsIa9Fh2y4K+g==",
  },
  {
    name: "scrypt of Werkzeug",
    hash:
      "scrypt:32768:8:1$qa6MWmJAqyWUPyVv$6aa07dfb0c11cef7ceb3ce5990e6b19686c37edac3af9d331627675c9ccb2d1cde693adde7ce034ea25ff52c6cc5d7e7a682b3ae2b2e7c1e40aea62c8f37117f",
  },
  {
    name: "scrypt of Werkzeug in two parts",
    hash:
      "scrypt:16384:8:2$1i7Lms3IzGXJOw7I$82d1129d77ecc3fc6a7ee30bdcfdab97a1af625ee12cc5070a3923318ca0eceda676efcadb445751a414eee6bbe1888890c9ea6f0d044d75ed4dfbbea88d1552",
  },
  {
    name: "scrypt of Better Auth",
    hash:
      "86dca50d0cd5fcb6648ebfc358aea15c:4f27fb9983e6fbea0c5f2eedd9a11fcd70b931e24e2a65ffe0088430fb1fec35cb4d65961a336fa2e8f45e4e1a65899d14bb06c3c806cced7ee28d282214fbd8",
    format: "better-auth",
  },
  {
    name: "scrypt of node:crypto with digits as salt",
    hash:
      "00112233445566778899aabbccddeeff:3e19ebeabf15ad17c24de695284e79441c0d80c6d98b95a3c052c58a0d57b09f83b0742a5805af28a0b5bbcf673af62819b91eb830a104fb0bb42def767f52aa",
    format: "node-scrypt",
  },
  {
    name: "scrypt of node:crypto with bytes as salt",
    hash:
      "00112233445566778899aabbccddeeff:f5206d570fcd120bd1f23a8cd186bd87c04ac1db00e9ac1efca589774ae6ecb894992b7ee89035d39ef675dceec6f03c56434def62315db0afa7af5990f9b57b",
    format: "node-scrypt",
  },
  {
    name: "ASP.NET Identity 3 with SHA-512",
    hash: "AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw",
    password: "my password",
    format: "aspnet-identity",
  },
  {
    name: "ASP.NET Identity 3 with SHA-1",
    hash:
      "AQAAAAAAACcQAAAAEAABAgMEBQYHCAkKCwwNDg/8C0Qu2Caw8MjwtYYr3HQNZVSdIgPBFfGaLcJ7KrvnmA==",
    format: "aspnet-identity",
  },
  {
    name: "ASP.NET Identity 3 with SHA-256",
    hash:
      "AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg/lFQcOA1On2wE5YZhLh7q7ntzP9Krf9NCBoM//wxbovw==",
    format: "aspnet-identity",
  },
  {
    name: "ASP.NET Identity 2",
    hash:
      "AAABAgMEBQYHCAkKCwwNDg+d2FbDdriytxO2vgdAVMuIpGVW4BGF6o0NJn8znGUhaQ==",
    format: "aspnet-identity",
  },
  {
    name: "Firebase's published example",
    hash:
      "42xEC+ixf3L2lw==:lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
    password: "user1password",
    format: { firebase },
  },
  {
    name: "firebase-scrypt",
    hash:
      "42xEC+ixf3L2lw==:ZKICzw/aMHw8vdjGxgsJzoU1Y63uykdiPEEVnt50NNfmdvLO6km/CMVwKr/d6tK9Px7we7sL5mhO3XjodX2HlA==",
    format: { firebase },
  },
];

/** One hash of each format. */
export const vectors: readonly Vector[] = [...peerVectors, ...nodeVectors];
