import type { ReactNode } from 'react'
import type { Door } from '#desk/lib/door.ts'
import { CodeStep } from './code-step.tsx'
import { CodesStep } from './codes-step.tsx'
import { DaySheet } from './day-sheet.tsx'
import { EnrolStep } from './enrol-step.tsx'
import css from './entry.module.css'
import { FailedStep } from './failed-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { NoMemberStep } from './no-member-step.tsx'
import { SignInStep } from './sign-in-step.tsx'

/** The sign-in: one sheet that shows one step after the other. */
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
