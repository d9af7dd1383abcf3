/** A number with the words that say what it counts. */
export interface Figure {
  value: string
  label: string
  /** Where it stands what this counts. */
  base?: string
}

/** The words of a search field, and of an empty result. */
export interface SearchWords {
  readonly label: string
  readonly clear: string
  readonly nothing: (query: string) => string
  readonly advice: string
  readonly showAll: string
}
