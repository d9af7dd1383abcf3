import { inWords } from '#desk/lib/failure.ts'
import { Blank } from '#ui/blank.tsx'
import { Button } from '#ui/button.tsx'
import css from './inbox.module.css'

interface ListFailureProps {
  error: Error
  /** Whether an older answer is still on the screen. */
  hasRows: boolean
  onRetry: () => void
}

/** The list could not be read: in its place, or above what is left of an older answer. */
export function ListFailure({ error, hasRows, onRetry }: ListFailureProps) {
  const retry = (
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  )
  if (hasRows) {
    return (
      <div className={css.failure} role="alert">
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
