import { Failure, inWords } from '#desk/lib/failure.ts'
import { Blank } from '#ui/blank.tsx'
import { Button } from '#ui/button.tsx'

interface RecordFailureProps {
  error: Error
  /** The noun, for sentences. */
  one: string
  onClose: () => void
  onRetry: () => void
}

export function RecordFailure({ error, one, onClose, onRetry }: RecordFailureProps) {
  if (error instanceof Failure && error.status === 404) {
    return (
      <Blank
        isAlert
        title={`This ${one} is no longer here`}
        text="It was erased, or its time to be kept is over."
      >
        <Button onClick={onClose}>Back to the list</Button>
      </Blank>
    )
  }
  return (
    <Blank isAlert title={`The ${one} could not be fetched`} text={inWords(error)}>
      <Button onClick={onRetry}>Try again</Button>
      <Button onClick={onClose}>Back to the list</Button>
    </Blank>
  )
}
