import pieces from '#desk/lib/pieces.module.css'
import { Button } from '#ui/button.tsx'

/** A part of the page that could not be fetched. */
export function Problem({ says, onRetry }: { says: string; onRetry: () => void }) {
  return (
    <div className={pieces.problem} role="alert">
      <p>{says}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
