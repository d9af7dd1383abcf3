import { phaseWeeks } from './claims.ts'
import { countInWords } from './number-words.ts'
import { sentence } from './tree.ts'
import type { Figure } from './types.ts'
import { words } from './words.ts'

export interface Stack {
  name: string
  /** The customer's step at this stage. */
  moment: string
  /** The owner's question that this stack answers. */
  question: string
  description: string
  features: readonly string[]
  outcomes: readonly string[]
}

export interface Benefit {
  title: string
  description: string
}

export interface PlanPhase {
  title: string
  summary: string
  activities: readonly string[]
  /** The result that the partner has at the end of the phase. */
  result: string
}

const gains = [
  {
    title: 'One person to call',
    description: 'A single program lead is responsible for all three stacks.',
  },
  {
    title: 'One plan',
    description: 'Campaigns, projects and training share one calendar.',
  },
  {
    title: 'No hiring',
    description: 'Specialists join for the weeks you need them and leave when the work is done.',
  },
  {
    title: 'Costs you know in advance',
    description: 'You know the price of each phase before it starts. There are no setup fees.',
  },
  {
    title: 'Your name on the work',
    description: 'Proposals, test reports and training carry your brand. The customer stays yours.',
  },
  {
    title: 'Everything stays when we leave',
    description: 'Templates, checklists and reports are written for your team and belong to you.',
  },
] as const satisfies readonly Benefit[]

export const partner360 = words('partner360', {
  hero: {
    eyebrow: 'Partner 360 Program',
    title: '{programLengthInWords} from assessment to launch',
    lede:
      'Marketing, tech and success stacks, set up together by one team. After week {programWeeks}, ' +
      'every lead, project and renewal has an owner and a date.',
    plan: 'See the plan',
    stats: [
      { value: '{partners}', label: 'partners each month' },
      { value: '{partnerGrowth}', label: 'growth' },
      { value: '{partnerSuccess}', label: 'success' },
    ] as const satisfies readonly Figure[],
  },

  stacks: {
    title: 'Three stacks around one customer',
    text:
      'A customer first discovers you, then buys a project, then decides each year whether to stay. ' +
      'Each stack covers one of these steps.',
    featuresLabel: 'Set up for you',
    outcomesLabel: 'What you see',
    items: [
      {
        name: 'Marketing stack',
        moment: 'Discovers you',
        question: 'Where does the next request come from?',
        description: 'Makes sure the right businesses know what you implement and can ask for a price.',
        features: [
          'Website pages for each industry you serve',
          'Case studies written from finished projects',
          'Email series for open leads',
          'A lead form that asks for scope, not only a name',
          'A campaign calendar for the quarter',
          'A weekly report on leads and their sources',
        ],
        outcomes: [
          'Requests with enough detail to be scoped',
          'Every lead answered the day it comes in',
          'A pipeline you can read in five minutes',
        ],
      },
      {
        name: 'Tech stack',
        moment: 'Buys a project',
        question: 'Who scopes and builds the project?',
        description: 'Backs your own consultants with proposals, developers, project managers and testers.',
        features: [
          'Proposals in {proposalTime}',
          'Developers across {apps} apps',
          'A dedicated project manager',
          'Data migration with a rehearsal run',
          'Test plans for every change request',
          'A go-live weekend schedule, hour by hour',
        ],
        outcomes: [
          'Invoices that match the statement of work',
          'Projects that start without new hires',
          'Bugs found before the customer sees them',
        ],
      },
      {
        name: 'Success stack',
        moment: 'Decides to stay',
        question: 'Why would customers renew?',
        description: 'Keeps customers trained and supported after go-live, when the project team has moved on.',
        features: [
          'Support desk, {support}',
          'Training for each user role',
          'A check-in 30 days after go-live',
          'License and renewal calendar',
          'Usage review before each renewal',
        ],
        outcomes: [
          'Renewals discussed 90 days ahead',
          'Support requests that no longer reach your consultants',
          'Customers who ask for the next module',
        ],
      },
    ] as const satisfies readonly Stack[],
  },

  benefits: {
    title: 'Benefits for you as the owner',
    text: `You can buy services one at a time. These ${countInWords(gains.length)} benefits come from buying them together.`,
    items: gains,
  },

  plan: {
    title: 'The plan: {programLength} on one page',
    text: 'You see the plan for every week before you agree to anything. Each phase ends with a result in your hands.',
    weekLabel: 'Week',
    weeksOf: sentence('Weeks {from}–{to}', 'from', 'to'),
    activitiesLabel: 'What we do',
    resultLabel: 'You have',
    phases: [
      {
        title: 'Assessment',
        summary: 'We follow one lead, one project and one renewal from beginning to end.',
        activities: [
          'Interviews with sales, delivery and support',
          'Review of three recent proposals and their outcomes',
          'Record of the hours spent on each kind of work',
          'List of licenses due for renewal this year',
        ],
        result: 'A written summary of where your hours go, and an agreed order of work.',
      },
      {
        title: 'Foundation',
        summary: 'The three stacks are built, with your templates and under your name.',
        activities: [
          'Proposal and statement-of-work templates',
          'Industry pages and the first case study',
          'Project plan and change-request form',
          'Support desk with the first answers already written',
          'Training outline for each user role',
        ],
        result: 'Three stacks that each work separately, tested by your team.',
      },
      {
        title: 'Integration and testing',
        summary: 'We connect the stacks and test them on real work. Your old process stays available.',
        activities: [
          'Leads passed from the website to your CRM',
          'Two live requests taken from brief to proposal',
          'One project run under the new plan',
          'Migration rehearsal and test report',
        ],
        result: 'Proof that the stacks work for your own customers, with every defect listed and closed.',
      },
      {
        title: 'Launch',
        summary: 'Your team runs everything while we sit beside them.',
        activities: [
          'Training for everyone who will use the stacks',
          'Handover of templates, reports and access rights',
          'First month of work scheduled',
        ],
        result: 'A program in daily use, and a review booked for day 30.',
      },
    ] as const satisfies readonly PlanPhase[],
  },

  consultation: {
    title: 'Should you start the program?',
    text:
      'Find out in {callLength}. We will go through your last proposal and your next renewal, and ' +
      'say plainly if one service would be enough.',
    note: 'Free, usually {callValue}. We answer within {answerWithin}.',
    calculator: 'Or try the ROI calculator first',
  },
} as const)

/** The plan's phases with their weeks, such as "Weeks 1–2". */
export const planPhases = () =>
  partner360.plan.phases.map((phase: PlanPhase, index) => {
    const { fromWeek, toWeek } = phaseWeeks(index)
    return { ...phase, fromWeek, toWeek, weeks: partner360.plan.weeksOf(fromWeek, toWeek) }
  })
