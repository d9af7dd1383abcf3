import { calc } from './pack-cells.ts'
import { clientsSheet, today } from './pack-retention-clients.ts'
import { healthSheet, signsSheet } from './pack-retention-health.ts'
import { retentionContacts } from './pack-retention-months.ts'
import { startSheet } from './pack-retention-start.ts'
import type { Cell, PackWorkbook, Sheet } from './pack-types.ts'

/** Due dates on working days, and when each contact was made. */
const plans: readonly {
  readonly client: string
  readonly due: readonly string[]
  readonly done: readonly string[]
}[] = [
  {
    client: 'Harrow & Finch Furniture',
    due: [
      '2027-04-16',
      '2027-05-17',
      '2027-06-28',
      '2027-08-02',
      '2027-08-30',
      '2027-09-24',
      '2027-10-29',
      '2027-11-29',
      '2027-12-03',
      '2028-01-03',
      '2028-02-01',
      '2028-03-20',
    ],
    done: ['2027-04-16', '2027-05-18', '2027-06-29', '2027-08-04', '2027-08-31', '2027-09-24'],
  },
  {
    client: 'Otway Pumps',
    due: [
      '2026-11-30',
      '2026-12-31',
      '2027-02-09',
      '2027-03-16',
      '2027-04-15',
      '2027-05-10',
      '2027-06-14',
      '2027-07-14',
      '2027-08-03',
      '2027-09-02',
      '2027-10-04',
      '2027-11-17',
    ],
    done: [
      '2026-11-30',
      '2027-01-04',
      '2027-02-10',
      '2027-03-16',
      '2027-04-20',
      '2027-05-10',
      '2027-06-14',
      '2027-07-15',
      '2027-08-12',
      '2027-09-03',
    ],
  },
]

const fortnight = '2027-11-01'

function status(due: string, done: string | undefined): string {
  if (done) return 'Done'
  if (due < today) return 'Late'
  return due <= fortnight ? 'Next' : 'Planned'
}

const clientDate = (column: string) =>
  `INDEX('Clients'!$${column}$6:$${column}$205,MATCH(A{row},'Clients'!$A$6:$A$205,0))`

const rows = plans.flatMap(({ client, due, done }) =>
  retentionContacts.map(({ month, title, from, days, how, who }, index): Cell[] => {
    const day = due[index] ?? ''
    return [
      client,
      month,
      title,
      from,
      days,
      calc(`WORKDAY(IF(D{row}="Renewal",${clientDate('H')},${clientDate('C')})+E{row}-1,1)`, day),
      how,
      who,
      done[index] ?? null,
      calc(
        `IF(I{row}<>"","Done",IF(F{row}<'Start'!$B$5,"Late",IF(F{row}<='Start'!$B$5+14,"Next","Planned")))`,
        status(day, done[index]),
      ),
    ]
  }),
)

const plan: Sheet = {
  name: 'Contact plan',
  intro: [
    'Twelve contacts for each client. Due dates follow go-live and renewal in the sheet Clients, moved to a working day.',
    'To add a client, copy the last twelve rows below the table, change the name in column A and clear Done on.',
    'On Mondays: filter Status by Late, then by Next (due within 14 days).',
  ],
  columns: [
    { title: 'Client', width: 30, kind: 'text', input: true },
    { title: 'Month', width: 8, kind: 'number' },
    { title: 'Contact', width: 48, kind: 'text' },
    { title: 'Counts from', width: 12, kind: 'text' },
    { title: 'Days', width: 8, kind: 'number', input: true },
    { title: 'Due', width: 12, kind: 'date' },
    { title: 'How', width: 46, kind: 'text' },
    { title: 'Who', width: 27, kind: 'text', input: true },
    { title: 'Done on', width: 12, kind: 'date', input: true },
    { title: 'Status', width: 10, kind: 'text' },
  ],
  rows,
}

export const retentionWorkbook: PackWorkbook = {
  file: 'client-retention',
  title: 'Client retention: contacts, signs and renewals',
  sheets: [startSheet, clientsSheet, plan, signsSheet, healthSheet],
}
