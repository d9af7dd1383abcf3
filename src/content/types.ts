/** A number, and a label that says what the number counts. */
export interface Figure {
  value: string
  label: string
}

/** The labels for a search field and for an empty result. */
export interface SearchWords {
  readonly label: string
  readonly clear: string
  readonly nothing: (query: string) => string
  readonly advice: string
  readonly showAll: string
}

export type ChecklistSection = { readonly title: string; readonly items: readonly string[] }

/** A list of tests. Each item is one line of at most 110 characters, and no item occurs twice in any of the lists. */
export type Checklist = {
  readonly title: string
  readonly description: string
  readonly sections: readonly ChecklistSection[]
}
