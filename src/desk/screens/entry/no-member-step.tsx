import { lookAtDoor, signOut } from '#desk/lib/door.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './entry.module.css'
import { Step } from './step.tsx'

/** For people with an account who are no members: never invited, or stopped. */
export function NoMemberStep({ email }: { email: string }) {
  return (
    <Step
      title="This account has no place at the desk"
      begins="heading"
      text={
        <p>
          You are <strong>{email}</strong>. An owner of the desk can give you a role, or let you in again if
          you were stopped. Then look again.
        </p>
      }
    >
      <div className={`${layout.bar} ${css.ways}`}>
        <Button look="signal" onClick={() => void signOut()}>
          Sign out
        </Button>
        <Button onClick={() => void lookAtDoor()}>Look again</Button>
      </div>
    </Step>
  )
}
