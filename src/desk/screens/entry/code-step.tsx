import { isAuthError } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  countRecoveryCodes,
  type Device,
  devicesKey,
  listDevices,
  recoveryKey,
  verifyDevice,
  verifyRecoveryCode,
} from '#desk/features/second-factor/api.ts'
import { CodeForm } from '#desk/features/second-factor/code-form.tsx'
import { offersPasskeys, PasskeyButton, verifyPasskey } from '#desk/features/second-factor/passkey.tsx'
import { authErrorMessage } from '#desk/lib/auth-words.ts'
import { pendingSteps } from '#desk/lib/browser-storage.ts'
import controls from '#desk/lib/controls.module.css'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import { useAttempt } from '#desk/lib/mutations.ts'
import { passkeyOrigin } from '#desk/lib/server.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import css from './entry.module.css'
import { recoverySteps, SignOutNote, Step, signInSteps } from './step.tsx'

/** Asks for verification with a passkey, a code from an app, or a recovery code. */
export function CodeStep({ email }: { email: string }) {
  const devices = useQuery({ queryKey: devicesKey, queryFn: listDevices })
  const left = useQuery({ queryKey: recoveryKey, queryFn: countRecoveryCodes, retry: false })
  const [chosen, setChosen] = useState<string | null>(null)
  const [isByPaper, setByPaper] = useState(false)
  const way = { stops: pendingSteps().password === 'recovery' ? recoverySteps : signInSteps, at: 1 }

  if (isByPaper) return <RecoveryCodeStep email={email} way={way} onBack={() => setByPaper(false)} />
  if (devices.isError) {
    return (
      <Step title="Enter the code" way={way} foot={<SignOutNote email={email} />}>
        <FormProblem failure={authErrorMessage(devices.error)} />
        <div className={`${layout.bar} ${css.ways}`}>
          <Button onClick={() => void devices.refetch()}>Try again</Button>
        </div>
      </Step>
    )
  }
  if (!devices.data) return <Skeleton lines={2} label="Loading your verification methods" />

  const here = usableMethods(devices.data)
  const device = here.find(({ id }) => id === chosen) ?? here[0]
  const isPasskey = device?.kind === 'passkey'
  const paper = left.data ? (
    <button type="button" className={`${controls.bare} ${controls.words} ${css.link}`} onClick={() => setByPaper(true)}>
      Use a recovery code
    </button>
  ) : null
  return (
    <Step
      title={isPasskey ? 'Use your passkey' : 'Enter the code'}
      way={way}
      text={
        <p>
          {isPasskey
            ? 'Your device will ask for your fingerprint, face or PIN.'
            : 'Enter the six-digit code from your authenticator app.'}
        </p>
      }
      foot={
        <>
          <p className={layout.note}>
            {left.data
              ? `No access to your ${isPasskey ? 'device' : 'phone'}? Use a recovery code.`
              : `Lost your ${isPasskey ? 'device' : 'phone'}? Ask an owner of the desk to reset your two-step verification.`}
          </p>
          <SignOutNote email={email} />
        </>
      }
    >
      {here.length > 1 && device && (
        <ToggleGroup
          label="Verification method"
          options={here.map(({ id, name }) => ({ value: id, label: name }))}
          value={device.id}
          onChange={setChosen}
        />
      )}
      {device && isPasskey && (
        <PasskeyButton key={device.id} says="Use the passkey" isFirst show={() => verifyPasskey(device.id)}>
          {paper}
        </PasskeyButton>
      )}
      {device && !isPasskey && (
        <CodeForm key={device.id} label="Code" submit="Continue" prove={(code) => verifyDevice(device.id, code)}>
          {paper}
        </CodeForm>
      )}
      {!device && (
        <>
          <UnsupportedMethod isPasskey={devices.data.length > 0} />
          {paper && <div className={`${layout.bar} ${css.ways}`}>{paper}</div>}
        </>
      )}
    </Step>
  )
}

/**
 * Returns the devices that can be used in this browser and at the desk's current URL. Passkeys come first, because
 * they need no typing.
 */
function usableMethods(devices: readonly Device[]): Device[] {
  const passkeys = offersPasskeys ? devices.filter(({ kind }) => kind === 'passkey') : []
  return [...passkeys, ...devices.filter(({ kind }) => kind === 'app')]
}

function UnsupportedMethod({ isPasskey }: { isPasskey: boolean }) {
  return isPasskey ? (
    <FormProblem failure="Your account uses a passkey, which does not work here.">
      Open the desk at <a href={`${passkeyOrigin}/desk/`}>{passkeyOrigin}</a>, in a browser that supports passkeys.
    </FormProblem>
  ) : (
    <FormProblem failure="The desk does not support your verification method.">
      Ask an owner to reset your two-step verification.
    </FormProblem>
  )
}

interface RecoveryCodeStepProps {
  email: string
  way: { stops: readonly string[]; at: number }
  onBack: () => void
}

const refusal = (error: unknown) =>
  isAuthError(error) && error.code === 'mfa_verification_failed'
    ? 'This code is wrong or was already used. Check whether you have crossed it out.'
    : authErrorMessage(error)

/** Signs in with a recovery code instead of an app's code or a passkey. */
function RecoveryCodeStep({ email, way, onBack }: RecoveryCodeStepProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, problem, attempt } = useAttempt(refusal)
  const send = async (fields: FormData) => {
    if (await attempt(() => verifyRecoveryCode(textOf(fields, 'code')))) return
    form.current?.querySelector('input')?.focus()
  }
  return (
    <Step
      title="Enter a recovery code"
      way={way}
      text={
        <p>
          Enter one of the codes that you saved when you set up two-step verification. Each code works once, so cross it
          out after use.
        </p>
      }
      foot={<SignOutNote email={email} />}
    >
      <form ref={form} className={`${layout.column} ${css.form}`} onSubmit={handleSubmit(send)}>
        <Field
          spec={{ name: 'code', label: 'Recovery code', type: 'text', required: true, autocomplete: 'off' }}
          idPrefix="recovery"
          hint="Twelve letters and digits. Dashes and capitalization do not matter."
          error={problem ?? undefined}
        />
        <div role="alert" className={visuallyHidden}>
          {problem}
        </div>
        <div className={`${layout.bar} ${css.ways}`}>
          <Button look="signal" type="submit" disabled={isBusy}>
            {isBusy ? 'Checking…' : 'Continue'}
          </Button>
          <button type="button" className={`${controls.bare} ${controls.words} ${css.link}`} onClick={onBack}>
            Use another method instead
          </button>
        </div>
      </form>
    </Step>
  )
}
