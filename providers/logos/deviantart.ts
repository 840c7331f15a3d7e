/** The mark of DeviantArt: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%2305cc47'%3E%3Cpath d='M19.20 4.79l.23-.43V0H15.07l-.43.44-2.05 3.92-.64.43H4.58v5.99h4.04l.36.43-4.17 7.98-.24.43V24H8.93l.43-.44 2.07-3.92.64-.43h7.35v-5.99h-4.05l-.36-.43 4.18-7.97z'/%3E%3C/svg%3E";
