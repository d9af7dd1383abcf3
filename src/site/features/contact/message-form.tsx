import { useEffect, useRef } from 'react'
import { contact, messageFields } from '#content/contact.ts'
import { VisitorForm } from '#site/lib/visitor-form.tsx'
import { messageForm } from './state.ts'

const extra = { message: { isWide: true } }

/** The form itself. Without script it posts to a route of its own, which responds with a plain page. */
export function MessageForm() {
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
