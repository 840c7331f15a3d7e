/** The mark of 42 School: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%2300babc'%3E%3Cpath d='M19.58 16.85H24v-4.43ZM24 3.57h-4.41v4.42l-4.41 4.41v4.44h4.41v-4.44L24 7.99Zm-4.41 0h-4.41v4.42zm-6.32 8.83H4.41l8.83-8.83H8.83L0 12.41v3.59h8.83v4.41h4.41z'/%3E%3C/svg%3E";
