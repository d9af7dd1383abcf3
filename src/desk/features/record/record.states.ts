import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import { arabicName, booking, colleague, hoursAgo, people, sampleId, unbreakable } from '#desk/lib/samples.ts'
import { broken, type Looks, never, refused, see } from '#shared/lib/sample-states.ts'

const row = booking(1)
const at = `/bookings?item=${row.id}`
const record = bookingRecord(row)
const answers = { ...bookingList([row]), 'rpc/read_booking': record }
const note = (body: string) => ({
  ...record,
  notes: [{ id: sampleId(801), at: hoursAgo(1), author: colleague.id, body, mentioned: [colleague.id] }],
})

const template = {
  id: sampleId(803),
  updated_at: hoursAgo(100),
  name: 'Thank you, let us talk',
  body: 'Hello {name},\n\n{link}',
}

const refusedReply = (facts: { by: string | null; at: string | null }, news: string) => ({
  at,
  answers: {
    ...answers,
    reply_templates: [template],
    'rpc/send_reply': refused(409, 'replied', { hint: 'replied', facts }),
  },
  steps: [
    ['press', 'Reply'],
    ['fill', 'Reply to', 'Hello'],
    ['press', 'Send reply'],
    ['see', news],
  ] as const,
})

export const states = {
  loading: { at, answers: { ...answers, 'rpc/read_booking': never } },
  deleted: { at, answers: { ...answers, 'rpc/read_booking': refused(404, 'gone', { code: 'PT404' }) } },
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
  mention: {
    at,
    answers: { ...answers, 'rpc/read_booking': note('@Karl Fisher, is it yours?') },
    steps: [['fill', 'Note', 'Ask @ka']],
  },
  'note-too-long': { at, answers, steps: [['fill', 'Note', 'word '.repeat(1100)]] },
  'newer-reply': refusedReply({ by: colleague.id, at: hoursAgo(0.01) }, ' replied '),
  'reply-undone-by-another': refusedReply({ by: null, at: null }, 'A reply was undone'),
  replied: {
    at,
    answers: {
      ...answers,
      'rpc/read_booking': {
        ...record,
        replies: [
          {
            id: sampleId(802),
            at: hoursAgo(1),
            author: colleague.id,
            body: 'Hello Thandi,\n\nsix weeks are enough for a first check.',
            state: 'sent',
            reason: null,
          },
        ],
        timeline: [
          ...record.timeline,
          {
            at: hoursAgo(1),
            actor: colleague.id,
            action: 'booking_replied',
            details: { reply: sampleId(802) },
          },
        ],
      },
    },
  },
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

export const looks: Looks<typeof states> = {
  loading: [see.heading('Thandi Nkosi'), see.waits('Loading the booking')],
  deleted: [see.warns('This booking no longer exists'), see.offers('Back to the list')],
  error: [see.warns('The booking could not be loaded'), see.offers('Try again')],
  'not-allowed': [see.warns('Your role does not allow this.'), see.offers('Back to the list')],
  'note-not-stored': [see.warns('Your text is still here.'), see.holds('Note', /^Called back/)],
  mention: [see.says('@Karl Fisher'), see.offers('Karl Fisher')],
  'note-too-long': [see.faults('Note'), see.says(/500|499/)],
  'reply-undone-by-another': [see.warns(/^A reply was undone\. /), see.holds(/^Reply to/, 'Hello')],
  'newer-reply': [see.warns(/^Karl .* replied .* send yours again/), see.holds(/^Reply to/, 'Hello')],
  replied: [see.says(/six weeks are enough/), see.says('Sent')],
  'long-words': [see.says(/^Donaudampf/)],
  'right-to-left': [see.isolates(arabicName)],
}
