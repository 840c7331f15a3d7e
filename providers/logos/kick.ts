/** The mark of Kick: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%2353fc18'%3E%3Cpath d='M1.33 0h8v5.33H12V2.66h2.66V0h8v8H20v2.66h-2.66v2.66H20V16h2.66v8h-8v-2.66H12v-2.66H9.33V24h-8Z'/%3E%3C/svg%3E";
