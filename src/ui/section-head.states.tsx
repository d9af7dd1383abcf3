import type { DrawnStates } from './drawn-state.ts'
import { unbreakable } from './sample-words.ts'
import { SectionHead } from './section-head.tsx'

export const states = {
  plain: { draw: () => <SectionHead title="How it works">Three steps of ten minutes.</SectionHead> },
  eyebrow: {
    draw: () => (
      <SectionHead eyebrow="Proof" title="What partners say">
        In their own words.
      </SectionHead>
    ),
  },
  'long-words': { draw: () => <SectionHead title={unbreakable}>{unbreakable}</SectionHead> },
} satisfies DrawnStates
