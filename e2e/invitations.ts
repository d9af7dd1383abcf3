import ICAL from 'ical.js'
import type { Email } from 'postal-mime'
import { lettersTo } from './letters.ts'
import { expect } from './test.ts'

/** The calendar invitation of a letter; null without one. */
export function invitationIn({ attachments }: Email) {
  const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (!file) return null
  const text = typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content)
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('no event')
  const { uid, sequence, startDate } = new ICAL.Event(component)
  const method = calendar.getFirstPropertyValue('method')
  return { uid, sequence, method, start: startDate.toJSDate().toISOString() }
}

/** Reads letters about calls one after the other; those about accounts are passed over. */
export function lettersInOrder(folder: string) {
  const read = new Set<string | undefined>()
  return async (address: string): Promise<Email> => {
    const find = async () =>
      (await lettersTo(folder, address)).find(({ replyTo, messageId }) => replyTo && !read.has(messageId))
    await expect.poll(find).toBeDefined()
    const letter = (await find()) as Email
    read.add(letter.messageId)
    return letter
  }
}
