/** The state of a time: confirmed, only requested, or no longer valid. */
export type TimeTone = 'firm' | 'asked' | 'off'

/** A bar in a timetable, drawn to scale: `from` and `to` are fractions of the timetable's length. */
export interface Ruler {
  from: number
  to: number
  /** The labels of the timetable, which mark the starts of its equal parts. */
  ticks: readonly string[]
}

export interface EmailRow {
  label: string
  value: string
  url?: string | undefined
  /** True if the value is no longer valid. */
  isOff?: boolean
}

export interface TimeBlock {
  type: 'time'
  tone: TimeTone
  label: string
  time: string
  day: string
  zone: string
  ruler: Ruler | null
  rows: readonly EmailRow[]
}

/** A row in a chronological list. */
export interface ListEntry {
  time: string
  title: string
  text: string
  url?: string
  isLate?: boolean
}

/** One part of an email, from which both the HTML and the plain text are made. */
export type EmailBlock =
  /** `hasLinks`: a member wrote the text, so URLs in it become links. */
  | { type: 'paragraph'; text: string; hasLinks?: true }
  | TimeBlock
  /** `below` introduces the full URL, in case the button does not work. */
  | { type: 'button'; label: string; url: string; below: string | null }
  | { type: 'links'; intro: string; links: readonly { label: string; url: string }[] }
  | { type: 'facts'; rows: readonly EmailRow[] }
  | { type: 'quote'; title: string; lines: readonly string[] }
  | { type: 'entries'; title: string; entries: readonly ListEntry[]; note: string | null }
  | { type: 'gauge'; label: string; value: string; taken: number; capacity: number }
  /** Digits to type; `intro` says where to type them. */
  | { type: 'code'; intro: string; digits: string }

export interface EmailParts {
  subject: string
  heading: string
  /** `Hello Thandi,` */
  greeting: string | null
  blocks: readonly EmailBlock[]
  /** Sentences in small print below the rule; the last sentence is the signature. */
  small: readonly string[]
}
