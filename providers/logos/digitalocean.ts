/** The mark of DigitalOcean: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%230080ff'%3E%3Cpath d='M12.04 0C5.40-.02.00 5.37.00 11.99h4.63c0-4.92 4.88-8.73 10.06-6.85a6.95 6.95 0 014.14 4.14c1.88 5.17-1.92 10.05-6.84 10.06v-4.61H7.39v4.62h4.61V24c7.86 0 13.96-7.58 11.39-15.83-1.11-3.59-3.98-6.44-7.57-7.57A12.8 12.8 0 0012.03 0zM7.39 19.36H3.82v3.56H7.39zm-3.56 0v-2.97H.85v2.97z'/%3E%3C/svg%3E";
