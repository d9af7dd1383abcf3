import layout from '#ui/layout.module.css'
import css from './answer-bar.module.css'
import { type Answerable, type AnswerClock, readClock } from './answer-clock.ts'
import { span } from './times.ts'
import { useNow } from './use-now.ts'

interface AnswerBarProps {
  item: Answerable
  size?: 'small' | 'large'
}

/** The 24 hours within which we promise an answer: a bar that fills, and the same in words. */
export function AnswerBar({ item, size = 'small' }: AnswerBarProps) {
  const clock = readClock(item, useNow())
  const height = size === 'large' ? 12 : 7
  if (clock.kind === 'none')
    return <span className={`${layout.tiny} ${layout.numbers} ${css.words}`}>No answer owed</span>
  return (
    <span className={size === 'large' ? `${css.answer} ${css.large}` : css.answer}>
      <svg width="100%" height={height} aria-hidden="true">
        <rect className={css[clock.kind]} width={`${clock.share * 100}%`} y="1" height={height - 2} />
        <g className={css.ticks}>
          {Array.from({ length: 25 }, (_, hour) => (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour.
              key={hour}
              x1={`${(hour / 24) * 100}%`}
              x2={`${(hour / 24) * 100}%`}
              y1={hour % 6 === 0 ? 0 : height - 3}
              y2={height}
            />
          ))}
        </g>
      </svg>
      <span className={`${layout.tiny} ${layout.numbers} ${css.words}`} data-kind={clock.kind}>
        {inWords(clock)}
      </span>
    </span>
  )
}

function inWords(clock: Exclude<AnswerClock, { kind: 'none' }>): string {
  switch (clock.kind) {
    case 'due':
      return `due in ${span(clock.left)}`
    case 'at-risk':
      return `at risk, ${span(clock.left)} left`
    case 'breached':
      return `breached ${span(-clock.left)} ago`
    case 'answered':
      return `answered in ${span(clock.took)}`
    case 'answered-late':
      return `answered late, in ${span(clock.took)}`
  }
}
