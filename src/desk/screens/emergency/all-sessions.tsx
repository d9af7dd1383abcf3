import { useState } from 'react'
import { ConfirmDialog } from '#desk/lib/confirm-dialog.tsx'
import { lookAtDoor } from '#desk/lib/door.ts'
import { inWords } from '#desk/lib/failure.ts'
import { Section } from '#desk/lib/section.tsx'
import { useMutation } from '#desk/lib/use-mutation.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { Button } from '#ui/button.tsx'
import { endAllSessions } from './api.ts'

/** Ends all sessions of everybody, including those of the person who asks for it. */
export function AllSessions() {
  const [isAsking, setAsking] = useState(false)
  // This browser's session has ended too, so it returns to the sign-in.
  const end = useMutation({ mutationFn: endAllSessions, onSuccess: () => lookAtDoor() })
  return (
    <Section title="Everybody’s sessions" text="When it is not clear who it was, or how far it went.">
      <WhenOnline>
        <Button
          onClick={() => {
            end.reset()
            setAsking(true)
          }}
        >
          End all sessions
        </Button>
      </WhenOnline>
      <ConfirmDialog
        isOpen={isAsking}
        title="End all sessions?"
        act="End them all"
        isBusy={end.isPending}
        problem={end.error && inWords(end.error)}
        onConfirm={() => end.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>
          Everybody is signed out everywhere, you too. Have your password and second step at hand; what
          somebody was typing and had not sent may be lost.
        </p>
      </ConfirmDialog>
    </Section>
  )
}
