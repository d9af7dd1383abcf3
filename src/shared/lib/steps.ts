/** The steps that lead a page into its sample state: a button or link is found by its name, a field by its label. */
export type Step =
  | readonly [act: 'press', name: string]
  | readonly [act: 'fill', label: string, text: string]
  | readonly [act: 'open', summary: string]
  /** Waits until these words are visible and the page is idle. */
  | readonly [act: 'see', words: string]
