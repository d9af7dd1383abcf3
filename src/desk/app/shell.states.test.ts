import { heading, lacks, offers, says, shows } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './shell.states.ts'

seeStates<typeof states>('desk/shell', {
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
})
