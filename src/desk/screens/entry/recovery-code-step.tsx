import { isAuthError } from '@supabase/supabase-js'
import { useRef } from 'react'
import { proveByRecoveryCode } from '#desk/features/second-factor/api.ts'
import { authInWords } from '#desk/lib/auth-words.ts'
import controls from '#desk/lib/controls.module.css'
import { sends, textOf } from '#desk/lib/form.tsx'
import { useAttempt } from '#desk/lib/mutations.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { unseen } from '#ui/unseen.ts'
import css from './entry.module.css'
import { Step } from './step.tsx'
import { WayOut } from './way-out.tsx'

interface RecoveryCodeStepProps {
  email: string
  way: { stops: readonly string[]; at: number }
  onBack: () => void
}

const refusal = (error: unknown) =>
  isAuthError(error) && error.code === 'mfa_verification_failed'
    ? 'This is none of your unused codes. Look whether you have crossed it out already.'
    : authInWords(error)

/** Signs in with a recovery code in place of a device. */
export function RecoveryCodeStep({ email, way, onBack }: RecoveryCodeStepProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, problem, attempt } = useAttempt(refusal)
  const send = async (fields: FormData) => {
    if (await attempt(() => proveByRecoveryCode(textOf(fields, 'code')))) return
    form.current?.querySelector('input')?.focus()
  }
  return (
    <Step
      title="Enter a recovery code"
      way={way}
      text={
        <p>From the sheet that you kept when you set up the second step. Each works once: cross it out.</p>
      }
      foot={<WayOut email={email} />}
    >
      <form ref={form} className={`${layout.column} ${css.form}`} onSubmit={sends(send)}>
        <Field
          spec={{ name: 'code', label: 'Recovery code', type: 'text', required: true, autocomplete: 'off' }}
          idPrefix="recovery"
          hint="Twelve letters and digits. Dashes and capitals do not matter."
          error={problem ?? undefined}
        />
        <div role="alert" className={unseen}>
          {problem}
        </div>
        <div className={`${layout.bar} ${css.ways}`}>
          <Button look="signal" type="submit" disabled={isBusy}>
            {isBusy ? 'Checking…' : 'Go on'}
          </Button>
          <button type="button" className={`${controls.bare} ${controls.words} ${css.link}`} onClick={onBack}>
            Use your device instead
          </button>
        </div>
      </form>
    </Step>
  )
}
