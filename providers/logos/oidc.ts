/** The mark of OpenID Connect (generic): simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%23f78c40'%3E%3Cpath d='M14.54.88l-3.63 1.77v18.17c-4.15-.52-7.27-2.78-7.27-5.5 0-2.58 2.8-4.75 6.63-5.41v-2.31C4.42 8.32 0 11.50 0 15.33c0 3.96 4.74 7.24 10.91 7.78l3.63-1.71V.88m.64 6.72v2.31c1.43.25 2.71.7 3.76 1.31l-1.97 1.11 7.03 1.53-.5-5.21-1.87 1.06c-1.74-1.06-3.96-1.81-6.45-2.11z'/%3E%3C/svg%3E";
