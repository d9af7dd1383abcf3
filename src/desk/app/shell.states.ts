import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { bookingList } from '#desk/lib/sample-records.ts'
import { arabicName, asAgent, asViewer, booking, letter, me, unbreakable } from '#desk/lib/samples.ts'
import { type Looks, offline, see } from '#shared/lib/sample-states.ts'

const at = '/bookings'
const list = bookingList([booking(1)])
const named = (name: string) => ({ id: me.id, email: me.email, name, role: 'owner' as const, member: true })

export const states = {
  agent: { at, answers: { ...list, ...asAgent } },
  viewer: { at, answers: { ...list, ...asViewer } },
  'letters-failed': {
    at,
    answers: {
      ...list,
      outbox: Array.from({ length: 120 }, (_, index) => letter(index + 1, { state: 'failed' })),
    },
  },
  mentioned: {
    at,
    answers: { ...list, 'rpc/unseen_mentions': { count: 3, booking_id: me.id, message_id: null } },
  },
  'no-connection': { at, answers: { ...list, 'rpc/booking_counts': offline, healthz: offline } },
  menu: { at, answers: list, steps: [['press', 'Nomsa Dube, Owner']] },
  keys: {
    at,
    answers: list,
    steps: [
      ['press', 'Nomsa Dube, Owner'],
      ['press', 'Keys'],
    ],
  },
  'zone-to-choose': { at, answers: { ...list, 'rpc/desk_me': { ...named(me.name), zone_to_choose: 'UTC' } } },
  nowhere: { at: '/old-address', answers: {} },
  'long-words': { at, answers: { ...list, 'rpc/desk_me': named(unbreakable) } },
  'right-to-left': { at, answers: { ...list, 'rpc/desk_me': named(arabicName) } },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  agent: [see.offers('Bookings'), see.shows('button', 'Karl Fisher, Agent'), see.lacks('Settings')],
  viewer: [see.shows('button', 'Karl Fisher, Viewer'), see.lacks('Exports')],
  mentioned: [see.shows('link', 'Mentions 3')],
  'letters-failed': [see.offers('Letters 99+ failed')],
  'no-connection': [see.says(/^No connection. You can read what is here/)],
  menu: [
    see.shows('menuitem', 'My account'),
    see.shows('menuitem', 'Settings'),
    see.shows('menuitem', 'Sign out'),
  ],
  keys: [see.shows('dialog', 'Keys'), see.says('Go to bookings')],
  'zone-to-choose': [
    see.heading('In which time zone does the team work?'),
    see.shows('button', /^Africa\/Johannesburg, now/),
    see.offers('UTC, now 10:20'),
  ],
  nowhere: [see.heading('There is nothing here'), see.offers('To the bookings')],
  'long-words': [see.heading('Bookings')],
  'right-to-left': [see.heading('Bookings')],
}
