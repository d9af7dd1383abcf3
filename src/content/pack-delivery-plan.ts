import { deliveryFrameworks } from './delivery-frameworks.ts'
import { calc } from './pack-cells.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, PackWorkbook, Sheet } from './pack-types.ts'

const { phases, gates } = deliveryFrameworks
const [discovery, design, build, testing, goLive, support] = phases

type Task = {
  readonly phase: string
  readonly name: string
  readonly owner: string
  /** Numbers of the tasks above that must be finished first; none for the first day of the project. */
  readonly waits: readonly number[]
  /** Working days between the end of those and the start. */
  readonly gap?: number
  readonly days: number
  readonly done: number
  /** What the formulas come to: start, end, status. */
  readonly shows: readonly [string, string, string] | readonly []
}

const gate = (
  index: 0 | 1 | 2 | 3 | 4,
  phase: string,
  waits: readonly number[],
  done: number,
  shows: Task['shows'],
): Task => ({
  phase,
  name: `Gate ${index + 1}: ${gates[index].gate}`,
  owner: 'Sponsor',
  waits,
  days: 1,
  done,
  shows,
})

const task = (
  [phase, name, owner]: readonly [string, string, string],
  waits: readonly number[],
  [days, done]: readonly [number, number],
  shows: Task['shows'],
  gap = 0,
): Task => ({ phase, name, owner, waits, gap, days, done, shows })

const [workshops, systems, interviews] = discovery.activities
const [fitGap, solution, mapping, planning] = design.activities
const [configuration, code, integrations, trialLoads] = build.activities
const [qaTests, acceptance, loadTests] = testing.activities
const [training, finalLoad, cutover, floorSupport] = goLive.activities
const [tickets, monthEnd, review, releases] = support.activities

/** In order of their numbers, from 1. */
const tasks: readonly Task[] = [
  task([discovery.phase, workshops, 'Lead consultant'], [], [5, 1], ['2027-01-11', '2027-01-15', 'Done']),
  task([discovery.phase, systems, 'Developer'], [], [4, 1], ['2027-01-11', '2027-01-14', 'Done']),
  task([discovery.phase, interviews, 'Lead consultant'], [1], [4, 1], ['2027-01-18', '2027-01-21', 'Done']),
  gate(0, discovery.phase, [2, 3], 1, ['2027-01-22', '2027-01-22', 'Done']),
  task([design.phase, fitGap, 'Lead consultant'], [4], [5, 1], ['2027-01-25', '2027-01-29', 'Done']),
  task([design.phase, solution, 'Developer'], [5], [9, 1], ['2027-02-01', '2027-02-11', 'Done']),
  task([design.phase, mapping, 'Data consultant'], [4], [10, 1], ['2027-01-25', '2027-02-05', 'Done']),
  task([design.phase, planning, 'Project lead'], [5], [3, 1], ['2027-02-01', '2027-02-03', 'Done']),
  gate(1, design.phase, [6, 7], 1, ['2027-02-12', '2027-02-12', 'Done']),
  task([build.phase, configuration, 'Consultants'], [9], [15, 0.9], ['2027-02-15', '2027-03-05', 'Late']),
  task([build.phase, code, 'Developer'], [9], [22, 0.8], ['2027-02-15', '2027-03-16', 'Running']),
  task([build.phase, integrations, 'Developer'], [9], [24, 0.7], ['2027-02-15', '2027-03-18', 'Running']),
  task(
    [build.phase, trialLoads, 'Data consultant'],
    [7, 10],
    [13, 0.3],
    ['2027-03-08', '2027-03-24', 'Running'],
  ),
  gate(2, build.phase, [12, 13], 0, ['2027-03-25', '2027-03-25', 'To come']),
  task([testing.phase, qaTests, 'Tester'], [14], [5, 0], ['2027-03-30', '2027-04-05', 'To come']),
  task([testing.phase, loadTests, 'Tester'], [14], [4, 0], ['2027-03-30', '2027-04-02', 'To come']),
  task([testing.phase, acceptance, 'Key users'], [15], [3, 0], ['2027-04-06', '2027-04-08', 'To come']),
  gate(3, testing.phase, [16, 17], 0, ['2027-04-09', '2027-04-09', 'To come']),
  task([goLive.phase, training, 'Consultants'], [18], [3, 0], ['2027-04-12', '2027-04-14', 'To come']),
  gate(4, goLive.phase, [19], 0, ['2027-04-15', '2027-04-15', 'To come']),
  task([goLive.phase, finalLoad, 'Data consultant'], [20], [1, 0], ['2027-04-16', '2027-04-16', 'To come']),
  task([goLive.phase, cutover, 'Project lead'], [21], [2, 0], ['2027-04-17', '2027-04-18', 'To come']),
  task([goLive.phase, floorSupport, 'Consultants'], [22], [5, 0], ['2027-04-19', '2027-04-23', 'To come']),
  task(
    [support.phase, `${tickets}: first week`, 'Support lead'],
    [23],
    [5, 0],
    ['2027-04-26', '2027-04-30', 'To come'],
  ),
  task([support.phase, monthEnd, 'Lead consultant'], [24], [3, 0], ['2027-05-03', '2027-05-05', 'To come']),
  task([support.phase, review, 'Project lead'], [23], [1, 0], ['2027-07-21', '2027-07-21', 'To come'], 60),
  task(
    [support.phase, `${releases}: the first`, 'Developer'],
    [26],
    [5, 0],
    ['2027-08-05', '2027-08-11', 'To come'],
    10,
  ),
]

const planIntro = [
  'Start and End follow from what a task waits for. Change owners, days and Done; the first day is on the sheet Dates.',
  'A task can wait only for tasks above it. The example is Tidewell Supply (invented), looked at on 12 March 2027.',
]
const { first, last } = tableRows(planIntro, tasks.length)
const cutoverRow = first + tasks.findIndex(({ name }) => name === cutover)

/** The end of the task whose number stands in a cell; only rows above are asked, or the sheet would chase its tail. */
const endOf = (cell: string, row: number) =>
  `IF(${cell}="",0,INDEX(J$${first - 1}:J${row - 1},MATCH(${cell},A$${first - 1}:A${row - 1},0)))`

const startOf = (row: number) =>
  `IF(AND(E${row}="",F${row}=""),Dates!$B$4,WORKDAY(MAX(${endOf(`E${row}`, row)},${endOf(`F${row}`, row)}),1+G${row},Dates!$B$6:$B$9))`

const planRow = (
  { phase, name, owner, waits, gap, days, done, shows }: Task,
  index: number,
): readonly Cell[] => {
  const row = first + index
  // The one job that is done on a weekend: it starts on the day after the load and counts calendar days.
  const isWeekend = row === cutoverRow
  return [
    index + 1,
    phase,
    name,
    owner,
    waits[0] ?? null,
    waits[1] ?? null,
    gap ?? 0,
    days,
    calc(isWeekend ? `J${row - 1}+1` : startOf(row), shows[0] ?? ''),
    calc(isWeekend ? 'I{row}+H{row}-1' : 'WORKDAY(I{row},H{row}-1,Dates!$B$6:$B$9)', shows[1] ?? ''),
    done,
    calc(
      'IF(K{row}=1,"Done",IF(J{row}<Dates!$B$5,"Late",IF(I{row}<=Dates!$B$5,"Running","To come")))',
      shows[2] ?? '',
    ),
  ]
}

const plan: Sheet = {
  name: 'Plan',
  intro: planIntro,
  columns: [
    { title: 'No.', width: 5, kind: 'number' },
    { title: 'Phase', width: 28, kind: 'text' },
    { title: 'Task or gate', width: 36, kind: 'text', input: true },
    { title: 'Owner', width: 22, kind: 'text', input: true },
    { title: 'Waits for', width: 10, kind: 'number', input: true },
    { title: 'And for', width: 9, kind: 'number', input: true },
    { title: 'Gap, days', width: 10, kind: 'number', input: true },
    { title: 'Days', width: 7, kind: 'number', input: true },
    { title: 'Start', width: 12, kind: 'date' },
    { title: 'End', width: 12, kind: 'date' },
    { title: 'Done', width: 8, kind: 'percent', input: true },
    { title: 'Status', width: 10, kind: 'text' },
  ],
  rows: tasks.map(planRow),
  totals: [
    [
      null,
      'Late tasks',
      calc(`COUNTIF(L${first}:L${last},"Late")&" of "&COUNT(A${first}:A${last})`, '1 of 27'),
    ],
    [null, 'Weeks to go-live', calc(`ROUND((J${cutoverRow}-Dates!B4+1)/7,1)`, 14), 'Framework: 8 to 15'],
    [
      null,
      'Days of work done',
      calc(`SUMPRODUCT(H${first}:H${last},K${first}:K${last})`, 93.8),
      null,
      null,
      null,
      null,
      calc(`SUM(H${first}:H${last})`, 156),
    ],
  ],
}

const dates: Sheet = {
  name: 'Dates',
  intro: ['The first two days move the plan. Put in your holidays and the client’s.'],
  columns: [
    { title: 'Day', width: 22, kind: 'text' },
    { title: 'Date', width: 13, kind: 'date', input: true },
    { title: 'Note', width: 60, kind: 'text', input: true },
  ],
  rows: [
    ['Kick-off', '2027-01-11', 'First working day of the project'],
    ['Status day', '2027-03-12', 'Today, when you look at the plan'],
    ['Holiday 1', '2027-03-26', 'Good Friday'],
    ['Holiday 2', '2027-03-29', 'Easter Monday'],
    ['Holiday 3', '2027-05-31', 'Holiday on the client’s side'],
    ['Holiday 4', '2027-07-05', 'Holiday on your side'],
  ],
}

/** Proof and date of the criteria checked so far, in the order of the gates. */
const checks: readonly (readonly [met: string, proof: string, by: string, on: string])[] = [
  ['yes', 'Requirement list 1.3, 83 lines', 'I. Calder', '2027-01-22'],
  ['yes', 'Statement of work, section 5, 11 exclusions', 'I. Calder', '2027-01-22'],
  ['yes', 'Signed copy in the project folder', 'I. Calder', '2027-01-22'],
  ['yes', 'Gap list: 14 process, 22 configuration, 3 code', 'T. Ekwall', '2027-02-12'],
  ['yes', 'Web agency confirmed version 0.9 by mail', 'T. Ekwall', '2027-02-12'],
  ['yes', 'Map of 186 fields, 9 objects', 'T. Ekwall', '2027-02-12'],
  ['no', 'Commission module still in review', 'A. Osei', '2027-03-12'],
  ['no', 'First load: items differ by $4,120 in hall 2', 'T. Ekwall', '2027-03-12'],
]

const criteria = gates.flatMap(({ gate: name, criteria: list }, index) =>
  list.map((criterion) => ({ number: index + 1, name, criterion })),
)
const gatesIntro = [
  'A gate is open when every one of its criteria says yes. One "no" or one gap, and the next phase waits.',
]
const checked = tableRows(gatesIntro, criteria.length)
const verdicts = [true, true, false, false, false].map((isOpen) =>
  isOpen ? 'Open: the next phase may start' : 'Closed: the next phase waits',
)

const gateSheet: Sheet = {
  name: 'Gates',
  intro: gatesIntro,
  columns: [
    { title: 'Gate', width: 6, kind: 'number' },
    { title: 'Name', width: 22, kind: 'text' },
    { title: 'Criterion', width: 64, kind: 'text' },
    { title: 'Met', width: 7, kind: 'text', input: true },
    { title: 'Proof', width: 55, kind: 'text', input: true },
    { title: 'Checked by', width: 14, kind: 'text', input: true },
    { title: 'On', width: 12, kind: 'date', input: true },
  ],
  rows: criteria.map(({ number, name, criterion }, index) => {
    const [met, proof, by, on] = checks[index] ?? [null, null, null, null]
    return [number, name, criterion, met, proof, by, on]
  }),
  totals: gates.map(({ gate: name }, index) => [
    index + 1,
    name,
    calc(
      `IF(COUNTIFS(A$${checked.first}:A$${checked.last},A{row},D$${checked.first}:D$${checked.last},"yes")=COUNTIF(A$${checked.first}:A$${checked.last},A{row}),"Open: the next phase may start","Closed: the next phase waits")`,
      verdicts[index] ?? '',
    ),
  ]),
}

export const projectPlan: PackWorkbook = {
  file: 'project-plan',
  title: 'Project plan',
  sheets: [plan, gateSheet, dates],
}
