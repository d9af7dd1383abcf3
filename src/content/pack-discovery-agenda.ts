import { topicsOf } from './pack-discovery-questions.ts'
import type { Department } from './pack-discovery-types.ts'
import type { Block, PackDocument } from './pack-types.ts'

export interface Workshop {
  readonly department: Department
  readonly day: string
  /** Hours and minutes at which each of the seven parts begins, and the end. */
  readonly times: readonly [string, string, string, string, string, string, string, string]
  readonly people: readonly string[]
  readonly bring: readonly string[]
  /** The real case that the department shows at the beginning. */
  readonly realCase: string
  readonly goals: readonly string[]
  readonly example: {
    readonly client: string
    readonly answers: readonly (readonly [question: string, answer: string, requirement: string])[]
    readonly decisions: readonly { readonly label: string; readonly example: string }[]
    readonly lesson: string
  }
}

const ranges = (times: Workshop['times']) => times.slice(0, -1).map((from, at) => `${from}–${times[at + 1]}`)

function agendaRows({ times, realCase, department }: Workshop): string[][] {
  const [first, second, third, fourth] = topicsOf[department].map(({ title }) => title)
  const parts = [
    ['Aim and rules; what must not get worse', 'Host', 'Aim on the wall'],
    [`A real case on your own screens: ${realCase}`, 'Key user', 'Steps and minutes'],
    [`Topics: ${first?.toLowerCase()}; ${second?.toLowerCase()}`, 'Host', 'Answers'],
    ['Break', '', ''],
    [`Topics: ${third?.toLowerCase()}; ${fourth?.toLowerCase()}`, 'Host', 'Answers'],
    ['Draw the process, mark where it hurts', 'Writer', 'Process map, as it is'],
    ['Read back the requirements; five points for each person', 'Host', 'Ranked list'],
  ]
  return parts.map((part, at) => [ranges(times)[at] ?? '', ...part])
}

/** The paper for one half-day: what to send before, what to ask, what came out elsewhere. */
export function agendaOf(workshop: Workshop): PackDocument {
  const { department, day, people, bring, goals, example } = workshop
  const word = department.toLowerCase()
  const answerBlocks: Block[] = [
    {
      kind: 'table',
      caption: `Example: what was said, and what we wrote down`,
      columns: ['Question', 'Answer', 'Requirement'],
      widths: [3, 4, 4],
      rows: example.answers,
    },
    { kind: 'fields', items: example.decisions },
    { kind: 'note', title: 'What this half-day taught', text: example.lesson },
  ]
  return {
    file: `agenda-${word}`,
    title: `${department} workshop`,
    subtitle: `[client name], ${day}, [date], [room or meeting link]`,
    blocks: [
      {
        kind: 'note',
        title: 'How to use this document',
        text:
          'Send this page five working days before, without this note. Keep the questions for yourselves: people ' +
          'who know them bring answers in place of cases.',
      },
      { kind: 'heading', level: 1, text: '1. What we want to know by the end' },
      { kind: 'list', items: goals },
      { kind: 'heading', level: 2, text: 'Who should be there' },
      { kind: 'list', items: people },
      { kind: 'heading', level: 2, text: 'What to bring' },
      { kind: 'checklist', items: bring },
      { kind: 'heading', level: 1, text: '2. Agenda' },
      {
        kind: 'table',
        caption: `${department}: three hours and a half`,
        columns: ['Time', 'What', 'Leads', 'Result'],
        widths: [1.7, 7, 1.3, 3],
        rows: agendaRows(workshop),
      },
      { kind: 'page-break' },
      { kind: 'heading', level: 1, text: '3. Questions' },
      {
        kind: 'text',
        text:
          'Ask in your own words and in the order of the talk. The second column says what should make you ask ' +
          'on. Full answers go into the sheet Questions of the workbook; the last column is for a word.',
      },
      ...topicsOf[department].map(
        ({ title, questions }): Block => ({
          kind: 'table',
          caption: title,
          columns: ['Ask', 'Listen for', 'Note'],
          widths: [5, 4, 3],
          rows: questions.map(({ ask, listen }) => [ask, listen, '']),
        }),
      ),
      { kind: 'heading', level: 1, text: '4. Before everybody leaves' },
      {
        kind: 'fields',
        items: [
          { label: 'Who decides about open points', example: '[one name], until [date]' },
          { label: 'The three requirements with most points', example: '[first], [second], [third]' },
          { label: 'What stays outside the project', example: '[processes, data, branches]' },
          { label: 'Who sends what', example: '[file or list], [name], [date]' },
        ],
      },
      { kind: 'page-break' },
      { kind: 'heading', level: 1, text: `Filled example: ${example.client}` },
      ...answerBlocks,
    ],
  }
}
