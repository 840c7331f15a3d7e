/** The mark of Bitbucket: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%23205081'%3E%3Cpath d='M.77 1.21a.76.76 0 00-.76.89l3.26 19.81c.08.5.51.86 1.02.87H19.95a.77.77 0 00.77-.64l3.27-20.03a.76.76 0 00-.76-.89zM14.52 15.53H9.52L8.17 8.46h7.56z'/%3E%3C/svg%3E";
