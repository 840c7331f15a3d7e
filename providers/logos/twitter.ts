/** The mark of X (Twitter): simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%23000000'%3E%3Cpath d='M14.23 10.16 22.97 0h-2.07l-7.59 8.82L7.25 0H.25l9.16 13.34L.25 24H2.33l8.01-9.31L16.74 24h6.99zm-2.83 3.29-.92-1.32L3.07 1.56h3.18l5.96 8.53.92 1.32 7.75 11.09h-3.18z'/%3E%3C/svg%3E";
