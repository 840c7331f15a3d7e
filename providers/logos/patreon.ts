/** The mark of Patreon: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%23ff424d'%3E%3Cpath d='M22.95 7.21c-.00-3.06-2.39-5.57-5.19-6.48-3.47-1.12-8.06-.96-11.38.60C2.35 3.23 1.09 7.39 1.04 11.54c-.03 3.41.30 12.39 5.36 12.46 3.76.04 4.32-4.80 6.06-7.14 1.24-1.66 2.83-2.13 4.80-2.61 3.37-.83 5.67-3.50 5.67-7.03Z'/%3E%3C/svg%3E";
