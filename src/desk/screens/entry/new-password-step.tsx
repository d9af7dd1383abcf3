import { NewPasswordForm } from '#desk/features/new-password/new-password-form.tsx'
import controls from '#desk/lib/controls.module.css'
import { endPasswordDuty } from '#desk/lib/door.ts'
import { tell } from '#ui/toast.tsx'
import css from './entry.module.css'
import { Step } from './step.tsx'
import { WayOut } from './way-out.tsx'
import { invitationWay, recoveryWay } from './ways.ts'

/** Chooses a password after following a letter's link: a forgotten one, or the first one. */
export function NewPasswordStep({ email, why }: { email: string; why: 'recovery' | 'invitation' }) {
  const isRecovery = why === 'recovery'
  const done = async () => {
    tell(
      isRecovery
        ? 'Your new password is in force. Wherever else you were signed in, you are signed out.'
        : 'Your password is set.',
    )
    await endPasswordDuty()
  }
  return (
    <Step
      title={isRecovery ? 'Choose a new password' : 'Choose a password'}
      way={isRecovery ? { stops: recoveryWay, at: 2 } : { stops: invitationWay, at: 1 }}
      text={
        <p>
          {isRecovery
            ? 'The old one works until you have chosen.'
            : 'You will need it each time you sign in.'}
        </p>
      }
      foot={<WayOut email={email} />}
    >
      <NewPasswordForm
        email={email}
        submit={isRecovery ? 'Set the new password' : 'Set the password'}
        onDone={() => void done()}
      >
        {isRecovery && (
          <button
            type="button"
            className={`${controls.bare} ${controls.words} ${css.link}`}
            onClick={() => void endPasswordDuty()}
          >
            Keep the old one
          </button>
        )}
      </NewPasswordForm>
    </Step>
  )
}
