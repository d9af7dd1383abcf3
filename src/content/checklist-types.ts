export type ChecklistSection = { readonly title: string; readonly items: readonly string[] }

/** One list to test from. An item is one line of at most 110 characters, different from every other item. */
export type Checklist = {
  readonly title: string
  readonly description: string
  readonly sections: readonly ChecklistSection[]
}
