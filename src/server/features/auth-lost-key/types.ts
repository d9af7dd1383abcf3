/** How much is sealed with the key, or good for nothing without it. */
export interface Losses {
  factors: number
  recoverySets: number
  sessions: number
  webhooks: number
  calendars: number
  letters: number
}
