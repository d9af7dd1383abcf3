import { bookingList } from '#desk/lib/sample-records.ts'
import type { DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, asViewer, booking, letter, me, unbreakable } from '#desk/lib/samples.ts'
import { expectState, offline, type StateExpectations } from '#shared/lib/sample-states.ts'

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

export const looks: StateExpectations<typeof states> = {
  agent: [
    expectState.offers('Bookings'),
    expectState.shows('button', 'Karl Fisher, Agent'),
    expectState.lacks('Settings'),
  ],
  viewer: [expectState.shows('button', 'Karl Fisher, Viewer'), expectState.lacks('Exports')],
  mentions: [expectState.shows('link', 'Mentions 3')],
  'failed-emails': [expectState.offers('Emails 99+ failed')],
  offline: [expectState.says(/^You are offline. You can read this page/)],
  menu: [
    expectState.shows('menuitem', 'My account'),
    expectState.shows('menuitem', 'Settings'),
    expectState.shows('menuitem', 'Sign out'),
  ],
  shortcuts: [expectState.shows('dialog', 'Keyboard shortcuts'), expectState.says('Go to bookings')],
  'time-zone-prompt': [
    expectState.heading('Which time zone does the team work in?'),
    expectState.shows('button', /^Africa\/Johannesburg, now/),
    expectState.offers('UTC, now 10:20'),
  ],
  'not-found': [expectState.heading('Page not found'), expectState.offers('Go to bookings')],
  'long-words': [expectState.heading('Bookings')],
  'right-to-left': [expectState.heading('Bookings')],
}
