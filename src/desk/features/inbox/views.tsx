import type { Counts } from './api.ts'
import css from './views.module.css'

interface ViewsProps {
  /** Undefined until they are known. */
  counts: Counts | undefined
  status: string | undefined
  onChange: (status: string | undefined) => void
}

/** The four lists that matter, each with how long it is. */
export function Views({ counts, status, onChange }: ViewsProps) {
  const views = [
    { status: undefined, label: 'All', count: counts?.all },
    { status: 'open', label: 'Open', count: counts?.open },
    { status: 'overdue', label: 'Overdue', count: counts?.overdue },
    { status: 'spam?', label: 'Spam?', count: counts?.suspect },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are commands.
    <div className={css.views} role="group" aria-label="Which">
      {views.map((view) => (
        <button
          key={view.label}
          type="button"
          className={css.view}
          aria-pressed={view.status === status}
          data-late={view.status === 'overdue' && (view.count ?? 0) > 0}
          onClick={() => onChange(view.status)}
        >
          <span className={css.label}>{view.label}</span>{' '}
          <span className={css.count}>
            {view.count === undefined ? '–' : view.count.toLocaleString('en')}
          </span>
        </button>
      ))}
    </div>
  )
}
