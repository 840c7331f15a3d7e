/** The mark of Naver: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%2303c75a'%3E%3Cpath d='M16.27 12.84 7.37 0H0v24h7.72V11.15L16.62 24H24V0h-7.72v12.84Z'/%3E%3C/svg%3E";
