import { bookingList } from '#desk/lib/sample-records.ts'
import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, asViewer, booking, letter, me, nothingMine, unbreakable } from '#desk/lib/samples.ts'
import { expectState, offline, type StateExpectations } from '#shared/lib/sample-states.ts'

const list = bookingList([booking(1)])
const named = (name: string) => ({ id: me.id, email: me.email, name, role: 'owner' as const, member: true })

const show = variantsOf({ at: '/bookings', answers: {} })

export const states = {
  agent: show({ ...list, ...asAgent }),
  viewer: show({ ...list, ...asViewer }),
  'failed-emails': show({
    ...list,
    outbox: Array.from({ length: 120 }, (_, index) => letter(index + 1, { state: 'failed' })),
  }),
  'things-to-do': show({ ...list, 'rpc/desk_mine': { ...nothingMine, count: 3 } }),
  offline: show({ ...list, 'rpc/booking_counts': offline, healthz: offline }),
  menu: show(list, ['press', 'Nomsa Dube, Owner']),
  shortcuts: show(list, ['press', 'Nomsa Dube, Owner'], ['press', 'Keyboard shortcuts']),
  'time-zone-prompt': show({ ...list, 'rpc/desk_me': { ...named(me.name), zone_to_choose: 'UTC' } }),
  'not-found': { ...show(), at: '/old-address' },
  'long-words': show({ ...list, 'rpc/desk_me': named(unbreakable) }),
  'right-to-left': show({ ...list, 'rpc/desk_me': named(arabicName) }),
} satisfies DeskStates

const { heading, lacks, offers, says, shows } = expectState

export const looks: StateExpectations<typeof states> = {
  agent: [offers('Bookings'), shows('button', 'Karl Fisher, Agent'), lacks('Settings')],
  viewer: [shows('button', 'Karl Fisher, Viewer'), lacks('Exports')],
  'things-to-do': [shows('link', 'Mine 3 to do')],
  'failed-emails': [offers('Emails 99+ failed')],
  offline: [says(/^You are offline. You can read this page/)],
  menu: [shows('menuitem', 'My account'), shows('menuitem', 'Settings'), shows('menuitem', 'Sign out')],
  shortcuts: [shows('dialog', 'Keyboard shortcuts'), says('Go to bookings')],
  'time-zone-prompt': [
    heading('Which time zone does the team work in?'),
    shows('button', /^Johannesburg, now/),
    offers('UTC, now 10:20'),
  ],
  'not-found': [heading('Page not found'), offers('Go to bookings')],
  'long-words': [heading('Bookings')],
  'right-to-left': [heading('Bookings')],
}
