/** The user whom every application under test knows from the start. */
export const knownPassword = {
  id: "known-user",
  name: "Grace Hopper",
  email: "grace@app.example",
  password: "correct horse battery staple",
  /** `hashPassword(password, { algorithm: "pbkdf2" })` returned it. */
  hash:
    "$pbkdf2-sha256$i=600000$7zb0hE4ie8DfLFateqpEvg$83Eb5lZIW/mD9PheFZMBQkpKGV1IVkddHneVFW0Bz/A",
} as const;
