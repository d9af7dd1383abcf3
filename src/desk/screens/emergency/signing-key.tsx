import { useState } from 'react'
import { ConfirmDialog } from '#desk/lib/confirm-dialog.tsx'
import { inWords } from '#desk/lib/failure.ts'
import { Section } from '#desk/lib/section.tsx'
import { useMutation } from '#desk/lib/use-mutation.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/toast.tsx'
import { replaceKeys } from './api.ts'

/** Replaces the key that signs all tokens. */
export function SigningKey() {
  const [isAsking, setAsking] = useState(false)
  const replace = useMutation({
    mutationFn: replaceKeys,
    onSuccess: () => {
      setAsking(false)
      tell('The key is replaced. Whatever the old one signed is refused.')
    },
  })
  return (
    <Section
      title="The key of all tokens"
      text="When somebody may have read the server’s secrets or its database: with the key they could make tokens in any name."
    >
      <WhenOnline>
        <Button
          onClick={() => {
            replace.reset()
            setAsking(true)
          }}
        >
          Replace the key
        </Button>
      </WhenOnline>
      <ConfirmDialog
        isOpen={isAsking}
        title="Replace the key of all tokens?"
        act="Replace it"
        isBusy={replace.isPending}
        problem={replace.error && inWords(replace.error)}
        onConfirm={() => replace.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>
          Every token made so far is refused. People who are signed in go on after a moment; programs with a
          token of their own need a new one from the operator. If sessions may be in wrong hands, end them as
          well.
        </p>
      </ConfirmDialog>
    </Section>
  )
}
