import type { ErrorComponentProps } from '@tanstack/react-router'
import { Blank } from '#ui/blank.tsx'
import { Button } from '#ui/button.tsx'

/** A screen that could not be loaded, or crashed. What was typed elsewhere is kept. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const isFetching = error instanceof Error && /import|fetch|load/i.test(error.message)
  return (
    <Blank
      isAlert
      title={isFetching ? 'This screen could not be fetched' : 'This screen broke'}
      text={
        isFetching
          ? 'The connection may be gone, or the desk was renewed since you opened it.'
          : 'Nothing that was stored is lost. Reload the desk; if it breaks again, tell whoever runs it.'
      }
    >
      <Button look="signal" onClick={() => location.reload()}>
        Reload
      </Button>
      <Button onClick={reset}>Try again</Button>
    </Blank>
  )
}
