import { inWords } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'

export function StaleNote({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={`${layout.bar} ${pieces.apart} ${pieces.problem} ${pieces.slim}`} role="alert">
      <p>{inWords(error)}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
