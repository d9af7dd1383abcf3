import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import type { DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, booking, hoursAgo, otherMember, people, sampleId, unbreakable } from '#desk/lib/samples.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

const row = booking(1)
const at = `/bookings?item=${row.id}`
const record = bookingRecord(row)
const answers = { ...bookingList([row]), 'rpc/read_booking': record }
const note = (body: string) => ({
  ...record,
  notes: [{ id: sampleId(801), at: hoursAgo(1), author: otherMember.id, body, mentioned: [otherMember.id] }],
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
    'rpc/send_reply': errorResponse(409, 'replied', { hint: 'replied', facts }),
  },
  steps: [
    ['press', 'Reply'],
    ['fill', 'Reply to', 'Hello'],
    ['press', 'Send reply'],
    ['see', news],
  ] as const,
})

export const states = {
  loading: { at, answers: { ...answers, 'rpc/read_booking': noResponse } },
  deleted: { at, answers: { ...answers, 'rpc/read_booking': errorResponse(404, 'gone', { code: 'PT404' }) } },
  error: { at, answers: { ...answers, 'rpc/read_booking': serverError } },
  'not-allowed': {
    at,
    answers: { ...answers, 'rpc/read_booking': errorResponse(403, 'no', { code: '42501' }) },
  },
  'note-not-stored': {
    at,
    answers: { ...answers, notes: serverError },
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
  'newer-reply': refusedReply({ by: otherMember.id, at: hoursAgo(0.01) }, ' replied '),
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
            author: otherMember.id,
            body: 'Hello Thandi,\n\nsix weeks are enough for a first check.',
            state: 'sent',
            reason: null,
          },
        ],
        timeline: [
          ...record.timeline,
          {
            at: hoursAgo(1),
            actor: otherMember.id,
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

export const looks: StateExpectations<typeof states> = {
  loading: [expectState.heading('Thandi Nkosi'), expectState.waits('Loading the booking')],
  deleted: [expectState.warns('This booking no longer exists'), expectState.offers('Back to the list')],
  error: [expectState.warns('The booking could not be loaded'), expectState.offers('Try again')],
  'not-allowed': [
    expectState.warns('Your role does not allow this.'),
    expectState.offers('Back to the list'),
    expectState.lacks('Try again'),
  ],
  'note-not-stored': [expectState.warns('Your text is still here.'), expectState.holds('Note', /^Called back/)],
  mention: [expectState.says('@Karl Fisher'), expectState.offers('Karl Fisher')],
  'note-too-long': [expectState.faults('Note'), expectState.says(/500|499/)],
  'reply-undone-by-another': [expectState.warns(/^A reply was undone\. /), expectState.holds(/^Reply to/, 'Hello')],
  'newer-reply': [expectState.warns(/^Karl .* replied .* send yours again/), expectState.holds(/^Reply to/, 'Hello')],
  replied: [expectState.says(/six weeks are enough/), expectState.says('Sent')],
  'long-words': [expectState.says(/^Donaudampf/)],
  'right-to-left': [expectState.isolates(arabicName)],
}
