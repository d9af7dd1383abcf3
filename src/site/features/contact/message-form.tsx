import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { contact, type MessageFieldName, messageFields } from '#content/contact.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import { Trap } from '#ui/trap.tsx'
import css from './message-form.module.css'
import { useMessage } from './use-message.ts'

const { form } = contact

/** Longest accepted text; the contract states the same numbers and a test holds the two together. */
export const maxLengths: Partial<Record<MessageFieldName, number>> = {
  name: 200,
  email: 254,
  company: 200,
  message: 5000,
}

/** The form itself. Without script it posts to a route of its own and gets a plain page back. */
export function MessageForm() {
  const { phase, draft, send } = useMessage()
  const element = useRef<HTMLFormElement>(null)
  const failed = phase.name === 'error'
  const refused = failed ? phase.field : null
  const submitting = phase.name === 'submitting'
  const typed = draft.values()

  // Before it is painted: what was kept never appears a moment later.
  useLayoutEffect(() => {
    draft.attach(element.current)
    draft.begin(element.current)
  }, [draft])

  // A failure that arrives while the form is shown leads to the field at fault, or back to the button.
  const before = useRef(phase)
  useEffect(() => {
    if (failed && before.current !== phase) {
      element.current?.querySelector<HTMLElement>('[aria-invalid], [type=submit]')?.focus()
    }
    before.current = phase
  }, [phase, failed])

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name, value } = event.target as HTMLInputElement
    draft.edit({ [name]: value })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    draft.take(event.currentTarget)
    void send()
  }

  return (
    <form
      ref={element}
      className={css.form}
      method="post"
      action="/forms/message"
      onInput={onInput}
      onSubmit={onSubmit}
    >
      {messageFields.map((field) => (
        <div key={field.name} className={field.type === 'textarea' ? css.wide : undefined}>
          <Field
            spec={field}
            idPrefix="contact"
            optional=""
            maxLength={maxLengths[field.name]}
            defaultValue={typed[field.name]}
            hint={field.hint}
            error={refused === field.name ? form.refusals[field.name] : undefined}
          />
        </div>
      ))}
      <Trap name="budget_note" />
      <div className={css.end}>
        {failed && (
          <FormProblem failure={form.failure}>
            {refused ? (
              form.refusals[refused]
            ) : (
              <a href={`mailto:${form.contactDirectly}`}>{form.contactDirectly}</a>
            )}
          </FormProblem>
        )}
        <Button look="signal" type="submit" disabled={submitting}>
          {submitting ? form.submitting : form.submit}
        </Button>
      </div>
    </form>
  )
}
