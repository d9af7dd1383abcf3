import { today } from './pack-retention-clients.ts'
import type { Sheet } from './pack-types.ts'

export const startSheet: Sheet = {
  name: 'Start',
  intro: [
    'Set these once. The other sheets read them. All clients and people in this workbook are invented: replace them.',
    'Then work from left to right: Clients, Contact plan, Early signs, Health score.',
  ],
  columns: [
    { title: 'Setting', width: 40, kind: 'text' },
    { title: 'Date', width: 14, kind: 'date', input: true },
    { title: 'Number', width: 10, kind: 'number', input: true },
    { title: 'What it does', width: 110, kind: 'text' },
  ],
  rows: [
    [
      'Today',
      today,
      null,
      'Days left and Late are counted from this day. Write =TODAY() to keep it current, or a date to print a past state.',
    ],
    ['At risk below', null, 50, 'A health score under this is At risk: the owner calls this week.'],
    ['Watch below', null, 70, 'A health score under this is Watch: the account lead calls within ten days.'],
    [
      'Points of signs that mean At risk',
      null,
      3,
      'Open signs with this many points make a client At risk, whatever its score.',
    ],
    [
      'Offer is prepared, days ahead',
      null,
      120,
      'Days before the renewal at which the stage becomes Prepare the offer.',
    ],
    ['Offer goes out, days ahead', null, 90, 'Days before the renewal at which the offer must be sent.'],
    [
      'Decision call, days before notice',
      null,
      30,
      'The decision call must happen this many days before the last day for notice.',
    ],
  ],
}
