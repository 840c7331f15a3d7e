/** The mark of Riot Games: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%23d32936'%3E%3Cpath d='M13.45.86 0 7.09l3.35 12.76 2.55-.31-.70-8.02.83-.37 1.44 8.20 4.36-.53-.77-8.85.83-.37 1.59 9.02 4.41-.54-.84-9.70.84-.37 1.74 9.87L24 17.31V3.5Zm.31 19.35.22 1.25L24 23.14v-4.18l-10.22 1.25Z'/%3E%3C/svg%3E";
