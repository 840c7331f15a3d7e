/** The mark of Auth0: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%23eb5424'%3E%3Cpath d='M21.98 7.44L19.62 0H4.34L2.02 7.44c-1.35 4.31.03 9.20 3.81 12.01L12.00 24l6.15-4.55c3.75-2.81 5.18-7.68 3.81-12.01l-6.16 4.58 2.34 7.45-6.15-4.59-6.15 4.58 2.35-7.43-6.18-4.55 7.63-.04L12.00 0l2.35 7.40 7.61.04z'/%3E%3C/svg%3E";
