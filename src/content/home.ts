import { exampleCaseStudy } from './case.ts'
import { claims, derivedClaims, phaseWeeks } from './claims.ts'
import { partnerCountries } from './countries.ts'
import { countAtStart, hoursIn } from './number-words.ts'
import type { PackId } from './packs.ts'
import { sentence } from './tree.ts'
import type { Figure } from './types.ts'
import type { ViewId } from './views.ts'
import { words } from './words.ts'

export interface PainPoint {
  day: string
  time: string
  title: string
  description: string
  cost: string
}

export interface SolutionCard {
  /** The moment in the partner's week at which this service takes over. */
  answers: string
  figure: string
  figureLabel: string
  title: string
  description: string
}

export interface FreeResource {
  target: ViewId
  /** The pack that the card downloads. A card without a pack leads to the Success Kit. */
  pack?: PackId
  title: string
  description: string
  value: string
  downloads: string
  link: string
}

const answers = [
  {
    answers: 'Mon 08:40',
    figure: '{proposalTimeShort}',
    figureLabel: 'from request to proposal',
    title: 'Proposals the same day',
    description:
      'Send the brief. You get back a scoped, priced proposal with its statement of work ' +
      'in {proposalTime}. Most take {proposalTypical}.',
  },
  {
    answers: 'Tue 14:15',
    figure: '{apps}',
    figureLabel: 'apps covered',
    title: 'Developers who know the app',
    description:
      'ERP, CRM, finance, warehouse, payroll and the connectors between them. You ask for the app; ' +
      'the developer who works in it joins your project.',
  },
  {
    answers: 'Wed 11:30',
    figure: '{onTime}',
    figureLabel: 'on-time delivery',
    title: 'A dedicated project manager',
    description:
      'You know who runs your project. One person maintains the plan, chases decisions and writes down every change ' +
      'request with its price before anyone starts on it.',
  },
  {
    answers: 'Thu 17:50',
    figure: '{bugFree}',
    figureLabel: 'bug-free deployments',
    title: 'Testing before go-live',
    description:
      'Testers run the migration, the integrations and the month-end close against a checklist. ' +
      'You learn of bugs weeks before the customer could find them.',
  },
  {
    answers: 'The whole week',
    figure: '{programLength}',
    figureLabel: 'with a session every two weeks',
    title: 'Strategic consulting',
    description:
      'Together we decide which industry to sell to, what to price as a package, and when to hire a certified consultant. ' +
      'We start from your figures, then plan week by week.',
  },
  {
    answers: 'Fri 16:20',
    figure: '{support}',
    figureLabel: 'support',
    title: 'Training and support',
    description:
      'Users are trained before go-live and supported after it, at any hour. The renewal ' +
      'conversation starts with a customer who uses what they bought.',
  },
] as const satisfies readonly SolutionCard[]

export const home = words('home', {
  hero: {
    eyebrow: 'For business-software partners with one to twenty-five people',
    title: 'Request at nine, proposal by {proposalClockInWords}.',
    lede:
      'Your partner business sells and advises. We write the proposals, build across ' +
      '{apps} apps, run and test the projects, and handle support, ' +
      'with no setup fees or contracts.',
    services: 'See the services',
    /** Shown under the button: the price of the call, and the reason to book now. */
    offer: {
      free: 'Free, {callLength}, usually',
      usually: '{callValue}',
      now: '{weeklySlots}. We answer within {answerWithin}.',
    },
    /** The first page of the example proposal in the packs, stamped with the last hour on the ruler. */
    proposal: {
      hour: '{proposalClock}',
      label: 'your proposal',
      alt:
        'The first page of an example proposal, “The month closed in five days, not twelve,” with its price, ' +
        'hours, weeks and goals.',
    },
    figures: [
      { value: '{speed}', label: 'faster' },
      { value: '{costReduction}', label: 'cost reduction' },
      { value: '{rating}', label: 'rating' },
    ] as const satisfies readonly Figure[],
    ruler: {
      title: 'From request to proposal',
      replay: 'Play again',
      startLabel: '09:00, your request',
      endLabel: '{proposalClock}, your proposal',
      mostLabel: 'Most are ready in {proposalTypical}',
      boundLabel: '{proposalLongest} hours at most',
      stepNames: ['Brief read', 'Scope and estimate', 'Price and plan', 'Review'],
      /** The drawing's text alternative. The values are the hours at which the four steps end. */
      summary: sentence(
        'A request sent at 09:00 is read by hour {read}, scoped and estimated by hour {scoped}, priced and ' +
          'planned by hour {priced}, and reviewed by hour {reviewed}. Most proposals take {proposalTypical}, ' +
          'and none takes more than {proposalLongest}.',
        ...(['read', 'scoped', 'priced', 'reviewed'] as const),
      ),
    },
  },

  painPoints: {
    eyebrow: 'One week, no help',
    title: 'A week in a partner business that does everything itself',
    text: 'Each of these hours is ordinary, and each one costs you something you have already won.',
    note: 'The week and its costs are examples.',
    link: 'Work out yours',
    costLabel: 'Cost',
    cards: [
      {
        day: 'Mon',
        time: '08:40',
        title: 'The request waits for one person',
        description:
          'A prospect asks what a finance rollout would cost. The consultant who can scope it is at a ' +
          'customer site until Thursday, so the email goes unanswered.',
        cost: '9 days to a proposal',
      },
      {
        day: 'Tue',
        time: '14:15',
        title: 'Nobody here knows that app',
        description:
          'The ERP fits, but the deal needs a warehouse app your two developers have never opened. ' +
          'The only contractor with that knowledge is booked until next month.',
        cost: '5 weeks to find a developer',
      },
      {
        day: 'Wed',
        time: '11:30',
        title: 'You are also the project manager',
        description:
          'Three change requests were agreed to by phone and never reached the statement of work. ' +
          'The customer’s accountant has the invoice and a question.',
        cost: '22 hours you cannot bill',
      },
      {
        day: 'Thu',
        time: '17:50',
        title: 'The customer finds the bug',
        description:
          'The data migration was checked on a handful of rows. Two days before the go-live weekend, ' +
          'open invoices show up twice.',
        cost: '1 weekend of rework',
      },
      {
        day: 'Fri',
        time: '16:20',
        title: 'The renewal call nobody made',
        description:
          'In spring, a customer asked for user training. It slipped. Their licenses renew next month, ' +
          'and today they asked another partner for a price.',
        cost: '1 renewal at risk',
      },
    ] as const satisfies readonly PainPoint[],
  },

  solution: {
    eyebrow: 'The same week, with help',
    title: 'Hand over the hours, keep the customer',
    text: `${countAtStart(answers.length)} answers, each of which takes one kind of work off your hands. Your name stays on everything.`,
    link: 'Compare all services',
    cards: answers,
  },

  partner360: {
    eyebrow: 'Partner 360 Program',
    title: 'If the whole week needs to change, take the whole program',
    text:
      'One service solves one problem. The Partner 360 Program sets up three stacks side by side, so that ' +
      'leads, delivery and renewals feed each other. It takes {programLength}.',
    stacks: [
      { name: 'Marketing stack', line: 'Prospects find you and ask for a proposal.' },
      { name: 'Tech stack', line: 'Projects are scoped, built and tested on schedule.' },
      { name: 'Success stack', line: 'Customers are trained and supported, and they renew.' },
    ],
    /** A short version of the plan. A test compares it with the Partner 360 view. */
    phaseTitles: ['Assessment', 'Foundation', 'Integration and testing', 'Launch'],
    weeksLabel: 'Weeks 1 to {programWeeks}',
    link: 'See the {programLengthDashed} plan',
  },

  proof: {
    eyebrow: 'Proof',
    title: 'Partner businesses in {countries} countries work this way',
    text: '{partners} partners work with us each month, in {countries} countries, including {countryNames}.',
    figures: [
      { value: '{partners}', label: 'partners each month' },
      { value: '{countries}', label: 'countries' },
      { value: '{rating}', label: 'overall rating' },
    ] as const satisfies readonly Figure[],
    example: { label: 'See one request, hour by hour', href: '/?view=services#example' },
    termsTitle: 'What you risk',
    terms: [
      {
        title: '{moneyBack}',
        text: 'If the first {moneyBackDays} days are not worth their price, say so, and you will get your money back.',
      },
      {
        title: '{noSetup}',
        text: 'You pay for the work you order and can stop whenever you want.',
      },
    ],
    map: 'The map shows {countriesNamed} of the {countries} countries. Support is available {support}, whatever your local time.',
    countries: partnerCountries,
  },

  resources: {
    eyebrow: 'Free resources',
    title: 'Not ready to talk? Download the working papers.',
    text:
      'These are the templates and lists we use on our own projects. Together they would ' +
      'cost {resourcesValue}. You pay nothing and leave no email address.',
    valueLabel: 'Value',
    downloadsLabel: 'downloads',
    packLink: 'Download Free',
    totalLabel: 'Total',
    total: '{resourcesValue}',
    priceLabel: 'You pay',
    price: '$0',
    cards: [
      {
        target: 'success-kit',
        title: 'Partner Success Kit',
        description: 'Eight packs, from proposal templates to delivery and renewal documents.',
        value: '{kitValue}',
        downloads: '{kitDownloads}',
        link: 'Open the Success Kit',
      },
      {
        target: 'delivery-frameworks',
        pack: 'delivery-framework',
        title: 'Delivery frameworks',
        description: 'Six phases with durations, deliverables, quality gates and KPI targets.',
        value: '{frameworksValue}',
        downloads: '{frameworksDownloads}',
        link: 'Read the frameworks',
      },
      {
        target: 'qa-checklists',
        pack: 'qa-checklist',
        title: 'QA checklists',
        description: '{checkpoints} checkpoints in six lists. Check them off here or print them.',
        value: '{checklistsValue}',
        downloads: '{checklistsDownloads}',
        link: 'Open the checklists',
      },
    ] as const satisfies readonly FreeResource[],
  },

  finalCall: {
    eyebrow: 'Strategy call, {callLength}',
    title: 'Bring one late request. Leave with a plan for it.',
    text:
      'The call is free; it usually costs {callValue}. Choose a time that suits you, and we ' +
      'answer within {answerWithin}.',
    priceLabel: 'Usually',
    price: '{callValue}',
    free: 'Free',
    slots: '{weeklySlots}',
  },
} as const)

/** A segment of the proposal ruler. Times are hours after the request. */
interface RulerStep {
  name: string
  from: number
  to: number
}

const stepEnds = [0.2, 0.6, 0.8, 1]

/** The drawing in the hero: its length, the hours in which most proposals are ready, and the steps of one proposal. */
export function proposalRuler() {
  const { stepNames, summary } = home.hero.ruler
  const { proposalHours, proposalLongest } = derivedClaims()
  const delivered = Number(proposalHours)
  const [from, to] = hoursIn(claims.proposalTypical) ?? [delivered, delivered]
  const end = (step: number) => Number(((stepEnds[step] ?? 0) * delivered).toFixed(1))
  return {
    hours: Math.max(Number(proposalLongest), to),
    most: { from, to },
    steps: stepNames.map((name, step): RulerStep => ({ name, from: end(step - 1), to: end(step) })),
    summary: summary(end(0), end(1), end(2), end(3)),
  }
}

/** The phases of the program, as in the Partner 360 view. */
export const programPhases = () => home.partner360.phaseTitles.map((title, phase) => ({ title, ...phaseWeeks(phase) }))

/** True if the services view shows the example, to which the proof section links. */
export const hasExample = (): boolean => exampleCaseStudy.steps.length > 0
