/** What this server does with what people leave, as it is set up now. The privacy notice says this and nothing else. */
export interface Practice {
  /** The server of the Supabase project that keeps everything of an export; null for this server's own database. */
  readonly project: string | null
  /** Days for which single steps of a visit are kept. */
  readonly interactionDays: number
  /** Days after which bookings and messages go by themselves; null for never. */
  readonly peopleDays: number | null
  /** The server that takes our letters; null where none leaves. */
  readonly mailServer: string | null
  /** The servers that hear of bookings and messages by webhooks. */
  readonly webhooks: readonly string[]
  /** The servers at which calendars of the team are read. */
  readonly calendars: readonly string[]
  /** Whether anybody of the team has a calendar of their calls to subscribe to. */
  readonly hasFeeds: boolean
  readonly hasMetrics: boolean
  /** `store` is the server of an object store; null for a folder of this machine. */
  readonly backups: { readonly store: string | null } | null
  /** Other services by which people sign in. */
  readonly signInServices: readonly string[]
}

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** `395 days`, `1 day`. */
export const daysInWords = (days: number): string => counted(days, 'day')
