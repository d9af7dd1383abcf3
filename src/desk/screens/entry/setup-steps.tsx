import { NewPasswordForm } from '#desk/features/new-password/new-password-form.tsx'
import { asFirst, proveDevice } from '#desk/features/second-factor/api.ts'
import { DeviceSetup } from '#desk/features/second-factor/device-setup.tsx'
import { addPasskey, offersPasskeys, PasskeyButton } from '#desk/features/second-factor/passkey.tsx'
import { NewRecoveryCodes } from '#desk/features/second-factor/recovery-codes.tsx'
import controls from '#desk/lib/controls.module.css'
import { endCodesDuty, endPasswordDuty } from '#desk/lib/door.ts'
import pieces from '#desk/lib/pieces.module.css'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import css from './entry.module.css'
import { invitationWay, recoveryWay, Step, setUpWay, WayOut } from './step.tsx'

/** Sets up the second step. It cannot be skipped, because without one the database shows nothing. */
export function EnrolStep({ email }: { email: string }) {
  return (
    <Step
      title="Set up the second step"
      way={{ stops: setUpWay, at: 1 }}
      begins="heading"
      text={
        <p>
          What visitors wrote is behind two locks: your password, and a code from an app on your phone. Any
          authenticator app will do.
        </p>
      }
      foot={<WayOut email={email} />}
    >
      <DeviceSetup
        name="Authenticator app"
        submit="Go on"
        prove={(factorId, code) => asFirst(() => proveDevice(factorId, code))}
      />
      {offersPasskeys && (
        <div className={`${layout.stack} ${pieces.listed} ${css.other}`}>
          <p className={layout.note}>
            Or make a passkey: this device, or a security key, then asks for your finger, face or PIN in place
            of a code. No other site can ask for it.
          </p>
          <PasskeyButton says="Make a passkey instead" show={() => asFirst(() => addPasskey('Passkey'))} />
        </div>
      )}
    </Step>
  )
}

/** After the first device was added: shows the recovery codes, this once. */
export function CodesStep({ email }: { email: string }) {
  return (
    <Step
      title="Keep your recovery codes"
      way={{ stops: setUpWay, at: 2 }}
      begins="heading"
      text={
        <p>
          Should your phone be lost, one of these lets you in. They are shown this once. Keep them where the
          phone is not: in a password manager, or printed in a drawer.
        </p>
      }
      foot={<WayOut email={email} />}
    >
      <NewRecoveryCodes email={email}>
        {(hasCodes) => (
          <div className={`${layout.bar} ${css.ways}`}>
            <Button look="signal" onClick={() => void endCodesDuty()}>
              {hasCodes ? 'I have kept them: open the desk' : 'Open the desk'}
            </Button>
          </div>
        )}
      </NewRecoveryCodes>
    </Step>
  )
}

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
