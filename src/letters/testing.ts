import type { LetterData } from './types.ts'

/** A word that occurs in every payload, but not in any text that we wrote. */
export const canary = 'canary'
/** Strings that an email program or a parser could mistake for markup, a header, a property or a link. */
export const payloads = [
  `<img src=x onerror=${canary}> <a href="https://${canary}.example">x</a> </td></table><script>`,
  `" onclick="${canary}" style="x ' onload='${canary}`,
  `\r\nBcc: ${canary}@evil.example\r\n\r\nSubject: ${canary}\rX: ${canary}\n.\n`,
  `\u202e${canary}\u2066\u200f\u2028${canary}\u0085\u0000\u001b[31m`,
  `&lt;b&gt;${canary} &#60;i&#62; <!-- --> ]]> <?x ?> \${${canary}} {{${canary}}}`,
  `javascript:${canary} https://${canary}.example/?a=b www.${canary}.example`,
]

/** Appends the payload to every value that a visitor can type. */
export function withPayload(data: LetterData, payload: string): LetterData {
  if (data.kind === 'team-digest') {
    const poison = (items: typeof data.calls) =>
      items.map((item) => ({ ...item, who: item.who + payload, company: item.company + payload }))
    return { ...data, calls: poison(data.calls), waiting: poison(data.waiting) }
  }
  if (data.kind === 'team-assigned')
    return { ...data, items: data.items.map((item) => ({ ...item, who: item.who + payload, by: item.by + payload })) }
  if (data.kind === 'team-fault') {
    const { code, place, cause, release } = data.fault
    const typed = { code: code + payload, place: place + payload, cause: cause + payload }
    return { ...data, fault: { ...data.fault, ...typed, release: release + payload } }
  }
  if (data.kind === 'team-calendar') {
    const { name, place } = data.calendar
    return { ...data, calendar: { ...data.calendar, name: name + payload, place: place + payload } }
  }
  // The kinds of email that contain no user input.
  if (data.kind === 'team-call-erased' || data.kind === 'team-backup' || data.kind === 'own-data') return data
  const { visitor } = data
  const typed = {
    visitor: {
      name: visitor.name + payload,
      company: visitor.company + payload,
      email: visitor.email + payload,
      timeZone: `nowhere${payload}`,
      hourCycle: visitor.hourCycle,
    },
  }
  if ('message' in data) {
    const { inquiry, message } = data.message
    return {
      ...data,
      ...typed,
      message: { ...data.message, inquiry: inquiry + payload, message: message + payload },
    }
  }
  if (data.kind === 'team-mention') return { ...data, ...typed, note: data.note + payload }
  if (!('booking' in data)) return { ...data, ...typed }
  const { phone, answers, message } = data.booking
  const booking = {
    ...data.booking,
    phone: phone + payload,
    answers: Object.fromEntries(Object.entries(answers).map(([name, told]) => [name, told + payload])),
    message: `${message}${payload}`,
  }
  return { ...data, ...typed, booking }
}
