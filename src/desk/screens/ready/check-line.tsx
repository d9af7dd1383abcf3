import { type ReadyAnswer, type ReadyState, readyStateOf } from '#shared/contract/ready.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import css from './ready.module.css'
import { readyStateWords, readyWords, sentenceOf } from './ready-words.ts'

const tones: Readonly<Record<ReadyState, Tone>> = {
  good: 'quiet',
  mend: 'alert',
  consider: 'plain',
  unknown: 'plain',
}

/** One check: what it is about, how it stands, and what is to be done. */
export function CheckLine({ found: { check, finding, facts } }: { found: ReadyAnswer['findings'][number] }) {
  const state = readyStateOf(check, finding) ?? 'unknown'
  const { says, mend } = sentenceOf(check, finding, facts)
  return (
    <li className={css.line} data-state={state}>
      <div className={css.head}>
        <h3 className={css.title}>{readyWords[check].title}</h3>
        <Chip tone={tones[state]}>{readyStateWords[state]}</Chip>
      </div>
      <p className={css.says}>{says}</p>
      {mend && <p className={css.mend}>{mend}</p>}
    </li>
  )
}
