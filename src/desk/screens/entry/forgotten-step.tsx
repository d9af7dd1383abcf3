import { useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { sends, textOf } from '#desk/lib/form.tsx'
import { orThrow, useAttempt } from '#desk/lib/mutations.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import { emailField } from './email-field.ts'
import css from './entry.module.css'
import { Saying } from './saying.tsx'
import { Step } from './step.tsx'
import { recoveryWay } from './ways.ts'

/** Requests a letter to choose a new password. The answer is always the same, so that it does not tell who has an account. */
export function ForgottenStep({ email, onBack }: { email: string; onBack: () => void }) {
  const { isBusy, problem, attempt } = useAttempt()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const way = { stops: recoveryWay, at: 0 }

  const send = async (address: string) => {
    const redirectTo = new URL('/desk/', location.href).href
    const isSent = await attempt(async () =>
      orThrow(await supabase.auth.resetPasswordForEmail(address, { redirectTo })),
    )
    if (isSent) setSentTo(address)
  }

  if (sentTo !== null) {
    return (
      <Step title="Look into your mailbox" way={way} begins="heading">
        <Saying
          isFault={false}
          text={`If ${sentTo} has an account here, a letter is on its way. Its link works once, within an hour.`}
        />
        <p>
          Open the link in this browser. Nothing there after a few minutes? Look into the folder for spam, and
          whether the address is right.
        </p>
        {problem && <FormProblem failure={problem} />}
        <div className={`${layout.bar} ${css.ways}`}>
          <Button disabled={isBusy} onClick={() => void send(sentTo)}>
            Send it again
          </Button>
          <button type="button" className={`${controls.bare} ${controls.words} ${css.link}`} onClick={onBack}>
            Back to signing in
          </button>
        </div>
      </Step>
    )
  }
  return (
    <Step
      title="Choose a new password"
      way={way}
      text={<p>We send you a letter with a link. If you have a second step, you will be asked for it too.</p>}
    >
      <form
        className={`${layout.column} ${css.form}`}
        onSubmit={sends((fields) => send(textOf(fields, 'email')))}
      >
        <Field spec={emailField} idPrefix="forgotten" defaultValue={email} />
        {problem && <FormProblem failure={problem} />}
        <div className={`${layout.bar} ${css.ways}`}>
          <Button look="signal" type="submit" disabled={isBusy}>
            {isBusy ? 'Sending…' : 'Send the letter'}
          </Button>
          <button type="button" className={`${controls.bare} ${controls.words} ${css.link}`} onClick={onBack}>
            Back to signing in
          </button>
        </div>
      </form>
    </Step>
  )
}
