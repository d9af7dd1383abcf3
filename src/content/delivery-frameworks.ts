import { hoursIn } from './number-words.ts'
import { words } from './words.ts'

export type Method = 'agile' | 'waterfall' | 'hybrid' | 'rapid'

export type Phase = {
  readonly phase: string
  /** Also drawn in the schedule. A duration without a number, such as "Ongoing", has no end. */
  readonly duration: string
  readonly activities: readonly string[]
  readonly deliverables: readonly string[]
  readonly bestPractices: readonly string[]
}

export type Risk = { readonly risk: string; readonly impact: 'High' | 'Medium'; readonly mitigation: string }

const kpiGroups = [
  {
    title: 'Delivery',
    kpis: [
      {
        name: 'On-time delivery',
        target: '95%+',
        measure: 'milestones met on the planned date',
      },
      {
        name: 'Budget adherence',
        target: 'within 5%',
        measure: 'actual cost against signed budget',
      },
      { name: 'Client satisfaction', target: '4.5+/5', measure: 'survey after 90 days' },
    ],
  },
  {
    title: 'Adoption',
    kpis: [
      { name: 'User adoption', target: '85%+', measure: 'licensed users active each week' },
      { name: 'Support tickets', target: 'under 10 a month', measure: 'per client, from month two' },
      { name: 'Referral likelihood', target: '9+/10', measure: 'the sponsor’s answer' },
    ],
  },
  {
    title: 'Business value',
    kpis: [
      { name: 'Efficiency gain', target: '30%+', measure: 'time saved per main process' },
      { name: 'Cost reduction', target: '20%+', measure: 'running cost of the processes in scope' },
      {
        name: 'Return on investment',
        target: 'in 6 months',
        measure: 'savings cover the cost',
      },
    ],
  },
] as const

export const deliveryFrameworks = words('deliveryFrameworks', {
  hero: {
    eyebrow: 'Project Delivery Framework',
    title: 'From first workshop to steady support in six phases',
    lede:
      'The plan we follow on every implementation, with its durations, its gates and the numbers we judge ' +
      'ourselves by. Copy it into your next project.',
    facts: [
      { value: '{deliveryPhases}', label: 'phases' },
      {
        get value(): string {
          return (['min', 'max'] as const).map((end) => phasePlan(end).at(-1)?.from).join('–')
        },
        label: 'weeks from kickoff to go-live',
      },
      { value: '{qualityGates}', label: 'quality gates' },
    ],
  },
  methodLabel: 'Delivery method',
  methodNote:
    'The six phases apply to all four methods. The method determines how often you repeat design, build and test.',
  methods: [
    { id: 'agile', label: 'Agile' },
    { id: 'waterfall', label: 'Waterfall' },
    { id: 'hybrid', label: 'Hybrid' },
    { id: 'rapid', label: 'Rapid' },
  ],
  defaultMethod: 'agile',
  phasesWords: {
    title: 'Six phases',
    text: 'The durations are for a mid-size client. If your project takes longer, split it into two.',
    activitiesLabel: 'Activities',
    deliverablesLabel: 'Deliverables',
    bestPracticesLabel: 'Best practices',
    scheduleLabel: 'Schedule of the six phases in weeks',
    weekLabel: 'Week',
    scheduleLegend: { shortest: 'shortest', longest: 'longest' },
  },
  phases: [
    {
      phase: 'Discovery',
      duration: '1–2 weeks',
      activities: ['Workshops per department', 'List of systems and interfaces', 'Interviews with key users'],
      deliverables: ['Requirement list with priorities', 'Process maps', 'Statement of work'],
      bestPractices: [
        'Watch people work for an hour before you ask what they need',
        'Name one client decision maker per department',
      ],
    },
    {
      phase: 'Design and planning',
      duration: '2–4 weeks',
      activities: [
        'Fit-gap analysis',
        'Solution and interface design',
        'Data migration mapping',
        'Project plan and budget',
      ],
      deliverables: ['Signed solution design', 'Migration map, field by field', 'Plan with owners and dates'],
      bestPractices: [
        'Change the process before you change the code',
        'Order licenses and environments in the first week',
      ],
    },
    {
      phase: 'Build and migration',
      duration: '3–6 weeks',
      activities: ['Configuration', 'Custom code and reports', 'Integrations', 'Two trial data loads'],
      deliverables: ['Configured test system', 'Reviewed code', 'Trial loads reconciled'],
      bestPractices: [
        'Show working screens to key users every week',
        'Price each change request before the work starts',
        'List every configuration step so that you can repeat it',
      ],
    },
    {
      phase: 'Testing and acceptance',
      duration: '1–2 weeks',
      activities: ['Tests from the six QA lists', 'Acceptance sessions', 'Load and permission tests'],
      deliverables: ['Test report', 'Defect list with owners', 'Signed acceptance'],
      bestPractices: [
        'Test with migrated data and real permissions',
        'Before the first test, agree on what counts as a blocker',
      ],
    },
    {
      phase: 'Go-live',
      duration: '1 week',
      activities: ['User training', 'Final data load', 'Cutover weekend', 'Floor support during the first days'],
      deliverables: ['Cutover runbook with times', 'Reconciled opening balances', 'Recorded go or no-go decision'],
      bestPractices: ['Rehearse the cutover once, against the clock', 'Write down the hour after which you roll back'],
    },
    {
      phase: 'Support and improvement',
      duration: 'Ongoing',
      activities: ['Ticket handling', 'First month-end close done together', 'Quarterly review', 'Planned releases'],
      deliverables: ['Monthly ticket report', 'List of improvements with prices', 'Updated documentation'],
      bestPractices: [
        'Hand over from project to support in one meeting, with the client present',
        'Bring usage numbers to each review',
      ],
    },
  ] as const satisfies readonly Phase[],
  gatesWords: {
    title: 'Five quality gates',
    text: 'Each gate separates two phases. The next phase starts when every criterion is met.',
    thenLabel: 'then',
  },
  gates: [
    {
      gate: 'Scope agreed',
      criteria: [
        'Every requirement has a priority and an owner',
        'Exclusions are written in the statement of work',
        'The client has signed the statement of work',
      ],
    },
    {
      gate: 'Design approved',
      criteria: [
        'Each gap has a decision: process, configuration or code',
        'Both sides of each interface have agreed to its design',
        'The migration map covers every field in use',
      ],
    },
    {
      gate: 'Build complete',
      criteria: [
        'All custom code is reviewed and in the repository',
        'The second trial load reconciles to the cent',
        'No known defect blocks a main process',
      ],
    },
    {
      gate: 'Acceptance signed',
      criteria: [
        'Key users have run each main process from start to finish',
        'No blocker is open, and every other defect has a date',
        'Permission tests have passed for every role',
        'The client has signed the test report',
      ],
    },
    {
      gate: 'Ready for go-live',
      criteria: [
        'The cutover was rehearsed and fits into the weekend',
        'All users are trained and have signed in once',
        'The rollback has been tested',
        'Support is staffed for the first two weeks',
      ],
    },
  ],
  risksWords: {
    title: 'Four recurring risks',
    text: 'Most projects face these risks. Write down your response before you start.',
    riskLabel: 'Risk',
    impactLabel: 'Impact',
    impacts: { High: 'High', Medium: 'Medium' },
    mitigationLabel: 'What to do',
  },
  risks: [
    {
      risk: 'Scope grows without a price',
      impact: 'High',
      mitigation:
        'Write up each new request as a change request with hours and a date. Start work only after the client has signed it.',
    },
    {
      risk: 'Old data is worse than expected',
      impact: 'High',
      mitigation: 'Load real files twice during the build. Give the client an error list and a deadline.',
    },
    {
      risk: 'Key users have no time',
      impact: 'Medium',
      mitigation: 'Name the key users and their hours in the contract. Tell the sponsor if a key user misses a week.',
    },
    {
      risk: 'Users keep their spreadsheets',
      impact: 'Medium',
      mitigation: 'Train by role, shut down the old system on an announced date and count sign-ins every week.',
    },
  ] as const satisfies readonly Risk[],
  kpisWords: {
    title: 'Nine numbers to judge a project by',
    text: 'Agree on the numbers in the first phase and go through them at each review.',
    targetLabel: 'Target',
  },
  kpiGroups,
  closing: {
    title: 'Have a project that is already late?',
    text: 'Bring the project plan to a free {callLengthDashed} call. We will mark the gate that the project missed and show you how to catch up.',
    next: 'Or use the checklists for the testing phase',
  },
} as const)

/** The start and the end of each phase in weeks, if all phases take as little or as much time as possible. */
export function phasePlan(pace: 'min' | 'max'): { from: number; to: number | null }[] {
  let from = 0
  return deliveryFrameworks.phases.map(({ duration }) => {
    const start = from
    const weeks = hoursIn(duration)?.[pace === 'min' ? 0 : 1]
    from += Math.round((weeks ?? 0) / 168)
    return { from: start, to: weeks === undefined ? null : from }
  })
}
