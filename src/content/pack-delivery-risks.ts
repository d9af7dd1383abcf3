import { deliveryFrameworks, type Risk } from './delivery-frameworks.ts'
import { calc } from './pack-cells.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, PackWorkbook, Sheet } from './pack-types.ts'

const impactFigure = { High: 5, Medium: 3 } as const satisfies Record<Risk['impact'], number>

type Entry = {
  readonly risk: string
  readonly impact: number
  readonly mitigation: string
  readonly sign: string
  readonly phase: string
  readonly probability: number
  readonly owner: string
  readonly again: string
  readonly state: 'Open' | 'Closed'
  /** Score and level. */
  readonly shows: readonly [number, string] | readonly []
}

/** What the framework says about its own four risks, and how they stand in the example project. */
const known = (index: 0 | 1 | 2 | 3, entry: Omit<Entry, 'risk' | 'impact' | 'mitigation'>): Entry => {
  const { risk, impact, mitigation } = deliveryFrameworks.risks[index]
  return { risk, mitigation, impact: impactFigure[impact], ...entry }
}

const entries: readonly Entry[] = [
  known(0, {
    sign: 'Meeting notes with "could we also" and no number',
    phase: 'Build',
    probability: 3,
    owner: 'Project lead',
    again: '2027-03-19',
    state: 'Open',
    shows: [15, 'High'],
  }),
  known(1, {
    sign: 'First load rejects more than 3% of the records',
    phase: 'Build',
    probability: 4,
    owner: 'Data consultant',
    again: '2027-03-17',
    state: 'Open',
    shows: [20, 'High'],
  }),
  known(2, {
    sign: 'Two workshops moved in one month',
    phase: 'All',
    probability: 3,
    owner: 'Client’s lead',
    again: '2027-03-19',
    state: 'Open',
    shows: [9, 'Medium'],
  }),
  known(3, {
    sign: 'Exports on the day after training',
    phase: 'Support',
    probability: 3,
    owner: 'Key users',
    again: '2027-04-16',
    state: 'Open',
    shows: [9, 'Medium'],
  }),
  {
    risk: 'The web agency delivers its half of the interface late',
    impact: 4,
    mitigation:
      'Interface description as a gate 2 criterion. Test against recorded messages until theirs is ready.',
    sign: 'No answer within three working days',
    phase: 'Build',
    probability: 4,
    owner: 'Project lead',
    again: '2027-03-15',
    state: 'Open',
    shows: [16, 'High'],
  },
  {
    risk: 'The cutover does not fit the weekend',
    impact: 5,
    mitigation: 'Rehearse with a clock. Load closed records in the week before. Agree on the hour of return.',
    sign: 'Rehearsal takes more than 70% of the hours',
    phase: 'Go-live',
    probability: 2,
    owner: 'Data consultant',
    again: '2027-04-02',
    state: 'Open',
    shows: [10, 'Medium'],
  },
  {
    risk: 'One person alone knows the custom code',
    impact: 4,
    mitigation: 'Second developer reviews each change and builds one alone. Notes in the repository.',
    sign: 'Reviews by the same name only',
    phase: 'Build',
    probability: 2,
    owner: 'Developer',
    again: '2027-03-26',
    state: 'Open',
    shows: [8, 'Medium'],
  },
  {
    risk: 'A vendor release changes what is already tested',
    impact: 3,
    mitigation:
      'Freeze the release from gate 3 to two weeks after go-live. Read the release notes in design.',
    sign: 'Release date inside the test phase',
    phase: 'Testing',
    probability: 3,
    owner: 'Lead consultant',
    again: '2027-03-26',
    state: 'Open',
    shows: [9, 'Medium'],
  },
  {
    risk: 'License count is too low and the budget is asked for twice',
    impact: 2,
    mitigation: 'Count people by task and shift in discovery. Sponsor signs the list with names.',
    sign: 'Shared sign-ins in the old system',
    phase: 'Discovery',
    probability: 3,
    owner: 'Sponsor',
    again: '2027-01-22',
    state: 'Closed',
    shows: [6, 'Low'],
  },
  {
    risk: 'Radio in hall 2 is too weak for the handhelds',
    impact: 3,
    mitigation: 'Measure before the order. Client adds access points by 1 April, or hall 2 starts on paper.',
    sign: 'Lost connections on the measuring walk',
    phase: 'Go-live',
    probability: 4,
    owner: 'Client’s lead',
    again: '2027-04-01',
    state: 'Open',
    shows: [12, 'Medium'],
  },
]

const registerIntro = [
  'Score = probability × impact. 15 and more is High, 8 to 14 Medium. Read out every High one in the weekly meeting.',
  'One owner for each risk, a person, not a company. The example is Tidewell Supply (invented) on 12 March 2027.',
]
const { first, last } = tableRows(registerIntro, entries.length)
const range = (column: string) => `${column}${first}:${column}${last}`

const register: Sheet = {
  name: 'Register',
  intro: registerIntro,
  columns: [
    { title: 'No.', width: 5, kind: 'number' },
    { title: 'Risk', width: 48, kind: 'text', input: true },
    { title: 'First sign', width: 54, kind: 'text', input: true },
    { title: 'Phase', width: 13, kind: 'text', input: true },
    { title: 'Probability', width: 11, kind: 'number', input: true },
    { title: 'Impact', width: 8, kind: 'number', input: true },
    { title: 'Score', width: 8, kind: 'number' },
    { title: 'Level', width: 9, kind: 'text' },
    { title: 'What we do', width: 70, kind: 'text', input: true },
    { title: 'Owner', width: 20, kind: 'text', input: true },
    { title: 'Look again', width: 12, kind: 'date', input: true },
    { title: 'State', width: 9, kind: 'text', input: true },
  ],
  rows: entries.map((entry, index) => [
    index + 1,
    entry.risk,
    entry.sign,
    entry.phase,
    entry.probability,
    entry.impact,
    calc('E{row}*F{row}', entry.shows[0] ?? 0),
    calc('IF(G{row}>=15,"High",IF(G{row}>=8,"Medium","Low"))', entry.shows[1] ?? ''),
    entry.mitigation,
    entry.owner,
    entry.again,
    entry.state,
  ]),
  totals: [
    [null, 'Open risks', null, null, null, null, calc(`COUNTIF(${range('L')},"Open")`, 9)],
    [
      null,
      'Open and High',
      null,
      null,
      null,
      null,
      calc(`COUNTIFS(${range('L')},"Open",${range('H')},"High")`, 3),
    ],
    [
      null,
      'Sum of open scores; should fall each month',
      null,
      null,
      null,
      null,
      calc(`SUMIF(${range('L')},"Open",${range('G')})`, 108),
    ],
  ],
}

const cell = (column: string) => `Register!$${column}$${first}:$${column}$${last}`

const mapRow = (probability: number, counts: readonly number[]): readonly Cell[] => [
  probability,
  ...[1, 2, 3, 4, 5].map((impact, index) =>
    calc(`COUNTIFS(${cell('E')},A{row},${cell('F')},${impact},${cell('L')},"Open")`, counts[index] ?? 0),
  ),
]

const map: Sheet = {
  name: 'Map',
  intro: ['Open risks by field. Top right is for the sponsor.'],
  columns: [
    { title: 'Probability', width: 12, kind: 'number' },
    ...[1, 2, 3, 4, 5].map((impact) => ({ title: `Impact ${impact}`, width: 10, kind: 'number' as const })),
  ],
  rows: [
    mapRow(5, [0, 0, 0, 0, 0]),
    mapRow(4, [0, 0, 1, 1, 1]),
    mapRow(3, [0, 0, 3, 0, 1]),
    mapRow(2, [0, 0, 0, 1, 1]),
    mapRow(1, [0, 0, 0, 0, 0]),
  ],
}

const scale: Sheet = {
  name: 'Scale',
  intro: ['Agree on these words in the kick-off, or a 4 means something else to everybody.'],
  columns: [
    { title: 'Figure', width: 8, kind: 'number' },
    { title: 'Probability', width: 50, kind: 'text', input: true },
    { title: 'Impact on date', width: 32, kind: 'text', input: true },
    { title: 'Impact on budget', width: 24, kind: 'text', input: true },
  ],
  rows: [
    [1, 'Would surprise everybody', 'No milestone moves', 'under 1%'],
    [2, 'Has happened once in ten projects', 'A milestone moves by days', '1 to 3%'],
    [3, 'Happens in every third project', 'A gate moves by one week', '3 to 5%'],
    [4, 'More likely than not; first signs are there', 'Go-live moves by two weeks', '5 to 10%'],
    [5, 'Will happen unless we act now', 'Go-live is open', 'over 10%'],
  ],
}

export const riskRegister: PackWorkbook = {
  file: 'risk-register',
  title: 'Risk register',
  sheets: [register, map, scale],
}
