/** The mark of Roblox: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%23335fff'%3E%3Cpath d='M18.92 23.99 0 18.89 5.07.00 24 5.10ZM15.34 10.09l-5.28-1.45-1.41 5.27 5.28 1.45z'/%3E%3C/svg%3E";
