/** The mark of Azure AD B2C: bootstrap-icons 1.13.2, MIT. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='%230072c6'%3E%3Cpath d='M7.46 0H0v7.19h7.46zM16 0H8.53v7.19H16zM7.46 8.21H0V16h7.46zm8.53 0H8.53V16H16z'/%3E%3C/svg%3E";
