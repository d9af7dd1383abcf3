import type { ReactNode } from 'react'
import css from './chip.module.css'

/** The urgency of a state: `signal` asks for work, `alert` warns, `ink` is settled well, `quiet` is over. */
export type Tone = 'signal' | 'alert' | 'ink' | 'plain' | 'quiet'

/** A state as a label. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${css.chip} ${css[tone]}`}>{children}</span>
}
