import { contact, type MessageFieldName } from '#content/contact.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { sendRow } from '#site/lib/send-row.ts'

const loadRefusals = () => import('#content/message-refusals.ts')

const sending = {
  form: 'message',
  table: 'contact_messages',
  sentences: () => loadRefusals().then((content) => content.messageRefusals),
} as const

/** One message form, whose state survives leaving the view. */
export const messageForm: FormStore<MessageFieldName, object> = createForm({
  form: 'message',
  failure: contact.form.failure,
  submit: (id, values, signals) => sendRow(sending, { ...values, ...signals, id }),
})
