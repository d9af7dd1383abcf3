import pieces from '#desk/lib/pieces.module.css'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import css from './inbox.module.css'
import { perPage } from './list-request.ts'

interface PagerProps {
  page: number
  total: number
  onChange: (page: number) => void
}

const figure = (value: number) => value.toLocaleString('en')

export function Pager({ page, total, onChange }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const from = (page - 1) * perPage + 1
  return (
    <nav
      className={`${layout.bar} ${pieces.apart} ${layout.small} ${layout.numbers} ${css.pager}`}
      aria-label="Pages"
    >
      <p className={layout.soft}>
        {total === 0 ? '0' : `${figure(from)}–${figure(Math.min(total, page * perPage))}`} of{' '}
        <strong>{figure(total)}</strong>
      </p>
      {pages > 1 && (
        <div className={pieces.line}>
          <Button
            size="small"
            aria-label="Page before"
            disabled={page <= 1}
            onClick={() => onChange(Math.min(page - 1, pages))}
          >
            <Icon name="back" />
          </Button>
          <span>
            Page {figure(page)} of {figure(pages)}
          </span>
          <Button
            size="small"
            aria-label="Next page"
            disabled={page >= pages}
            onClick={() => onChange(page + 1)}
          >
            <Icon name="arrow" />
          </Button>
        </div>
      )}
    </nav>
  )
}
