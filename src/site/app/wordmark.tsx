import { brand } from '#content/brand.ts'
import layout from '#ui/layout.module.css'
import css from './wordmark.module.css'

/** Three lines of a timetable; the last, filled one stands for the hours we take over. */
export function Wordmark() {
  return (
    <span className={`${layout.inline} ${css.wordmark}`}>
      <svg width="26" height="22" viewBox="0 0 26 22" aria-hidden="true">
        <path d="M0 2.5h26M0 11h15" stroke="currentColor" strokeWidth="3" />
        <path className={css.line} d="M0 19.5h26" strokeWidth="5" />
      </svg>
      {brand.name}
    </span>
  )
}
