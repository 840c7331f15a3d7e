import type { Choices } from "./choices.ts";

/** Files by their paths, with their texts. */
export type Files = Readonly<Record<string, string>>;

/** Packages by their names, with their ranges of versions. */
export type Packages = Readonly<Record<string, string>>;

/** A framework, and the application that a person would begin with. */
export interface Framework {
  /** The name that people know. */
  readonly name: string;
  /** The package that tells that an application uses it. */
  readonly sign: string;
  /** The folder of the modules of the server. Default: `src/`. */
  readonly modules?: string;
  /** The name of the configuration's module. Default: `auth.ts`. */
  readonly file?: string;
  /** The versions of Node that it needs. Default: those of the library. */
  readonly node?: string;
  /** Where its pages are. Default: `src/app.ts`. */
  readonly pages?: string;
  /** What no repository should have, besides what none should ever have. */
  readonly ignored?: readonly string[];
  /** Lines of the configuration's module that are its own. */
  readonly auth: {
    /** Its imports. */
    readonly imports: string;
    /** What comes before the options: `export const auth = createAuth({`. */
    readonly open: string;
    /** What comes after them: `});`. */
    readonly close: string;
    /** The environment: `process.env`. */
    readonly env?: string;
  };
  /** Tells the server from a build, which loads its modules as well: an expression. */
  readonly serving?: string;
  /** Whether it loads a module several times in a process. */
  readonly repeats?: boolean;
  readonly packages: Packages;
  readonly devPackages: Packages;
  /** The scripts of package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Returns all files but those that every application has. */
  files(choices: Choices): Files;
  /** The lines by which an application that exists uses it. */
  readonly mount: string;
  /**
   * Such lines for providers that answer with a form, where the framework would
   * refuse it before the library sees it.
   *
   * @param origins those of the forms
   */
  mountPosts?(origins: readonly string[]): string;
}
