import { NewPasswordForm } from '#desk/features/new-password/new-password-form.tsx'
import { verifyDevice, verifyFirstDevice } from '#desk/features/second-factor/api.ts'
import { DeviceSetup } from '#desk/features/second-factor/device-setup.tsx'
import { addPasskey, offersPasskeys, PasskeyButton } from '#desk/features/second-factor/passkey.tsx'
import { NewRecoveryCodes } from '#desk/features/second-factor/recovery-codes.tsx'
import controls from '#desk/lib/controls.module.css'
import { finishCodesStep, finishPasswordStep } from '#desk/lib/door.ts'
import pieces from '#desk/lib/pieces.module.css'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import css from './entry.module.css'
import { invitationSteps, recoverySteps, SignOutNote, Step, setupSteps } from './step.tsx'

/** Sets up two-step verification. This step is mandatory: the database returns no data to unverified sessions. */
export function EnrollStep({ email }: { email: string }) {
  return (
    <Step
      title="Set up two-step verification"
      way={{ stops: setupSteps, at: 1 }}
      begins="heading"
      text={
        <p>
          To protect visitors’ data, signing in requires your password and a code from an authenticator app on your
          phone. Any authenticator app works.
        </p>
      }
      foot={<SignOutNote email={email} />}
    >
      <DeviceSetup
        name="Authenticator app"
        submit="Continue"
        prove={(factorId, code) => verifyFirstDevice(() => verifyDevice(factorId, code))}
      />
      {offersPasskeys && (
        <div className={`${layout.stack} ${pieces.listed} ${css.other}`}>
          <p className={layout.note}>
            You can also create a passkey, on this device or on a security key. You will then use your fingerprint, face
            or PIN instead of a code.
          </p>
          <PasskeyButton says="Create a passkey instead" show={() => verifyFirstDevice(() => addPasskey('Passkey'))} />
        </div>
      )}
    </Step>
  )
}

/** Shows the recovery codes once, after the user has added the first authenticator app or passkey. */
export function RecoveryCodesStep({ email }: { email: string }) {
  return (
    <Step
      title="Save your recovery codes"
      way={{ stops: setupSteps, at: 2 }}
      begins="heading"
      text={
        <p>
          If you lose your phone, each of these codes signs you in once. They will not be shown again. Keep them in a
          password manager, or print them and keep them away from the phone.
        </p>
      }
      foot={<SignOutNote email={email} />}
    >
      <NewRecoveryCodes email={email}>
        <div className={`${layout.bar} ${css.ways}`}>
          <Button look="signal" onClick={() => void finishCodesStep()}>
            Open the desk
          </Button>
        </div>
      </NewRecoveryCodes>
    </Step>
  )
}

/** Sets a first or a new password after the user has opened a link in an email. */
export function NewPasswordStep({ email, why }: { email: string; why: 'recovery' | 'invitation' }) {
  const isRecovery = why === 'recovery'
  const done = async () => {
    showToast(
      isRecovery ? 'Your new password is active. You have been signed out everywhere else.' : 'Your password is set.',
    )
    await finishPasswordStep()
  }
  return (
    <Step
      title={isRecovery ? 'Choose a new password' : 'Choose a password'}
      way={isRecovery ? { stops: recoverySteps, at: 2 } : { stops: invitationSteps, at: 1 }}
      text={
        <p>
          {isRecovery
            ? 'Your old password works until you set a new one.'
            : 'You will need this password each time you sign in.'}
        </p>
      }
      foot={<SignOutNote email={email} />}
    >
      <NewPasswordForm
        email={email}
        submit={isRecovery ? 'Set new password' : 'Set password'}
        onDone={() => void done()}
      >
        {isRecovery && (
          <button
            type="button"
            className={`${controls.bare} ${controls.words} ${css.link}`}
            onClick={() => void finishPasswordStep()}
          >
            Keep the old password
          </button>
        )}
      </NewPasswordForm>
    </Step>
  )
}
