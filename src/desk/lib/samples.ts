import type { BookingState, TeamAction } from '#shared/contract/booking-state.ts'
import { type BookingStatus, bookingMoves } from '#shared/contract/desk.ts'
import type { BookingListRow, MessageListRow } from '#shared/contract/desk-rows.ts'
import type { Mine } from '#shared/contract/mine.ts'
import type { OutboxRow } from '#shared/contract/outbox.ts'
import type { TeamMember } from '#shared/contract/team.ts'
import type { DeskResponses } from './sample-responses.ts'

export { unbreakable } from '#shared/lib/sample-states.ts'

// Fictional people and rows for the states of the desk's screens.

/** The server's time in every state: 12:20 on a Tuesday in Johannesburg. */
export const sampleNow = Date.UTC(2026, 10, 24, 10, 20)

const minute = 60_000
/** Returns the time `hours` hours ago; a negative number returns a future time. */
export const hoursAgo = (hours: number): string =>
  new Date(sampleNow - hours * 60 * minute).toISOString().replace('.000Z', '+00:00')

/** Returns an id that is the same in every run. */
export const sampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const longName = 'Wilhelmina-Theodora van der Westhuizen-Schwarzenberger von und zu Hohenlohe-Langenburg'
/** The part before the @ has the maximum length, 64 characters. */
export const longAddress = 'wilhelmina.theodora.van.der.westhuizen.schwarzenberger.hohenloh@example.com'
export const arabicName = 'عبد الرحمن بن محمد الهاشمي'
export const hebrewName = 'שירה בן־דוד'

const person = (number: number, change: Partial<TeamMember>): TeamMember => ({
  id: sampleId(number),
  email: 'nomsa@backline.example',
  name: 'Nomsa Dube',
  role: 'owner',
  state: 'active',
  created_at: hoursAgo(2000),
  last_sign_in_at: hoursAgo(3),
  last_here_at: hoursAgo(0.1),
  has_second_factor: true,
  ...change,
})

export const me = person(1, {})
export const otherMember = person(2, {
  email: 'karl@backline.example',
  name: 'Karl Fisher',
  role: 'agent',
  last_here_at: hoursAgo(20),
})
export const people: TeamMember[] = [
  otherMember,
  me,
  person(3, {
    email: 'shira@backline.example',
    name: hebrewName,
    role: 'viewer',
    state: 'invited',
    last_sign_in_at: null,
    last_here_at: null,
    has_second_factor: false,
  }),
  person(4, { email: 'lena@backline.example', name: 'Lena Roos', role: 'agent', state: 'stopped' }),
]

export function booking(number: number, change: Partial<BookingListRow> = {}): BookingListRow {
  const created = change.created_at ?? hoursAgo(2 + number)
  const row = {
    id: sampleId(100 + number),
    created_at: created,
    name: 'Thandi Nkosi',
    email: 'thandi@company.example',
    company: 'Karoo Business Software',
    assigned_to: null,
    source: 'linkedin',
    campaign: 'spring-partners',
    first_view: 'services',
    updated_at: created,
    answered_at: null,
    answer_hours: 24,
    due_at: new Date(Date.parse(created) + 24 * 60 * minute).toISOString(),
    current_challenges: 'slow-proposals',
    team_size: '6-10',
    preferred_time: hoursAgo(-50),
    time_zone: 'America/New_York',
    status: 'new',
    confirmed: null,
    call_at: hoursAgo(-50),
    proposed_time: null,
    unanswered_since: created,
    remind_at: null,
    outcome: null,
    outcome_value: null,
    next_step: null,
    next_step_on: null,
    next_step_by: null,
    earlier_calls: null,
    follow_up_on: change.next_step_on ?? null,
    ...change,
  } satisfies Omit<BookingListRow, 'state'>
  return { ...row, state: { ...bookingState(row), ...change.state } }
}

/** Returns a booking's state as the database determines it in common cases. */
function bookingState(row: Omit<BookingListRow, 'state'>): BookingState {
  const { status, proposed_time, due_at, unanswered_since, call_at, email } = row
  const isOver = status === 'confirmed' && call_at <= hoursAgo(0)
  const isDue = due_at !== null && unanswered_since !== null && unanswered_since <= hoursAgo(0)
  const moves = status === 'unknown' ? [] : bookingMoves[status]
  const acts: readonly (TeamAction | false)[] = [
    ...moves.filter((to) => !['completed', 'no-show'].includes(to) || call_at <= hoursAgo(0)),
    email !== null && status !== 'spam' && status !== 'spam?' && 'reply',
    email !== null && (status === 'new' || (status === 'confirmed' && !isOver)) && 'offer',
    proposed_time !== null && 'decline',
    status === 'confirmed' && !isOver && 'reassign',
    status === 'completed' && 'outcome',
  ]
  const isRequest = status === 'new' || status === 'spam?'
  return {
    time:
      status === 'spam' || status === 'unknown' ? null : isRequest ? 'requested' : proposed_time ? 'proposed' : status,
    is_over: isOver,
    held_until: null,
    held_by: null,
    offered: [],
    turn: isDue ? 'team' : status === 'new' || row.remind_at ? 'visitor' : 'nobody',
    since: unanswered_since,
    until: isDue ? due_at : row.remind_at,
    prompt: null,
    why: { what: 'received', by: 'visitor', at: row.created_at },
    visitor_may: [],
    move_limit: null,
    team_may: acts.filter((act) => act !== false),
    changes_at: null,
  }
}

/** Returns a booking whose call was `hours` ago. */
export const bookingWithCall = (
  number: number,
  hours: number,
  status: BookingStatus,
  change: Partial<BookingListRow> = {},
) =>
  booking(number, {
    unanswered_since: null,
    status,
    created_at: hoursAgo(Math.max(60, hours + 60)),
    answered_at: hoursAgo(Math.max(50, hours + 50)),
    due_at: null,
    assigned_to: me.id,
    call_at: hoursAgo(hours),
    confirmed: `["${hoursAgo(hours)}","${hoursAgo(hours - 0.5)}")`,
    ...change,
  })

export function message(number: number, change: Partial<MessageListRow> = {}): MessageListRow {
  const created = change.created_at ?? hoursAgo(1 + number)
  const due = new Date(Date.parse(created) + 24 * 60 * minute).toISOString()
  const { due_at = due, remind_at = null } = change
  const turn = remind_at ? 'visitor' : due_at ? 'team' : 'nobody'
  return {
    id: sampleId(200 + number),
    created_at: created,
    name: 'Aroha Ngata',
    email: 'aroha@southern.example',
    company: 'Southern Cloud Partners',
    assigned_to: null,
    source: 'direct',
    campaign: null,
    first_view: 'home',
    updated_at: created,
    answered_at: null,
    answer_hours: 24,
    due_at,
    unanswered_since: due_at && created,
    remind_at,
    inquiry_type: 'services',
    status: 'new',
    state: { turn, until: remind_at ?? due_at, prompt: null, may_wait: false },
    ...change,
  }
}

export const letter = (number: number, change: Partial<OutboxRow> = {}): OutboxRow => ({
  id: sampleId(300 + number),
  created_at: hoursAgo(number),
  channel: 'letter',
  kind: 'request-received',
  sent_as: 'request-received',
  booking_id: sampleId(101),
  message_id: null,
  user_id: null,
  recipient: null,
  due_at: hoursAgo(number),
  state: 'sent',
  attempts: 1,
  may_have_arrived: false,
  reason: null,
  settled_at: hoursAgo(number - 0.01),
  ...change,
})

const noItems = { due: [], steps: [], calls: [], news: [] }
export const nothingMine: Mine = { today: '2026-11-24', count: 0, ...noItems, mailbox_unread_since: null }

/** The responses that every screen needs, for an owner on a day without problems. */
export const usualResponses: DeskResponses = {
  'rpc/desk_me': { id: me.id, email: me.email, name: me.name, role: 'owner', member: true },
  'rpc/desk_people': people,
  'rpc/desk_mine': nothingMine,
  'rpc/calls_outside': [],
  outbox: [],
  saved_views: [],
  healthz: { status: 'alive' },
}

export const asAgent: DeskResponses = {
  'rpc/desk_me': { ...otherMember, role: 'agent', member: true },
}
export const asViewer: DeskResponses = {
  'rpc/desk_me': { ...otherMember, role: 'viewer', member: true },
}
