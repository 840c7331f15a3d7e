/** The mark of Tumblr: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%2336465d'%3E%3Cpath d='M14.56 24c-5.09 0-7.03-3.75-7.03-6.41V9.74H5.11V6.64c3.63-1.31 4.51-4.59 4.71-6.46C9.84.05 9.94 0 9.99 0h3.51v6.11h4.80v3.63h-4.82v7.47c.01 1.00.37 2.37 2.20 2.37h.09c.63-.02 1.48-.20 1.93-.41l1.15 3.42c-.43.63-2.4 1.37-4.15 1.40h-.17l.01.00z'/%3E%3C/svg%3E";
