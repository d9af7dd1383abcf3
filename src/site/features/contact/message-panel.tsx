import { useEffect, useRef } from 'react'
import { contact, type MessageFieldName, messageFields } from '#content/contact.ts'
import { createForm, type FormStore, sendRow } from '#site/lib/form-store.ts'
import frame from '#site/lib/frame.module.css'
import { useStore } from '#site/lib/store.ts'
import { VisitorForm } from '#site/lib/visitor-form.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import css from './message-panel.module.css'

/** The message form's state, which is kept when the visitor leaves the view. */
const messageForm: FormStore<MessageFieldName, object> = createForm({
  form: 'message',
  failure: contact.form.failure,
  submit: (id, values, signals) => sendRow('message', { ...values, ...signals, id }),
})

const { sent } = contact.form

/** The message form; a confirmation replaces it after sending. */
export function MessagePanel() {
  const { phase } = useStore(messageForm.state)
  const panel = useRef<HTMLDivElement>(null)
  const isSent = phase.name === 'success'

  // Moves the focus when the form and the confirmation replace each other, but not when the view opens with its heading
  // focused.
  const wasSent = useRef(isSent)
  useEffect(() => {
    if (wasSent.current === isSent) return
    wasSent.current = isSent
    panel.current?.querySelector<HTMLElement>(isSent ? 'h3' : 'input')?.focus()
  }, [isSent])

  return (
    <div className={`${frame.sheet} ${css.panel}`} ref={panel}>
      {isSent ? (
        <div className={`${layout.top} ${css.sent}`} role="status">
          <span className={frame.done}>
            <Icon name="check" />
          </span>
          <h3 className={css.title} tabIndex={-1}>
            {sent.title}
          </h3>
          <p>{sent.text}</p>
          <Button onClick={messageForm.reset}>{sent.again}</Button>
        </div>
      ) : (
        <MessageForm />
      )}
    </div>
  )
}

const extra = { message: { isWide: true } }

function MessageForm() {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    messageForm.show(true)
    messageForm.draft.begin(element.current)
    return () => messageForm.show(false)
  }, [])
  return (
    <VisitorForm
      store={messageForm}
      element={element}
      fields={messageFields}
      extra={extra}
      idPrefix="contact"
      action="/forms/message"
      words={contact.form}
    />
  )
}
