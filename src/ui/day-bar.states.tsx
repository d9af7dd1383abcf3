import { DayBar, DayScale } from './day-bar.tsx'
import type { DrawnStates } from './drawn-state.ts'

const bar = (from: number, to: number, look: 'ink' | 'signal', now: number | null) => ({
  draw: () => (
    <>
      <DayBar from={from} to={to} look={look} now={now} />
      <DayScale />
    </>
  ),
})

export const states = {
  day: bar(7, 15, 'ink', 10.5),
  'over-midnight': bar(22, 30, 'ink', 2),
  'all-day': bar(0, 24, 'signal', 18),
  'before-the-page-runs': bar(7, 15, 'ink', null),
} satisfies DrawnStates
