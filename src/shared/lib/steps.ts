/**
 * What a person does on a page until it is in the state that is to be shown, in their words: a button or link by its
 * name, a field by its label.
 */
export type Step =
  | readonly [act: 'press', name: string]
  | readonly [act: 'fill', label: string, text: string]
  | readonly [act: 'open', summary: string]
  /** Waits until these words are there, and the page is at rest. */
  | readonly [act: 'see', words: string]
