import { type ReactNode, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { type AuthState, refreshAuthState, signOut } from '#desk/lib/door.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { CodeStep } from './code-step.tsx'
import { DayTimetable } from './day-sheet.tsx'
import css from './entry.module.css'
import { EnrollStep, NewPasswordStep, RecoveryCodesStep } from './setup-steps.tsx'
import { SignInStep } from './sign-in-step.tsx'
import { EntryMessage, Step } from './step.tsx'

export function Screen({ door }: { door: AuthState }) {
  if (door.kind === 'opening' || door.kind === 'open') {
    return (
      <main>
        <div className={css.opening} role="status">
          <h1>Opening the desk…</h1>
        </div>
      </main>
    )
  }
  return (
    <div className={css.sheet}>
      <main className={css.column}>{stepOf(door)}</main>
      <DayTimetable />
    </div>
  )
}

function stepOf(door: Exclude<AuthState, { kind: 'opening' | 'open' }>): ReactNode {
  switch (door.kind) {
    case 'signed-out':
      return <SignInStep says={door.says} />
    case 'code':
      return <CodeStep email={door.email} />
    case 'enrol':
      return <EnrollStep email={door.email} />
    case 'codes':
      return <RecoveryCodesStep email={door.email} />
    case 'new-password':
      return <NewPasswordStep email={door.email} why={door.why} />
    case 'no-member':
      return <NoMemberStep email={door.email} />
    case 'failed':
      return <FailedStep says={door.says} />
  }
}

/** Shown if the server did not respond, or if its response was unexpected. The session does not end. */
export function FailedStep({ says }: { says: string }) {
  const [isLooking, setLooking] = useState(false)
  const look = async () => {
    setLooking(true)
    await refreshAuthState()
    setLooking(false)
  }
  return (
    <Step title="The desk could not be opened" begins="heading">
      <EntryMessage text={says} isFault />
      <div className={`${layout.bar} ${css.ways}`}>
        <Button look="signal" disabled={isLooking} onClick={() => void look()}>
          {isLooking ? 'Trying…' : 'Try again'}
        </Button>
        <button
          type="button"
          className={`${controls.bare} ${controls.words} ${css.link}`}
          onClick={() => void signOut()}
        >
          Sign out
        </button>
      </div>
    </Step>
  )
}

/** Shown to users who were never invited or are suspended. */
export function NoMemberStep({ email }: { email: string }) {
  return (
    <Step
      title="This account has no access to the desk"
      begins="heading"
      text={
        <p>
          You are signed in as <strong>{email}</strong>. An owner of the desk can give you a role, or restore your
          access if it was suspended. Then check again.
        </p>
      }
    >
      <div className={`${layout.bar} ${css.ways}`}>
        <Button look="signal" onClick={() => void signOut()}>
          Sign out
        </Button>
        <Button onClick={() => void refreshAuthState()}>Check again</Button>
      </div>
    </Step>
  )
}
