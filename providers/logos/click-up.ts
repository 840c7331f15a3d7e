/** The mark of ClickUp: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%237b68ee'%3E%3Cpath d='M2 18.43l3.69-2.82c1.96 2.56 4.04 3.73 6.36 3.73 2.30 0 4.33-1.16 6.20-3.70L22 18.40C19.29 22.06 15.94 24 12.05 24 8.17 24 4.78 22.07 2 18.43zM12.04 6.15l-6.56 5.66-3.03-3.52L12.05 0l9.54 8.29-3.05 3.50z'/%3E%3C/svg%3E";
