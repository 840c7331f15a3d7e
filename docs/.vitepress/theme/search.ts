import MiniSearch, { type Query, type SearchOptions } from "minisearch-itself";
import { options, toTerms } from "./question";

/** The search of the site: for questions as people ask them. */
export default class Search<T> extends MiniSearch<T> {
  static override loadJSON<T>(json: string, indexed: never): Search<T> {
    // It makes an instance of its own class.
    const found = super.loadJSON<T>(json, indexed);
    return Object.setPrototypeOf(found, Search.prototype);
  }

  override search(query: Query, given: SearchOptions = {}) {
    return typeof query === "string"
      ? super.search(toTerms(query).join(" "), { ...given, ...options })
      : super.search(query, given);
  }
}
