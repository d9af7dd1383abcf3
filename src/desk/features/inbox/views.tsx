import type { Counts, InboxRow, InboxSource } from './types.ts'
import css from './views.module.css'

interface ViewsProps<Row extends InboxRow> {
  views: InboxSource<Row>['views']
  /** Undefined until they are known. */
  counts: Counts | undefined
  status: string | undefined
  onChange: (status: string | undefined) => void
}

/** The main views of the list, each with its number of rows. */
export function Views<Row extends InboxRow>({ views, counts, status, onChange }: ViewsProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are commands.
    <div className={css.views} role="group" aria-label="Which">
      {views.map((view) => {
        const count = counts?.[view.status ?? 'all']
        return (
          <button
            key={view.label}
            type="button"
            className={css.view}
            aria-pressed={view.status === status}
            data-late={view.status === 'overdue' && (count ?? 0) > 0}
            onClick={() => onChange(view.status)}
          >
            <span className={css.label}>{view.label}</span>{' '}
            <span className={css.count}>{count === undefined ? '–' : count.toLocaleString('en')}</span>
          </button>
        )
      })}
    </div>
  )
}
