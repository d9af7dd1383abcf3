import pieces from '#desk/lib/pieces.module.css'
import { isolate } from '#shared/lib/isolate.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { unseen } from '#ui/unseen.ts'
import css from './inbox.module.css'
import type { InboxRow, InboxSearch, PageOf } from './types.ts'

interface SearchHintsProps {
  page: PageOf<InboxRow>
  term: string
  status: string | undefined
  onNarrow: (search: InboxSearch) => void
}

const figure = (count: number) => count.toLocaleString('en')

/** Without any filter but the status. */
const only = (status: string | undefined): InboxSearch => ({
  status,
  week: undefined,
  source: undefined,
  assignee: undefined,
})

/** Links to matches outside the current filters, and a note when the rows shown are only similar to the search. */
export function SearchHints({ page, term, status, onNarrow }: SearchHintsProps) {
  const { isNear, elsewhere } = page
  const places = [
    { count: elsewhere?.others ?? 0, where: 'outside of this list', to: undefined },
    { count: elsewhere?.suspect ?? 0, where: 'in Spam?', to: 'spam?' },
    { count: elsewhere?.spam ?? 0, where: 'in spam', to: 'spam' },
  ].filter(({ count, to }) => count > 0 && (to === undefined || to !== status))
  return (
    <div className={`${layout.row} ${layout.small} ${css.hints}`} role="status">
      {isNear && (
        <p className={css.near}>
          Nothing is spelled <q>{isolate(term.trim())}</q>. This comes near:
        </p>
      )}
      {places.map(({ count, where, to }) => (
        <p key={where} className={`${layout.soft} ${pieces.line}`}>
          {figure(count)} {page.total > 0 && 'more '}
          {where}
          <Button size="small" onClick={() => onNarrow(only(to))}>
            Show
            <span className={unseen}> what is {where}</span>
          </Button>
        </p>
      ))}
    </div>
  )
}
