/**
 * The way this server handles personal data under its current settings. The privacy notice is generated
 * from these facts.
 */
export interface DataHandling {
  /** The server of the Supabase project that stores an exported site's data; null if this server stores the data. */
  readonly project: string | null
  /** Days for which interactions are stored. */
  readonly interactionDays: number
  /**
   * The number of days after which bookings and messages are erased automatically; null if they are never erased
   * automatically.
   */
  readonly peopleDays: number | null
  /** The mail server that delivers our emails; null if none are sent. */
  readonly mailServer: string | null
  /** The servers that receive bookings and messages by webhook. */
  readonly webhooks: readonly string[]
  /** The servers that host the team's calendars. */
  readonly calendars: readonly string[]
  /** True if any member has a calendar feed of their calls. */
  readonly hasFeeds: boolean
  readonly hasMetrics: boolean
  /** `store` is an object store's server; null if backups go to a local folder. */
  readonly backups: { readonly store: string | null } | null
  /** External services with which members sign in. */
  readonly signInServices: readonly string[]
}

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** `395 days`, `1 day`. */
export const daysInWords = (days: number): string => counted(days, 'day')
