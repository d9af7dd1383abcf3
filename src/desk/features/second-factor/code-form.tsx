import { type ReactNode, useId, useRef } from 'react'
import controls from '#desk/lib/controls.module.css'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import { useAttempt } from '#desk/lib/mutations.ts'
import { Button } from '#ui/button.tsx'
import field from '#ui/field.module.css'
import layout from '#ui/layout.module.css'
import css from './second-factor.module.css'

interface CodeFormProps {
  label: string
  submit: string
  /** Verifies the code, and throws if the code is refused. */
  prove: (code: string) => Promise<unknown>
  onDone?: () => void
  /** An additional control, shown next to the button. */
  children?: ReactNode
}

export function CodeForm({ label, submit, prove, onDone, children }: CodeFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, problem, attempt } = useAttempt()

  const send = async (code: string) => {
    if (isBusy) return
    if (await attempt(() => prove(code.replace(/\s/g, '')))) return onDone?.()
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }

  return (
    <form ref={form} className={layout.column} onSubmit={handleSubmit((fields) => send(textOf(fields, 'code')))}>
      <CodeField
        id={id}
        label={label}
        hint="Your app shows a new code every 30 seconds. The form is submitted after the sixth digit."
        error={problem}
        onComplete={() => form.current?.requestSubmit()}
      />
      <div className={layout.bar}>
        <Button look="signal" type="submit" disabled={isBusy}>
          {isBusy ? 'Checking…' : submit}
        </Button>
        {children}
      </div>
    </form>
  )
}

interface CodeFieldProps {
  id: string
  label: string
  hint: string
  error: string | null
  /** Called when the sixth digit is entered. */
  onComplete: () => void
}

/** A field for an authenticator code. The sixth digit submits the form, because codes expire soon. */
function CodeField({ id, label, hint, error, onComplete }: CodeFieldProps) {
  return (
    <div className={layout.close}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        name="code"
        className={`${controls.control} ${css.code}`}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        // Apps show the code with a space in the middle, so a copied code contains that space.
        pattern="\s*(\d\s*){6}"
        title="Six digits"
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        onInput={(event) => {
          if (event.currentTarget.value.replace(/\s/g, '').length === 6 && event.currentTarget.checkValidity()) {
            onComplete()
          }
        }}
      />
      <p className={field.hint} id={`${id}-hint`}>
        {hint}
      </p>
      <p className={field.error} id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  )
}
