import { dayAndTime } from '#desk/lib/times.ts'
import type { ReadyFinding, ReadyState } from '#shared/contract/ready.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import css from './ready.module.css'

const chips: Readonly<Record<ReadyState, { tone: Tone; words: string }>> = {
  good: { tone: 'quiet', words: 'In order' },
  mend: { tone: 'alert', words: 'To mend' },
  consider: { tone: 'plain', words: 'Worth a look' },
  unknown: { tone: 'plain', words: 'Not known' },
}

/** One check: what it is about, how it stands, and what is to be done. */
export function CheckLine({ found: { title, state, says, todo } }: { found: ReadyFinding }) {
  return (
    <li className={`${layout.anywhere} ${layout.close}`} data-state={state}>
      <div className={`${layout.ends} ${css.head}`}>
        <h3 className={css.title}>{title}</h3>
        <Chip tone={chips[state].tone}>{chips[state].words}</Chip>
      </div>
      <p className={`${layout.soft} ${css.says}`}>{onOurClock(says)}</p>
      {todo && <p className={css.mend}>{todo}</p>}
    </li>
  )
}

const onOurClock = (says: string) =>
  says.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) => dayAndTime(new Date(at)))
