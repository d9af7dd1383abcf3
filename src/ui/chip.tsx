import type { ReactNode } from 'react'
import css from './chip.module.css'

/** How much a state wants to be seen: `signal` asks for work, `alert` warns, `ink` is settled well, `quiet` is over. */
export type Tone = 'signal' | 'alert' | 'ink' | 'plain' | 'quiet'

/** A state in a word. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${css.chip} ${css[tone]}`}>{children}</span>
}
