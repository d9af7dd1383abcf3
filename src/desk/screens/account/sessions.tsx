import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { authInWords } from '#desk/lib/auth-words.ts'
import { signOut } from '#desk/lib/door.ts'
import { useAttempt, useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import css from './account.module.css'
import { endOtherSessions, endSession, sessionsQuery } from './api.ts'
import { Problem } from './problem.tsx'
import { SessionRow } from './session-row.tsx'

/** Where I am signed in, and how to end it: one by one, all others, or all. */
export function Sessions() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const [isAsking, setAsking] = useState(false)
  const everywhere = useAttempt()
  const end = useMutation({
    // One of them, or null for all others.
    mutationFn: (session: string | null) => (session === null ? endOtherSessions() : endSession(session)),
    onSuccess: (_, session) =>
      tell(session === null ? 'You are signed out everywhere else.' : 'That session has ended.'),
    onError: (fault) => tell(authInWords(fault), { isAlert: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const signOutEverywhere = () =>
    everywhere.attempt(async () => {
      const fault = await signOut('global')
      if (fault) throw new Error(fault)
    })

  return (
    <Section
      title="Where you are signed in"
      text="One you do not know? End it, and choose a new password. Each is ended by the server at once."
    >
      {data ? (
        <ul className={pieces.bounded}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={end.isPending}
              onEnd={() => (session.is_current ? void signOut() : end.mutate(session.id))}
            />
          ))}
        </ul>
      ) : error ? (
        <Problem says={authInWords(error)} onRetry={() => void refetch()} />
      ) : (
        <Bones lines={2} />
      )}
      <div className={`${layout.row} ${css.below}`}>
        <WhenOnline>
          <Button
            size="small"
            disabled={end.isPending || (data !== undefined && data.length < 2)}
            onClick={() => end.mutate(null)}
          >
            Sign out everywhere else
          </Button>
          <Button size="small" onClick={() => setAsking(true)}>
            Sign out everywhere
          </Button>
        </WhenOnline>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere?"
        act="Sign out everywhere"
        isBusy={everywhere.isBusy}
        problem={everywhere.problem}
        onConfirm={() => void signOutEverywhere()}
        onClose={() => setAsking(false)}
      >
        <p>Here too. You will need your password and a code to come back.</p>
      </ConfirmDialog>
    </Section>
  )
}
