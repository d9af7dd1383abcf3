import type { Question, Reply } from './serving-questions.ts'

/** What the main process gives a serving one to begin with. */
export interface Birth {
  /** From 1 on; whoever takes the place of another has its number. */
  number: number
  /** How many serve together. */
  processes: number
  /** Where we listen; never 0. */
  port: number
  /** Connections of its pool. */
  poolSize: number
  siteFolder: string
}

export type ToServing =
  | Question
  | Reply
  | { say: 'stop' }
  /** Whether the embedded database is ours at the moment. */
  | { say: 'database'; isOurs: boolean }

export type ToMain =
  | Question
  | Reply
  | { say: 'serves' }
  /** Why it could not start, for whoever started us. */
  | { say: 'failed'; sentence: string }
