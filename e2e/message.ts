import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'

export interface MessageInput {
  name: string
  email: string
  company: string
  inquiry_type: string
  message: string
}

export function someMessage(changes: Partial<MessageInput> = {}): MessageInput {
  return {
    name: 'Sam Okafor',
    email: `sam.${randomUUID()}@partner.example`,
    company: 'Okafor Systems',
    inquiry_type: 'partnership',
    message: 'Do you know the warehouse app?\nGo-live is in March.',
    ...changes,
  }
}

export const messageFieldsOf = (scope: Locator) => ({
  name: scope.getByLabel('Full Name'),
  email: scope.getByLabel('Email Address'),
  company: scope.getByLabel('Company Name'),
  inquiry_type: scope.getByLabel('Inquiry Type'),
  message: scope.getByLabel('Message'),
})

/** The message form is in the page. The booking form has fields with the same names, but is in a dialog. */
export const messageFormOf = (page: Page): Locator => page.getByRole('main')

export async function fillMessage(scope: Locator, wanted: MessageInput): Promise<void> {
  const { inquiry_type, ...texts } = messageFieldsOf(scope)
  for (const [name, field] of Object.entries(texts)) await field.fill(wanted[name as keyof typeof texts])
  await inquiry_type.selectOption(wanted.inquiry_type)
}
