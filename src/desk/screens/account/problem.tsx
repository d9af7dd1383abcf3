import { Button } from '#ui/button.tsx'
import css from './account.module.css'

/** A part of the page that could not be fetched. */
export function Problem({ says, onRetry }: { says: string; onRetry: () => void }) {
  return (
    <div className={css.problem} role="alert">
      <p>{says}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
