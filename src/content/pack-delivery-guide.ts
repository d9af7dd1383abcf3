import { deliveryFrameworks, type Phase } from './delivery-frameworks.ts'
import type { Block, PackDocument } from './pack-types.ts'

const { hero, phases, phasesWords, gates, gatesWords, risks, risksWords, kpiGroups, kpisWords, methods } =
  deliveryFrameworks

/** How each method goes round design, build and test. */
const rounds: Record<(typeof methods)[number]['id'], readonly [round: string, when: string]> = {
  agile: [
    'Design, build and test in rounds of two weeks, one process each. Gates 2 and 3 are checked per round for its part, and once for the whole before acceptance',
    'Key users have a day a week; processes can go live apart from each other',
  ],
  waterfall: [
    'Once through, in order. Nothing is built before the whole design is signed',
    'Tender, audit or law demands it; interfaces to many third parties',
  ],
  hybrid: [
    'Design once for data and interfaces, then build and test in rounds of three weeks',
    'The usual case: fixed price and a date, with users who learn while they see',
  ],
  rapid: [
    'One round with standard processes only; gaps go on a list for after go-live',
    'Under 15 users, one company, no custom code, data fits on three sheets',
  ],
}

/** What a review of the phase asks, beyond the words that the site shows. */
const questions = [
  'What does a day of this department look like when it goes wrong, and how often is that?',
  'Which gap did we close by changing the process, and who told the people who must change?',
  'What did key users see this week that surprised them?',
  'Which main process has nobody but us run from start to end?',
  'At which hour of the weekend do we go back, and who says so?',
  'Which of the users did not sign in last week, and has anybody asked them why?',
] as const

const phaseBlocks = (phase: Phase, index: number): readonly Block[] => {
  const gate = gates[index]
  return [
    { kind: 'heading', level: 2, text: `${index + 1}. ${phase.phase}, ${phase.duration.toLowerCase()}` },
    {
      kind: 'table',
      caption: `${phase.phase}: what is done and what comes out`,
      columns: [phasesWords.activitiesLabel, phasesWords.deliverablesLabel],
      widths: [50, 50],
      rows: Array.from({ length: Math.max(phase.activities.length, phase.deliverables.length) }, (_, row) => [
        phase.activities[row] ?? '',
        phase.deliverables[row] ?? '',
      ]),
    },
    { kind: 'list', items: phase.bestPractices },
    { kind: 'text', text: `**Ask in the weekly meeting:** ${questions[index]}` },
    ...(gate
      ? [
          {
            kind: 'note' as const,
            title: `Gate ${index + 1}: ${gate.gate}`,
            text: gate.criteria.map((criterion) => `${criterion}.`).join(' '),
          },
        ]
      : []),
  ]
}

export const deliveryGuide: PackDocument = {
  file: 'delivery-framework',
  title: hero.eyebrow,
  subtitle: `${hero.title}: the framework in full, and how to run a project with the files beside it`,
  blocks: [
    { kind: 'heading', level: 1, text: 'Start on Monday' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'Open **project-plan.xlsx**, sheet Dates: enter your kick-off and the holidays. The plan moves with them.',
        'Delete tasks you do not need and set days and owners. Leave the five gates in.',
        'Send **kick-off-agenda.docx** two days before the first meeting. Agree on the scale and on three risks there.',
        'Keep **risk-register.xlsx** open in every weekly meeting; send **weekly-status-report.docx** the evening before.',
        'At the end of each phase fill in the sheet Gates and sign **gate-review.docx**. Every wish becomes a **change-request.docx**.',
        'From the first month after go-live fill in **kpi-sheet.xlsx** and bring it to the quarterly review.',
      ],
    },
    {
      kind: 'text',
      text: 'All files carry one example: Tidewell Supply, an invented wholesaler with 42 users and two warehouses, looked after by the invented Alder Row Consulting. Its plan runs 14 weeks from kick-off to go-live; on the day you open it, it is 12 March, one task is late and gate 3 is still closed.',
    },
    { kind: 'heading', level: 1, text: phasesWords.title },
    { kind: 'text', text: phasesWords.text },
    {
      kind: 'table',
      caption: 'Six phases at a glance',
      columns: ['Phase', 'Duration', 'Share of hours', 'Ends with'],
      widths: [32, 18, 18, 32],
      right: [2],
      rows: phases.map(({ phase, duration }, index) => [
        phase,
        duration,
        ['8%', '11%', '53%', '12%', '10%', '7%, two weeks'][index] ?? '',
        gates[index] ? `Gate ${index + 1}: ${gates[index].gate}` : 'Quarterly review',
      ]),
    },
    ...phases.flatMap(phaseBlocks),
    { kind: 'heading', level: 1, text: 'Four methods, the same six phases' },
    { kind: 'text', text: deliveryFrameworks.methodNote },
    {
      kind: 'table',
      caption: 'How each method goes round the middle three',
      columns: ['Method', 'Rounds', 'Take it when'],
      widths: [14, 50, 36],
      rows: methods.map(({ id, label }) => [label, ...rounds[id]]),
    },
    { kind: 'heading', level: 1, text: 'How to hold a gate' },
    { kind: 'text', text: gatesWords.text },
    {
      kind: 'list',
      items: [
        'Send the list of criteria with proofs two days before. In the meeting only open points are read.',
        'The sponsor signs, nobody else. If the sponsor does not come, there is no gate.',
        'Pass with dates is allowed for what blocks nothing. Three such passes in a row mean that the criteria are decoration.',
        'The fifth gate stands inside the fifth phase: after training and rehearsal, before the cutover weekend.',
        'Hang payments on gates: people prepare for a gate that is worth money to somebody.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Who does what' },
    {
      kind: 'table',
      caption: 'D decides, W does the work, A is asked, I is informed',
      columns: ['Result', 'Sponsor', 'Client’s lead', 'Key users', 'Our lead', 'Consultants', 'Developers'],
      widths: [28, 11, 13, 12, 11, 13, 12],
      rows: [
        ['Scope and exclusions', 'D', 'W', 'A', 'W', 'A', 'I'],
        ['Solution design', 'I', 'D', 'A', 'A', 'W', 'W'],
        ['Corrected old data', 'I', 'D', 'W', 'I', 'A', 'I'],
        ['Configured test system', 'I', 'I', 'A', 'D', 'W', 'W'],
        ['Acceptance', 'D', 'W', 'W', 'A', 'A', 'I'],
        ['Go or no-go', 'D', 'A', 'A', 'W', 'A', 'A'],
        ['Change request', 'D', 'A', 'I', 'W', 'A', 'A'],
        ['Hand-over to support', 'I', 'A', 'I', 'D', 'W', 'W'],
      ],
    },
    { kind: 'heading', level: 1, text: risksWords.title },
    { kind: 'text', text: risksWords.text },
    {
      kind: 'table',
      caption: 'Risks and how to meet them; six more stand in risk-register.xlsx',
      columns: [risksWords.riskLabel, risksWords.impactLabel, risksWords.mitigationLabel],
      widths: [30, 14, 56],
      rows: risks.map(({ risk, impact, mitigation }) => [risk, impact, mitigation]),
    },
    { kind: 'heading', level: 1, text: kpisWords.title },
    { kind: 'text', text: kpisWords.text },
    {
      kind: 'table',
      caption: 'KPI targets',
      columns: ['Group', 'KPI', kpisWords.targetLabel, 'What is measured'],
      widths: [18, 26, 20, 36],
      rows: kpiGroups.flatMap(({ title, kpis }) =>
        kpis.map(({ name, target, measure }) => [title, name, target, measure]),
      ),
    },
    { kind: 'heading', level: 1, text: 'When a project is already late' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'Find the last gate that was truly passed, with proofs. The project is in the phase after it, whatever the plan says.',
        'List what is missing for the next gate only. Give each point a person and a day within two weeks.',
        'Estimate the rest again with the people who do it. Show the sponsor low, expected and high, not one date.',
        'Offer two ways: the old date with less scope, or the whole scope at the new date. Never half of both.',
        'Hold the next gate in two weeks, however small. One kept date brings back more trust than any explanation.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Close the project' },
    {
      kind: 'checklist',
      items: [
        'Support has met the client, has the access list and has solved its first three tickets',
        'The KPI sheet has its figures from before the project, or nobody can prove a gain',
        'Every open wish is on the list of improvements with a price',
        'Real hours stand beside the estimate, line by line',
        'The review has one page: keep, stop, try. One point of it is in the next plan',
        'The sponsor was asked for a reference on a good day',
      ],
    },
  ],
}
