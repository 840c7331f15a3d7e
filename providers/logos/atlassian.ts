/** The mark of Atlassian: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%230052cc'%3E%3Cpath d='M7.12 11.08a.68.68 0 00-1.16.12L.07 22.97a.70.70 0 00.63 1.01h8.19a.67.67 0 00.63-.39c1.76-3.65.69-9.20-2.40-12.52zM11.43.38a15.51 15.51 0 00-.90 15.31l3.95 7.9a.70.70 0 00.62.38h8.19a.70.70 0 00.63-1.01L12.63.38a.66.66 0 00-1.19.00z'/%3E%3C/svg%3E";
