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
  'failed-emails': {
    at,
    answers: {
      ...list,
      outbox: Array.from({ length: 120 }, (_, index) => letter(index + 1, { state: 'failed' })),
    },
  },
  mentions: {
    at,
    answers: { ...list, 'rpc/unread_mentions': { count: 3, booking_id: me.id, message_id: null } },
  },
  offline: { at, answers: { ...list, 'rpc/booking_counts': offline, healthz: offline } },
  menu: { at, answers: list, steps: [['press', 'Nomsa Dube, Owner']] },
  shortcuts: {
    at,
    answers: list,
    steps: [
      ['press', 'Nomsa Dube, Owner'],
      ['press', 'Keyboard shortcuts'],
    ],
  },
  'time-zone-prompt': {
    at,
    answers: { ...list, 'rpc/desk_me': { ...named(me.name), zone_to_choose: 'UTC' } },
  },
  'not-found': { at: '/old-address', answers: {} },
  'long-words': { at, answers: { ...list, 'rpc/desk_me': named(unbreakable) } },
  'right-to-left': { at, answers: { ...list, 'rpc/desk_me': named(arabicName) } },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  agent: [see.offers('Bookings'), see.shows('button', 'Karl Fisher, Agent'), see.lacks('Settings')],
  viewer: [see.shows('button', 'Karl Fisher, Viewer'), see.lacks('Exports')],
  mentions: [see.shows('link', 'Mentions 3')],
  'failed-emails': [see.offers('Emails 99+ failed')],
  offline: [see.says(/^You are offline. You can read this page/)],
  menu: [
    see.shows('menuitem', 'My account'),
    see.shows('menuitem', 'Settings'),
    see.shows('menuitem', 'Sign out'),
  ],
  shortcuts: [see.shows('dialog', 'Keyboard shortcuts'), see.says('Go to bookings')],
  'time-zone-prompt': [
    see.heading('Which time zone does the team work in?'),
    see.shows('button', /^Africa\/Johannesburg, now/),
    see.offers('UTC, now 10:20'),
  ],
  'not-found': [see.heading('Page not found'), see.offers('Go to bookings')],
  'long-words': [see.heading('Bookings')],
  'right-to-left': [see.heading('Bookings')],
}
