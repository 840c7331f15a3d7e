/** The mark of Autodesk Platform Services: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%230696d7'%3E%3Cpath d='m.12 20.20 14.7-9.13h7.62c.23 0 .44.18.44.44 0 .21-.09.30-.21.37l-7.22 4.32c-.47.28-.63.84-.63 1.26l-.00 2.72H24V4.36a.56.56 0 0 0-.58-.56h-8.75L0 12.89V20.2h.12z'/%3E%3C/svg%3E";
