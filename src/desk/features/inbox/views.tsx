import layout from '#ui/layout.module.css'
import css from './inbox.module.css'
import type { Counts, InboxRow, InboxSource } from './types.ts'

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
            className={`${layout.close} ${css.view}`}
            aria-pressed={view.status === status}
            data-late={view.status === 'overdue' && (count ?? 0) > 0}
            onClick={() => onChange(view.status)}
          >
            <span className={css.viewLabel}>{view.label}</span>{' '}
            <span className={`${layout.figure} ${css.count}`}>
              {count === undefined ? '–' : count.toLocaleString('en')}
            </span>
          </button>
        )
      })}
    </div>
  )
}
