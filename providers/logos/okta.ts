/** The mark of Okta: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%2300297a'%3E%3Cpath d='M12 0C5.38 0 0 5.35 0 12s5.35 12 12 12 12-5.35 12-12S18.61 0 12 0zm0 18c-3.32 0-6-2.67-6-6s2.67-6 6-6 6 2.67 6 6-2.67 6-6 6z'/%3E%3C/svg%3E";
