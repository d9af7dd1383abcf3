/** How much is sealed with the key, or useless without it. */
export interface Losses {
  factors: number
  recoverySets: number
  sessions: number
  webhooks: number
  calendars: number
  letters: number
}
