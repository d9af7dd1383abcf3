import { type ReactNode, useId, useRef } from 'react'
import { sends, textOf } from '#desk/lib/form.tsx'
import { useAttempt } from '#desk/lib/mutations.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { CodeField } from './code-field.tsx'

interface CodeFormProps {
  label: string
  submit: string
  /** Verifies the code; throws the refusal. */
  prove: (code: string) => Promise<unknown>
  onDone?: () => void
  /** A second control beside the button. */
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
    <form ref={form} className={layout.column} onSubmit={sends((fields) => send(textOf(fields, 'code')))}>
      <CodeField
        id={id}
        label={label}
        hint="Sent as soon as six digits are there. They change every 30 seconds."
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
