import { inWords } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { testHook } from './api.ts'
import css from './webhooks.module.css'

/** Sends a made-up event and says what the receiver answered. */
export function HookTrial({ id }: { id: string }) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => testHook(id) })
  const says = error ? inWords(error) : data && outcome(data)
  return (
    <>
      <Button size="small" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Sending…' : 'Send a test'}
      </Button>
      <p
        className={`${layout.small} ${css.outcome} ${!isPending && (error || data?.isTaken === false) ? layout.alert : ''}`}
        role="status"
      >
        {!isPending && says}
      </p>
    </>
  )
}

const outcome = ({ isTaken, says }: { isTaken: boolean; says: string }) =>
  isTaken ? `The test arrived. ${says}` : `The test was not taken. ${says}`
