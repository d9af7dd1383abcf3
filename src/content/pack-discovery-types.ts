/** What to ask, and what in the answer should make you ask on. */
export interface Question {
  readonly ask: string
  readonly listen: string
}

export interface Topic {
  readonly title: string
  readonly questions: readonly Question[]
}

export type Department = 'Finance' | 'Sales' | 'Stock' | 'Service'
