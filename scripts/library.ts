/** The folders whose every file is library code, reached from an entry or not. */
export const libraryFolders = [
  "core",
  "server",
  "providers",
  "adapters",
  "component",
  "testing",
];

/** Tests, and the files that only tests use, may import what they like. */
export function isTestFile(path: string): boolean {
  return /_(?:test|fixture|testkit)\.tsx?$/.test(path);
}

/** Whether a path, from the root of the repository, is a source of the library. */
export function isLibrary(path: string): boolean {
  const [folder = ""] = path.split("/", 1);
  return /\.tsx?$/.test(path) && !isTestFile(path) &&
    (folder === path || libraryFolders.includes(folder));
}
