import { inWords } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { Blank } from '#ui/blank.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './inbox.module.css'

interface ListFailureProps {
  error: Error
  /** Whether stale rows are still shown. */
  hasRows: boolean
  onRetry: () => void
}

/** The list could not be loaded: shown in its place, or above its stale rows. */
export function ListFailure({ error, hasRows, onRetry }: ListFailureProps) {
  const retry = (
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  )
  if (hasRows) {
    return (
      <div
        className={`${layout.bar} ${pieces.apart} ${pieces.problem} ${pieces.slim} ${css.failure}`}
        role="alert"
      >
        <p>{inWords(error)}</p>
        {retry}
      </div>
    )
  }
  return (
    <Blank isAlert title="The list could not be fetched" text={inWords(error)}>
      {retry}
    </Blank>
  )
}
