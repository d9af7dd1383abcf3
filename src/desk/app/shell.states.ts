import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { bookingList } from '#desk/lib/sample-records.ts'
import { arabicName, asAgent, asViewer, booking, letter, me, unbreakable } from '#desk/lib/samples.ts'
import { heading, type Looks, lacks, offers, offline, says, shows } from '#shared/lib/sample-states.ts'

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
  agent: [offers('Bookings'), shows('button', 'Karl Fisher, Agent'), lacks('Settings')],
  viewer: [shows('button', 'Karl Fisher, Viewer'), lacks('Exports')],
  mentioned: [shows('link', 'Mentions 3')],
  'letters-failed': [offers('Letters 99+ failed')],
  'no-connection': [says(/^No connection. You can read what is here/)],
  menu: [shows('menuitem', 'My account'), shows('menuitem', 'Settings'), shows('menuitem', 'Sign out')],
  keys: [shows('dialog', 'Keys'), says('Go to bookings')],
  'zone-to-choose': [
    heading('In which time zone does the team work?'),
    shows('button', /^Africa\/Johannesburg, now/),
    offers('UTC, now 10:20'),
  ],
  nowhere: [heading('There is nothing here'), offers('To the bookings')],
  'long-words': [heading('Bookings')],
  'right-to-left': [heading('Bookings')],
}
