import { inWords } from '#desk/lib/failure.ts'
import { Button } from '#ui/button.tsx'
import css from './record.module.css'

export function StaleNote({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={css.problem} role="alert">
      <p>{inWords(error)}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
