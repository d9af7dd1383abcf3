import { type ReactNode, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { type Door, lookAtDoor, signOut } from '#desk/lib/door.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { CodeStep } from './code-step.tsx'
import { DaySheet } from './day-sheet.tsx'
import css from './entry.module.css'
import { CodesStep, EnrolStep, NewPasswordStep } from './setup-steps.tsx'
import { SignInStep } from './sign-in-step.tsx'
import { Saying, Step } from './step.tsx'

export function Screen({ door }: { door: Door }) {
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
      <DaySheet />
    </div>
  )
}

function stepOf(door: Exclude<Door, { kind: 'opening' | 'open' }>): ReactNode {
  switch (door.kind) {
    case 'signed-out':
      return <SignInStep says={door.says} />
    case 'code':
      return <CodeStep email={door.email} />
    case 'enrol':
      return <EnrolStep email={door.email} />
    case 'codes':
      return <CodesStep email={door.email} />
    case 'new-password':
      return <NewPasswordStep email={door.email} why={door.why} />
    case 'no-member':
      return <NoMemberStep email={door.email} />
    case 'failed':
      return <FailedStep says={door.says} />
  }
}

/** Shown if the server did not respond as expected or at all. The session remains. */
export function FailedStep({ says }: { says: string }) {
  const [isLooking, setLooking] = useState(false)
  const look = async () => {
    setLooking(true)
    await lookAtDoor()
    setLooking(false)
  }
  return (
    <Step title="The desk could not be opened" begins="heading">
      <Saying text={says} isFault />
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
          You are signed in as <strong>{email}</strong>. An owner of the desk can give you a role, or restore
          your access if it was suspended. Then check again.
        </p>
      }
    >
      <div className={`${layout.bar} ${css.ways}`}>
        <Button look="signal" onClick={() => void signOut()}>
          Sign out
        </Button>
        <Button onClick={() => void lookAtDoor()}>Check again</Button>
      </div>
    </Step>
  )
}
