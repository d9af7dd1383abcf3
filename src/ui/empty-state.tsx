import type { ReactNode } from 'react'
import css from './empty-state.module.css'
import layout from './layout.module.css'

interface EmptyStateProps {
  title: string
  text: ReactNode
  /** The heading level. Use 1 if this is the only heading on the page. */
  level?: 1 | 2
  /** True to announce a failure to screen readers at once; an empty list is not announced. */
  isAlert?: boolean
  /** Actions that can help. */
  children?: ReactNode
}

/** Shown instead of content if there is none yet, if nothing was found, or if loading failed. */
export function EmptyState({ title, text, level = 2, isAlert = false, children }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={[css.blank, isAlert && css.alert].filter(Boolean).join(' ')} role={isAlert ? 'alert' : undefined}>
      <svg className={css.hours} width="100%" height="14" aria-hidden="true">
        {Array.from({ length: 25 }, (_, hour) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour.
            key={hour}
            x1={`${(hour / 24) * 100}%`}
            x2={`${(hour / 24) * 100}%`}
            y1={hour % 6 === 0 ? 0 : 7}
            y2="14"
          />
        ))}
      </svg>
      <Heading className={css.title}>{title}</Heading>
      <p className={layout.soft}>{text}</p>
      {children && <div className={css.ways}>{children}</div>}
    </div>
  )
}
