import type { DeskStates } from '#desk/lib/answers.ts'
import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import { arabicName, booking, colleague, hoursAgo, people, sampleId, unbreakable } from '#desk/lib/samples.ts'
import { broken, never, refused } from '#shared/lib/staged.ts'

const row = booking(1)
const at = `/bookings?item=${row.id}`
const record = bookingRecord(row)
const answers = { ...bookingList([row]), 'rpc/read_booking': record }
const note = (body: string) => ({
  ...record,
  notes: [{ id: sampleId(801), at: hoursAgo(1), author: colleague.id, body, mentioned: [colleague.id] }],
})

export const states = {
  loading: { at, answers: { ...answers, 'rpc/read_booking': never } },
  gone: { at, answers: { ...answers, 'rpc/read_booking': refused(404, 'gone', { code: 'PT404' }) } },
  error: { at, answers: { ...answers, 'rpc/read_booking': broken } },
  'not-allowed': {
    at,
    answers: { ...answers, 'rpc/read_booking': refused(403, 'no', { code: '42501' }) },
  },
  'note-not-stored': {
    at,
    answers: { ...answers, notes: broken },
    steps: [
      ['fill', 'Note', 'Called back: wants the larger one first.'],
      ['press', 'Add note'],
      ['see', 'Your text is still here'],
    ],
  },
  'somebody-is-named': {
    at,
    answers: { ...answers, 'rpc/read_booking': note('@Karl Fisher, is it yours?') },
    steps: [['fill', 'Note', 'Ask @ka']],
  },
  'note-too-long': { at, answers, steps: [['fill', 'Note', 'word '.repeat(1100)]] },
  'long-words': { at, answers: { ...answers, 'rpc/read_booking': note(unbreakable.repeat(3)) } },
  'right-to-left': {
    at,
    answers: {
      ...answers,
      'rpc/desk_people': people.map((one) => ({ ...one, name: arabicName })),
      'rpc/read_booking': note('اتصلت بهم (ERP)، ينتظرون ردا.'),
    },
  },
} satisfies DeskStates
