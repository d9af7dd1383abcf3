/** How sure a time is: it stands, it was asked for, it is no longer. */
export type Tone = 'firm' | 'asked' | 'off'

/** A stretch of a timetable, drawn to scale: `from` and `to` are shares of its whole length. */
export interface Ruler {
  from: number
  to: number
  /** What is written at the start of each equal part. */
  ticks: readonly string[]
}

export interface Row {
  label: string
  value: string
  /** A link, where the value is one. */
  url?: string | undefined
  /** It is no longer true. */
  isOff?: boolean
}

export interface TimeBlock {
  type: 'time'
  tone: Tone
  label: string
  /** The big figures: `14:00–14:30`. */
  time: string
  day: string
  zone: string
  ruler: Ruler | null
  rows: readonly Row[]
}

/** A line of a list that is ordered by time. */
export interface Entry {
  time: string
  title: string
  text: string
  url?: string
  isLate?: boolean
}

/** What a letter is made of, from top to bottom; the HTML and the text are both made from it. */
export type Block =
  | { type: 'paragraph'; text: string }
  | TimeBlock
  /** `below` introduces the address in full, for whom the button does not work. */
  | { type: 'button'; label: string; url: string; below: string | null }
  | { type: 'links'; intro: string; links: readonly { label: string; url: string }[] }
  | { type: 'facts'; rows: readonly Row[] }
  | { type: 'quote'; title: string; lines: readonly string[] }
  | { type: 'entries'; title: string; entries: readonly Entry[]; note: string | null }
  | { type: 'gauge'; label: string; value: string; taken: number; capacity: number }
  /** Digits to type, and what to do with them. */
  | { type: 'code'; intro: string; digits: string }

export interface LetterParts {
  subject: string
  heading: string
  /** `Hello Thandi,` */
  greeting: string | null
  blocks: readonly Block[]
  /** Smaller sentences below the rule; the last one says who wrote. */
  small: readonly string[]
}
