import { departments, topicsOf } from './pack-discovery-questions.ts'
import { recorded } from './pack-discovery-requirements.ts'
import type { Department } from './pack-discovery-types.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, Sheet } from './pack-types.ts'

const asked = departments.flatMap((department) =>
  topicsOf[department].flatMap(({ title, questions }) =>
    questions.map(({ ask, listen }) => ({ department, topic: title, ask, listen, said: recorded[ask] })),
  ),
)

const intro = [
  'Type while people talk, in their words. One writer, not the person who asks. Add your own questions at the end.',
  'State: Answered, Open (write who brings the answer and by when) or Not needed. Empty means not asked.',
]

/** Room for questions of one's own. */
export const questionsSpan = tableRows(intro, asked.length + 100)

export function recordedIn(department: Department): { total: number; answered: number } {
  const mine = asked.filter((question) => question.department === department)
  return { total: mine.length, answered: mine.filter(({ said }) => said !== undefined).length }
}

export const questionsSheet: Sheet = {
  name: 'Questions',
  intro,
  columns: [
    { title: 'Department', width: 12, kind: 'text', input: true },
    { title: 'Topic', width: 36, kind: 'text', input: true },
    { title: 'Question', width: 64, kind: 'text', input: true },
    { title: 'Listen for', width: 56, kind: 'text', input: true },
    { title: 'Answer', width: 56, kind: 'text', input: true },
    { title: 'Said by', width: 18, kind: 'text', input: true },
    { title: 'Requirement', width: 14, kind: 'text', input: true },
    { title: 'State', width: 12, kind: 'text', input: true },
    { title: 'Who brings it, by when', width: 30, kind: 'text', input: true },
  ],
  rows: asked.map(({ department, topic, ask, listen, said }): Cell[] => [
    department,
    topic,
    ask,
    listen,
    ...(said ? [...said, 'Answered', null] : [null, null, null, null, null]),
  ]),
}
