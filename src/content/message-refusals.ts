import type { MessageFieldName } from './contact.ts'

/** Why a message was refused: one sentence for each field that the server can name. Fetched after a refusal. */
export const messageRefusals = {
  id: 'This form lost its number. Reload the page and send it again.',
  name: 'Please give your full name.',
  email: 'Please check the email address; it does not look complete.',
  company: 'Please give your company name.',
  inquiry_type: 'Please choose an inquiry type from the list.',
  message: 'Please write a message.',
} as const satisfies Record<'id' | MessageFieldName, string>
