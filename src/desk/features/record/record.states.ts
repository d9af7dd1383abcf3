import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, booking, hoursAgo, otherMember, people, sampleId, unbreakable } from '#desk/lib/samples.ts'
import { errorResponse, expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'
import type { VisitorEmail } from './api.ts'

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

const email = (number: number, change: Partial<VisitorEmail> = {}): VisitorEmail => ({
  id: sampleId(850 + number),
  created_at: hoursAgo(1 - number / 10),
  sent_at: hoursAgo(1 - number / 10),
  matched_by: 'thread',
  kind: 'answer',
  is_answer: change.kind === undefined && change.matched_by !== 'sender',
  dismissed_at: null,
  from_name: 'Thandi Nkosi',
  from_address: 'thandi@company.example',
  subject: 'Re: Your request for a call [0000006E]',
  body: 'Tuesday at ten suits me.\n\nRegards, Thandi',
  quoted: 'On Mon, Nov 23, 2026, Anna Meyer wrote:\n> Which day suits you?',
  is_cut: false,
  files: [],
  ...change,
})

const emailed = (...emails: VisitorEmail[]) => ({
  ...record,
  booking: {
    ...record.booking,
    answered_at: hoursAgo(1),
    state: { ...record.booking.state, prompt: 'email' as const },
  },
  emails,
  timeline: [
    ...record.timeline,
    ...emails.map(({ id, created_at, is_answer }) => ({
      at: created_at,
      actor: null,
      action: is_answer ? 'email_received' : 'email_noted',
      details: { email: id },
    })),
  ],
})
const mayWait = (of: ReturnType<typeof emailed>) => ({
  ...of,
  booking: {
    ...of.booking,
    state: { ...of.booking.state, team_may: [...of.booking.state.team_may, 'wait' as const] },
  },
})

const show = variantsOf({ at, answers })

export const states = {
  loading: show({ 'rpc/read_booking': pending }),
  deleted: show({ 'rpc/read_booking': errorResponse(404, 'gone', { code: 'PT404' }) }),
  error: show({ 'rpc/read_booking': serverError }),
  'not-allowed': show({ 'rpc/read_booking': errorResponse(403, 'no', { code: '42501' }) }),
  'note-not-stored': show(
    { notes: serverError },
    ['fill', 'Note', 'Called back: wants the larger one first.'],
    ['press', 'Add note'],
    ['see', 'Your text is still here'],
  ),
  mention: show({ 'rpc/read_booking': note('@Karl Fisher, is it yours?') }, ['fill', 'Note', 'Ask @ka']),
  'note-too-long': show({}, ['fill', 'Note', 'word '.repeat(1100)]),
  'newer-reply': refusedReply({ by: otherMember.id, at: hoursAgo(0.01) }, ' replied '),
  'reply-undone-by-another': refusedReply({ by: null, at: null }, 'A reply was undone'),
  replied: show({
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
  }),
  'answered-by-email': show({
    'rpc/read_booking': mayWait(
      emailed(
        email(1, {
          files: [
            { name: 'requirements.pdf', size: 812_000, is_stored: true },
            { name: 'recording.mp4', size: 31_000_000, is_stored: false },
          ],
        }),
        email(2, { kind: 'automatic', subject: 'Out of office', body: 'I am back on Monday.', quoted: '' }),
        email(3, { kind: 'bounce', from_name: 'Mail Delivery System', from_address: 'mailer-daemon@mail.example' }),
      ),
    ),
  }),
  'email-in-doubt': show({
    'rpc/read_booking': emailed(email(1, { matched_by: 'sender', is_cut: true, quoted: '' })),
  }),
  'email-dismissed': show({
    'rpc/read_booking': emailed(email(1, { matched_by: 'sender', dismissed_at: hoursAgo(0.5) })),
  }),
  'others-here': {
    ...show({}, ['see', 'is typing a reply']),
    present: { [otherMember.id]: true, [sampleId(1)]: false, [sampleId(3)]: false },
  },
  'another-here': { ...show({}, ['see', 'also has']), present: { [otherMember.id]: false } },
  'long-words': show({ 'rpc/read_booking': note(unbreakable.repeat(3)) }),
  'right-to-left': show({
    'rpc/desk_people': people.map((one) => ({ ...one, name: arabicName })),
    'rpc/read_booking': note('اتصلت بهم (ERP)، ينتظرون ردا.'),
  }),
} satisfies DeskStates

const { faults, heading, holds, isolates, lacks, offers, says, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  loading: [heading('Thandi Nkosi'), waits('Loading the booking')],
  deleted: [warns('This booking no longer exists'), offers('Back to the list')],
  error: [warns('The booking could not be loaded'), offers('Try again')],
  'not-allowed': [warns('Your role does not allow this.'), offers('Back to the list'), lacks('Try again')],
  'note-not-stored': [warns('Your text is still here.'), holds('Note', /^Called back/)],
  mention: [says('@Karl Fisher'), offers('Karl Fisher')],
  'note-too-long': [faults('Note'), says(/500|499/)],
  'reply-undone-by-another': [warns(/^A reply was undone\. /), holds(/^Reply to/, 'Hello')],
  'newer-reply': [warns(/^Karl .* replied .* send yours again/), holds(/^Reply to/, 'Hello')],
  replied: [says(/six weeks are enough/), says('Sent')],
  'answered-by-email': [
    says(/answered by email, due in/),
    says(/Tuesday at ten/),
    offers('Download requirements.pdf'),
    lacks('Download recording.mp4'),
    says('An automatic reply, which changes nothing.'),
    says('Our email could not be delivered.'),
    offers('No reply needed'),
  ],
  'email-in-doubt': [says(/^Possibly from Thandi Nkosi/), offers('Accept as answer'), offers('Dismiss')],
  'email-dismissed': [lacks('Accept as answer'), says('Show the email')],
  'others-here': [says('Karl Fisher is typing a reply'), says(/· .* also has this open/)],
  'another-here': [says('Karl Fisher also has this open')],
  'long-words': [says(/^Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
}
