/** A number with the words that say what it counts. */
export interface Figure {
  value: string
  label: string
}

/** The words of a search field, and of an empty result. */
export interface SearchWords {
  readonly label: string
  readonly clear: string
  readonly nothing: (query: string) => string
  readonly advice: string
  readonly showAll: string
}

export type ChecklistSection = { readonly title: string; readonly items: readonly string[] }

/** One list to test from. An item is one line of at most 110 characters, different from every other item. */
export type Checklist = {
  readonly title: string
  readonly description: string
  readonly sections: readonly ChecklistSection[]
}
