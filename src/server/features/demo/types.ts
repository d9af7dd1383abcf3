import type { InteractionType } from '#shared/contract/interaction-data.ts'

/** One row of `user_interactions`. Times are milliseconds since 1970. */
export interface DemoEvent {
  id: string
  at: number
  type: InteractionType
  data: object
}

export interface Visit {
  id: string
  at: number
  isBot: boolean
  agent: string
  /** What tells browsers of one day apart. */
  key: string
  /** The address as the tracker tells it, and as a form does, with the view. */
  page: string
  landing: string
  referrer: string | null
  events: DemoEvent[]
}

export interface Person {
  name: string
  email: string
  company: string
  phone: string
  zone: string
}

/** One line of the log. */
export interface LogLine {
  at: number
  actor: string | null
  action: string
  details: object
}

export interface Note {
  id: string
  at: number
  author: string
  body: string
}

/** What became of a booking or a message. */
export interface History {
  status: string
  answeredAt: number | null
  assignedTo: string | null
  updatedAt: number
  log: LogLine[]
  notes: Note[]
}

export interface DemoRow extends History {
  id: string
  at: number
  person: Person
  visit: Visit
  fillSeconds: number
}

export interface DemoBooking extends DemoRow {
  challenge: string
  teamSize: string
  preferredTime: number
  revenue: string | null
  message: string | null
  /** When the call begins and ends. */
  call: readonly [from: number, until: number] | null
  /** A time that was picked, and who would take the call. */
  hold: { host: string; slot: readonly [from: number, until: number] } | null
}

export interface DemoMessage extends DemoRow {
  inquiry: string
  message: string
}
