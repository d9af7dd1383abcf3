import { calc } from './pack-cells.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, Sheet } from './pack-types.ts'

/** The day on which the example workbook is looked at. */
export const today = '2027-10-18'

const intro = [
  'One row for each client and license term. Take the dates from the signed order.',
  'When a client has renewed, write the new date into Term started. To add a client, copy the last row down.',
  'Notice by: the last day on which the client can still leave. The decision call must come before it.',
]

const stage =
  `IF(L{row}<0,"Past: update the term",IF(L{row}<=F{row},"Notice date passed",` +
  `IF(L{row}<=F{row}+'Start'!$C$11,"Decision call",IF(L{row}<='Start'!$C$10,"Send the offer",` +
  `IF(L{row}<='Start'!$C$9,"Prepare the offer","Reviews only")))))`

type Client = {
  readonly given: readonly [
    client: string,
    lead: string,
    goLive: string,
    started: string,
    months: number,
    notice: number,
    value: number,
  ]
  readonly renews: string
  readonly prepareBy: string
  readonly offerBy: string
  readonly noticeBy: string
  readonly left: number
  readonly stage: string
}

const clients: readonly Client[] = [
  {
    given: ['Harrow & Finch Furniture', 'Dana Whitlock', '2027-04-02', '2027-04-01', 12, 60, 36000],
    renews: '2028-04-01',
    prepareBy: '2027-12-03',
    offerBy: '2028-01-02',
    noticeBy: '2028-02-01',
    left: 166,
    stage: 'Reviews only',
  },
  {
    given: ['Otway Pumps', 'Dana Whitlock', '2026-11-16', '2026-12-01', 12, 30, 22800],
    renews: '2027-12-01',
    prepareBy: '2027-08-03',
    offerBy: '2027-09-02',
    noticeBy: '2027-11-01',
    left: 44,
    stage: 'Decision call',
  },
  {
    given: ['Bluegate Bakery Supplies', 'Mercy Osei', '2026-03-09', '2027-02-01', 12, 30, 18400],
    renews: '2028-02-01',
    prepareBy: '2027-10-04',
    offerBy: '2027-11-03',
    noticeBy: '2028-01-02',
    left: 106,
    stage: 'Prepare the offer',
  },
  {
    given: ['Vesper Garden Centers', 'Mercy Osei', '2026-01-19', '2027-01-10', 12, 30, 27600],
    renews: '2028-01-10',
    prepareBy: '2027-09-12',
    offerBy: '2027-10-12',
    noticeBy: '2027-12-11',
    left: 84,
    stage: 'Send the offer',
  },
  {
    given: ['Cedar Lane Labs', 'Dana Whitlock', '2026-09-28', '2026-08-15', 24, 90, 41200],
    renews: '2028-08-15',
    prepareBy: '2028-04-17',
    offerBy: '2028-05-17',
    noticeBy: '2028-05-17',
    left: 302,
    stage: 'Reviews only',
  },
]

const { first, last } = tableRows(intro, clients.length)
const value = clients.reduce((sum, { given }) => sum + given[6], 0)
const near = clients.filter(({ left }) => left <= 120).reduce((sum, { given }) => sum + given[6], 0)

export const clientsSheet: Sheet = {
  name: 'Clients',
  intro,
  columns: [
    { title: 'Client', width: 30, kind: 'text', input: true },
    { title: 'Account lead', width: 18, kind: 'text', input: true },
    { title: 'Go-live', width: 12, kind: 'date', input: true },
    { title: 'Term started', width: 13, kind: 'date', input: true },
    { title: 'Months', width: 8, kind: 'number', input: true },
    { title: 'Notice days', width: 12, kind: 'number', input: true },
    { title: 'Value a year', width: 14, kind: 'money', input: true },
    { title: 'Renews on', width: 12, kind: 'date' },
    { title: 'Prepare by', width: 12, kind: 'date' },
    { title: 'Offer by', width: 12, kind: 'date' },
    { title: 'Notice by', width: 12, kind: 'date' },
    { title: 'Days left', width: 10, kind: 'number' },
    { title: 'Stage', width: 22, kind: 'text' },
  ],
  rows: clients.map((client): Cell[] => [
    ...client.given,
    calc('EDATE(D{row},E{row})', client.renews),
    calc(`H{row}-'Start'!$C$9`, client.prepareBy),
    calc(`H{row}-'Start'!$C$10`, client.offerBy),
    calc('H{row}-F{row}', client.noticeBy),
    calc(`H{row}-'Start'!$B$5`, client.left),
    calc(stage, client.stage),
  ]),
  totals: [
    ['All clients', null, null, null, null, null, calc(`SUM(G${first}:G${last})`, value)],
    [
      'Offer in preparation or out',
      null,
      null,
      null,
      null,
      null,
      calc(`SUMIF(L${first}:L${last},"<="&'Start'!$C$9,G${first}:G${last})`, near),
    ],
  ],
}
