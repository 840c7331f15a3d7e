/** The user whom every application under test knows from the start. */
export const knownPassword = {
  id: "known-user",
  name: "Grace Hopper",
  email: "grace@app.example",
  password: "correct horse battery staple",
  /** What `hashPassword` of `@latchkey/auth/password` returned for it. */
  hash:
    "$scrypt$ln=17,r=8,p=1$cHPIZp+TUTnw37mxy7SPug$zM57WLtbjhz2sf/7uPouVW9xyKKOHcMzOMhtBqJnRvw",
} as const;
