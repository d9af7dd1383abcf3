import { letterFrame } from '#content/account-letters.ts'
import { callTimes, greeting, visitorSmall } from '#content/call-letters.ts'
import { callSteps } from '#content/strategy-call.ts'
import { rulerOf, spanIn, zoneOf } from './moments.ts'
import type { Block, LetterParts, Row, TimeBlock, Tone } from './parts.ts'
import { nameOf } from './typed-text.ts'
import type { LetterData, Span } from './types.ts'

export type VisitorData = Exclude<LetterData, { kind: `team-${string}` | 'own-data' }>

export const zoneFor = ({ visitor, deskZone }: VisitorData): string => zoneOf(visitor.timeZone, deskZone)

export const paragraphs = (texts: readonly string[]): Block[] =>
  texts.map((text) => ({ type: 'paragraph', text }))

export const button = (label: string, url: string): Block => ({
  type: 'button',
  label,
  url,
  below: letterFrame.plainLink,
})

/** The call as a line of a timetable, with rows for its length and its place below. */
export function callBlock(
  call: Span,
  data: VisitorData,
  tone: Tone,
  label: string,
  more: readonly Row[] = [],
  place: readonly Row[] = [],
): TimeBlock {
  const zone = zoneFor(data)
  const { hourCycle } = data.visitor
  const length: Row = {
    label: callTimes.length,
    value: callTimes.minutes(Math.round((call.ends - call.starts) / 60_000)),
  }
  const rows = tone === 'off' ? more : [...more, length, ...place]
  return {
    type: 'time',
    tone,
    label,
    ...spanIn(call, zone, hourCycle),
    ruler: rulerOf(call, zone, hourCycle),
    rows,
  }
}

export const steps = (title: string): Block => ({
  type: 'entries',
  title,
  note: null,
  entries: callSteps.steps.map((step) => ({
    time: `${step.fromMinute}–${step.toMinute} min`,
    title: step.title,
    text: step.description,
  })),
})

/** Adds the greeting and the signature that all letters to visitors have. */
export function toVisitor(
  data: VisitorData,
  subject: string,
  heading: string,
  blocks: Block[],
  small: string[],
): LetterParts {
  return {
    subject,
    heading,
    greeting: greeting(nameOf(data.visitor.name)),
    blocks,
    small: [...small, visitorSmall.signature(data.answersTo)],
  }
}
