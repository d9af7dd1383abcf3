import { countAtStart, countInWords, hoursIn, intervalIn } from './number-words.ts'
import { counted, sentence } from './tree.ts'
import { words } from './words.ts'

export type Service = {
  readonly id: string
  readonly category: 'proposals' | 'development' | 'management' | 'consulting'
  readonly title: string
  readonly subtitle: string
  readonly description: string
  readonly features: readonly string[]
  readonly deliverables: readonly string[]
  /** The partner's gain, in one line. */
  readonly result: string
  /** A short figure for the timetable and its drawing; `durationNote` says what it measures. */
  readonly duration: string
  readonly durationNote: string
}

/**
 * `window`: ready after a minimum and a maximum number of hours; if both are equal, ready within that number of hours.
 * `every`: repeated at this interval, in hours. `always`: covers the complete scale.
 */
type ServiceSpan =
  | { readonly kind: 'window'; readonly from: number; readonly to: number }
  | { readonly kind: 'every'; readonly hours: number }
  | { readonly kind: 'always' }

/** The place of a duration on the scale of hours; null if the duration states no hours, such as "On request". */
export function spanOf(duration: string): ServiceSpan | null {
  const range = hoursIn(duration)
  if (range) return { kind: 'window', from: range[0], to: range[1] }
  const hours = intervalIn(duration)
  if (hours) return { kind: 'every', hours }
  return duration.includes('24/7') ? { kind: 'always' } : null
}

const offered = [
  {
    id: 'proposal-writing',
    category: 'proposals',
    title: 'Proposal writing',
    subtitle: 'A client-ready document the same day',
    description:
      'Send us your call notes or the request for proposal. A consultant who has implemented the product ' +
      'writes the response in your template, with terms and with prices for licenses and services.',
    features: [
      'Written from notes, a recording or a request for proposal',
      'Licenses and services priced from your rate card',
      'Your template, your logo, your tone',
      'One round of changes with the same turnaround',
      'Urgent queue for tenders that close today',
    ],
    deliverables: ['Proposal as an editable document and PDF', 'Price sheet', 'List of open questions for the client'],
    result: 'Most proposals back in {proposalTypical}',
    duration: '{proposalTimeShort}',
    durationNote: 'from brief to finished draft',
  },
  {
    id: 'scope-and-estimate',
    category: 'proposals',
    title: 'Scopes and estimates',
    subtitle: 'A statement of work you can rely on',
    description:
      'We turn requirements into work packages with hours, assumptions and exclusions, so that a change ' +
      'request is easy to recognize later.',
    features: [
      'Requirements sorted into standard, configuration and custom code',
      'Hours per work package, checked by a developer',
      'Assumptions and exclusions in plain words',
      'Data migration estimated from sample files',
    ],
    deliverables: ['Statement of work', 'Estimate workbook', 'Requirement list with a fit rating for each line'],
    result: 'A priced scope on your desk before the next working day',
    duration: '{proposalLongest} h',
    durationNote: 'at the latest, for a standard scope',
  },
  {
    id: 'developers',
    category: 'development',
    title: 'Developers on call',
    subtitle: 'Certified specialists across {apps} apps',
    description:
      'A certified developer joins your project for a week or a year. They work in your repository and ' +
      'your ticket system, and go to client meetings as part of your team.',
    features: [
      'Custom modules, reports and document layouts',
      'Integrations via API, file or message queue',
      'Data migration scripts with reconciliation',
      'Upgrades of older custom code',
      'Code review before anything reaches a client system',
      'A named substitute during leave and illness',
    ],
    deliverables: [
      'Reviewed code in your repository',
      'Technical notes for each module',
      'Weekly list of hours and tickets',
    ],
    result: '{apps} apps covered without a single new hire',
    duration: '1–2 wk',
    durationNote: 'to a first working module',
  },
  {
    id: 'quality-assurance',
    category: 'development',
    title: 'Quality assurance',
    subtitle: 'Tested before your client sees it',
    description:
      'Testers who know posting, stock and approvals run your build through six checklists, file ' +
      'what they find and check each fix. You get a report the client can sign.',
    features: [
      'Functional, integration and permission tests',
      'Load test with the volume of a real month end',
      'Migrated balances compared with those in the old system',
      'Regression run before each release',
      'Support for client acceptance sessions',
    ],
    deliverables: ['Test plan', 'Defect list with steps and severity', 'Signed-off test report'],
    result: '{bugFree} bug-free deployments',
    duration: '{testTimeShort}',
    durationNote: 'for a full test cycle',
  },
  {
    id: 'project-management',
    category: 'management',
    title: 'Dedicated project management',
    subtitle: 'One person who owns the plan',
    description:
      'Your project manager maintains the plan, runs the meetings and chases the decisions, from kickoff to ' +
      'handover. You stay in every conversation you want to be in.',
    features: [
      'Plan with owners, dates and dependencies',
      'Weekly client meeting with minutes the same day',
      'Change requests written, priced and signed before work starts',
      'Hours checked against the budget every Friday',
      'Go-live weekend planned hour by hour',
    ],
    deliverables: ['Project plan', 'Weekly status report', 'Risk and decision log', 'Go-live runbook'],
    result: '{onTime} on-time delivery',
    duration: 'Weekly',
    durationNote: 'status, from kickoff to handover',
  },
  {
    id: 'support',
    category: 'management',
    title: '{support} support',
    subtitle: 'Tickets answered while you sleep',
    description:
      'We answer your clients by email, phone and portal in your name. Known problems are solved at once; ' +
      'the rest reach a developer with logs and steps attached.',
    features: [
      'First- and second-line support, day and night',
      'Severity levels and response times from your contracts',
      'Monitoring of integrations and scheduled jobs',
      'Month-end and year-end coverage',
      'Escalation to the vendor if the fault is theirs',
    ],
    deliverables: ['Support desk in your name', 'Monthly ticket report', 'Knowledge base of solved cases'],
    result: 'Partners rate our support and delivery {ratingRange}',
    duration: '{support}',
    durationNote: 'every day of the year',
  },
  {
    id: 'strategic-consulting',
    category: 'consulting',
    title: 'Strategic consulting',
    subtitle: 'Your next source of margin',
    description:
      'Together, we review your pipeline, prices, utilization and renewals, choose what to change ' +
      'first and meet every two weeks until that change is made.',
    features: [
      'Review of margin by client and by project',
      'Pricing and packaging of your services',
      'Vendor program: levels, certifications and incentives',
      'Hiring plan that includes outsourced work',
      'Renewal plan for your ten largest clients',
    ],
    deliverables: [
      'Written assessment',
      '{programLengthDashed} plan with owners',
      'Notes and numbers from each session',
    ],
    result: 'A plan for {programLength}, with owners and dates',
    duration: '{programLengthShort}',
    durationNote: 'with a session every two weeks',
  },
  {
    id: 'training',
    category: 'consulting',
    title: 'Training',
    subtitle: 'For your consultants and for client users',
    description:
      'Courses built on the client’s own processes and data, taught online by people who implement ' +
      'the product. Your own staff can prepare for certification the same way.',
    features: [
      'Role-based courses: finance, sales, warehouse, service',
      'Exercises in a copy of the client’s system',
      'Train-the-trainer sessions for key users',
      'Certification preparation for your consultants',
    ],
    deliverables: ['Course plan per role', 'Recordings and worksheets', 'Attendance and test results'],
    result: 'Users who can do their daily work on day one',
    duration: '1 wk',
    durationNote: 'for one department, before go-live',
  },
] as const satisfies readonly Service[]

export const services = words('services', {
  hero: {
    eyebrow: 'Services',
    title: 'The work behind your sale, done on time',
    lede:
      'You win the client and own the relationship. We write the proposal, supply the developers, run the ' +
      'project, test it and answer the tickets, all under your name.',
  },
  claims: [
    { value: '{partnersServed}', label: 'partners served since we began' },
    { value: '{ratingRange}', label: 'rating, by service' },
    { value: '{bugFree}', label: 'bug-free deployments' },
    { value: '{onTime}', label: 'on-time delivery' },
    { value: '{apps}', label: 'apps covered' },
  ],
  filterLabel: 'Filter services',
  filters: [
    { id: 'all', label: 'All services' },
    { id: 'proposals', label: 'Proposals' },
    { id: 'development', label: 'Development' },
    { id: 'management', label: 'Management' },
    { id: 'consulting', label: 'Consulting' },
  ],
  defaultFilter: 'all',
  shown: counted('1 service shown', '{count} services shown'),
  search: {
    label: 'Search services',
    clear: 'Clear the search',
    nothing: sentence('No results for “{query}”', 'query'),
    advice: 'Try fewer words, or search all categories. We may also do work that is not listed: ask us on a call.',
    showAll: `Show all ${countInWords(offered.length)} services`,
  },
  listTitle: `${countAtStart(offered.length)} services and how long each takes`,
  /** The scale above the drawings, and its marks. */
  scaleLabel: 'From your brief to the finished result',
  scaleMarks: ['1 h', '1 day', '1 wk', '{programLengthShort}'],
  featuresLabel: 'What we do',
  deliverablesLabel: 'What you receive',
  resultLabel: 'Result',
  services: offered,
  banner: {
    title: 'Not sure which of these you need first?',
    text:
      'Tell us where your week goes. In a free strategy call, we will say which work to hand over first, how ' +
      'long it takes and what it costs.',
    facts: [
      { value: '{callLength}', label: 'with a consultant' },
      { value: '{callValue}', label: 'its usual value; free for you' },
      { value: '{answerWithin}', label: 'until you have our answer' },
    ],
  },
} as const)

/** The marks of the scale, from the least to the most hours, and the positions on it between 0 and 1. */
export function serviceScale() {
  const marks = services.scaleMarks
    .map((label) => ({ label, hours: hoursIn(label)?.[1] ?? 1 }))
    .sort((one, other) => one.hours - other.hours)
  const [first, last] = [marks[0]?.hours ?? 1, Math.max(marks.at(-1)?.hours ?? 1, 2)]
  /** The scale is logarithmic. */
  const at = (hours: number) => Math.min(Math.max(Math.log(hours / first) / Math.log(last / first), 0), 1)
  return { marks, first, last, at }
}
