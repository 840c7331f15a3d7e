/** The mark of FACEIT: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%23ff5500'%3E%3Cpath d='M23.99 2.70a.16.16 0 00-.31-.1 1141.27 1141.27 0 00-6.05 9.37H.21c-.22 0-.30.28-.11.35 7.22 2.73 17.66 6.83 23.5 9.13.15.06.39-.08.39-.18z'/%3E%3C/svg%3E";
