import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { authErrorMessage } from '#desk/lib/auth-words.ts'
import { signOut } from '#desk/lib/door.ts'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { authDataOrThrow, useAttempt, useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { supabase } from '#desk/lib/supabase.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { type OwnSession, ownSessionsSchema } from '#shared/contract/team.ts'
import { describeDevice } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import css from './account.module.css'

export function SessionsSection() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const [isAsking, setAsking] = useState(false)
  const everywhere = useAttempt()
  const end = useMutation({
    // The id of one session; null means all other sessions.
    mutationFn: (session: string | null) => (session === null ? endOtherSessions() : endSession(session)),
    onSuccess: (_, session) =>
      showToast(session === null ? 'You are signed out everywhere else.' : 'Session signed out.'),
    onError: (fault) => showToast(authErrorMessage(fault), { isAlert: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const signOutEverywhere = () =>
    everywhere.attempt(async () => {
      const fault = await signOut('global')
      if (fault) throw new Error(fault)
    })

  return (
    <Section title="Active sessions" text="If you do not recognize a session, sign out of it and change your password.">
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
        <ErrorNotice error={error} onRetry={() => void refetch()}>
          {authErrorMessage(error)}
        </ErrorNotice>
      ) : (
        <Skeleton lines={2} />
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
        <p>You will also be signed out in this browser. You will need your password and a code to sign in again.</p>
      </ConfirmDialog>
    </Section>
  )
}

interface SessionRowProps {
  session: OwnSession
  isBusy: boolean
  onEnd: () => void
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { created_at, refreshed_at, user_agent, aal, is_current } = session
  const device = describeDevice(user_agent)
  const since = dayAndTime(new Date(created_at))
  return (
    <li className={`${layout.ends} ${pieces.listed} ${css.row}`}>
      <div className={css.what}>
        <p className={`${layout.named} ${pieces.name}`}>
          {device}
          {is_current && <Chip tone="signal">This browser</Chip>}
          {aal === 'aal1' && <Chip tone="alert">Password only, no access</Chip>}
        </p>
        <p className={layout.note}>
          Signed in {since}
          {refreshed_at && `, last active ${dayAndTime(new Date(refreshed_at))}`}
        </p>
      </div>
      <WhenOnline>
        <Button
          size="small"
          disabled={isBusy}
          aria-label={is_current ? 'Sign out here' : `Sign out: ${device}, signed in ${since}`}
          onClick={onEnd}
        >
          {is_current ? 'Sign out here' : 'Sign out'}
        </Button>
      </WhenOnline>
    </li>
  )
}

export const sessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async () => v.parse(ownSessionsSchema, dataOrThrow(await supabase.rpc('my_sessions'))),
})

async function endSession(session: string): Promise<void> {
  const answer = await supabase.rpc('end_session', { session })
  // The session may have ended already.
  if (answer.status !== 404) dataOrThrow(answer)
}

async function endOtherSessions(): Promise<void> {
  const { error } = await supabase.auth.signOut({ scope: 'others' })
  if (error) throw error
}

/** Saves the user's name, which the team sees next to the user's actions. */
export async function saveName(name: string): Promise<void> {
  authDataOrThrow(await supabase.auth.updateUser({ data: { name } }))
}
