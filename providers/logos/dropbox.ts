/** The mark of Dropbox: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%230061fe'%3E%3Cpath d='M6 1.80L0 5.62l6 3.82 6.00-3.82L6 1.80zM18 1.80l-6 3.82 6 3.82 6-3.82-6-3.82zM0 13.27l6 3.82 6.00-3.82L6 9.45l-6 3.82zM18 9.45l-6 3.82 6 3.82 6-3.82-6-3.82zM6 18.37l6.00 3.82 6-3.82-6-3.82L6 18.37z'/%3E%3C/svg%3E";
