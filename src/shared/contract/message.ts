import * as v from 'valibot'
import { email, requiredText, suspectFields } from './fields.ts'
import { messageLimits } from './form-rules.ts'
import { originFields } from './origin.ts'

/** Values of the Inquiry Type select, in the order they are shown. */
export const inquiryTypes = ['partner360', 'services', 'partnership', 'support', 'other'] as const
export type InquiryType = (typeof inquiryTypes)[number]

/** One row of `contact_messages` with the columns that a visitor may insert. */
export const messageSchema = v.strictObject({
  id: v.optional(v.pipe(v.string('must be text'), v.uuid('must be a UUID'))),
  name: requiredText(messageLimits.name),
  email: email(messageLimits.email),
  company: requiredText(messageLimits.company),
  message: requiredText(messageLimits.message),
  inquiry_type: v.picklist(inquiryTypes, `must be one of ${inquiryTypes.join(', ')}`),
  ...suspectFields,
  ...originFields,
})

export type Message = v.InferInput<typeof messageSchema>
