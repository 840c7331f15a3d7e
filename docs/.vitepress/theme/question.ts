/** Words that are in every question, and say nothing about what is asked. */
const EMPTY = new Set(
  `a about all am an and any are as at be been both but by can cannot could did
  do does done for from get gets give go goes had happen happens has have how i
  if in into is it its made make may me mean must my need needs not of off on
  once one only or our out own should so some somebody someone take takes than
  that the their them then there these they this to up us use used was we were
  what when where which who why will with without would you your everybody
  everyone between different difference myself know`.split(/\s+/),
);

/** What people say, and what the pages say. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  login: ["sign"],
  logout: ["signing", "sign"],
  logins: ["sign"],
  log: ["sign"],
  logged: ["signed"],
  logging: ["signing"],
  register: ["sign", "up"],
  registration: ["sign", "up"],
  "2fa": ["factor"],
  frame: ["iframes"],
  mfa: ["factor"],
  totp: ["authenticator"],
  sso: ["openid", "entra"],
  magic: ["mail"],
  email: ["mail"],
  db: ["database"],
  k8s: ["containers"],
  docker: ["containers"],
  kubernetes: ["containers"],
  iframe: ["iframes"],
  expire: ["lasts"],
  expiry: ["lasts"],
  last: ["lasts"],
  role: ["roles"],
  admin: ["roles"],
};

/** Pages for those who work on the library, or who know what they look for. */
const SPECIAL =
  /^\/(?:requirements|changes|contributing|architecture|benchmarks|scale|frameworks|reference\/|providers\/)/;
/** Pages that were written as answers. */
const ANSWERS = /^\/(?:how-to\/|faq|concepts|start|troubleshooting)/;

/** Words of nearly every page. */
const WEAK =
  /^(?:sign|signed|signing|users?|sessions?|pages?|auth|people|application|change)$/;

/** Splits a text as the index does. */
function toWords(text: string): string[] {
  return text.toLowerCase().split(/[\s\p{Z}\p{P}]+/u).filter(Boolean);
}

/** Returns the words of a question that say what it is about, with their stems. */
export function toTerms(question: string): string[] {
  const words = toWords(question);
  const useful = words.filter((word) => !EMPTY.has(word));
  const terms = (useful.length > 0 ? useful : words).flatMap((word) => [
    word,
    ...SYNONYMS[word] ?? [],
    ...toStem(word),
  ]);
  return [...new Set(terms)];
}

/** Returns the beginning that the forms of a word share. */
function toStem(word: string): string[] {
  const stem = word.replace(/(?:ings?|ed|er|es|s)$/, "");
  return stem !== word && stem.length >= 4 ? [stem] : [];
}

/** What the search asks its index for. */
export const options = {
  tokenize: (text: string): string[] => text.split(" "),
  prefix: (term: string): boolean => term.length >= 4,
  fuzzy: (term: string): number | false => term.length >= 6 ? 0.15 : false,
  boostTerm: (term: string): number => WEAK.test(term) ? 0.3 : 1,
  boost: { title: 4, titles: 2, text: 1 },
  boostDocument: (id: string): number =>
    SPECIAL.test(id) ? 0.3 : ANSWERS.test(id) ? 1.6 : 1,
};
