import { checklistTabs, countItems } from './checklists.ts'
import type { Block, PackDocument } from './pack-types.ts'
import { qaChecklists } from './qa-checklists.ts'

const total = checklistTabs.reduce((sum, { list }) => sum + countItems(list), 0)

const beginning: readonly Block[] = [
  { kind: 'heading', level: 1, text: 'What is in this pack' },
  {
    kind: 'list',
    items: [
      `**This guide**: how to plan the tests, then all six lists with ${total} items to tick on paper.`,
      '**qa-checklists.xlsx**: the same items as one table you can filter, a summary that counts itself, and a defect log.',
      '**test-report.docx**: the report that the client signs, empty and once filled in.',
      '**defect-report.docx**: the form for one defect, with rules for its severity.',
    ],
  },
  { kind: 'heading', level: 1, text: 'From build to signature in eight working days' },
  {
    kind: 'text',
    text:
      'These days suit a project of 40 to 80 consulting days with two testers. Double them when you ' +
      'test more than one company or country. Do not shorten the retest: that is where late defects hide.',
  },
  {
    kind: 'table',
    caption: 'Test plan for two testers',
    columns: ['Day', 'What you do', 'Who', 'Result'],
    widths: [1, 5, 2, 3],
    rows: [
      [
        '1',
        'Strike the items that are outside the statement of work. Agree severities and the stop date.',
        'Lead consultant, client key user',
        'Filtered list, signed by both',
      ],
      [
        '1',
        'Load migrated data and create one sign-in for each role.',
        'Technical consultant',
        'Test system, list of sign-ins',
      ],
      ['2–3', 'Functional and integration lists.', 'Tester A', 'Every item has a result'],
      ['2–3', 'Security and performance lists.', 'Tester B', 'Every item has a result'],
      ['4', 'Usability and mobile lists, beside a key user.', 'Both', 'Every item has a result'],
      ['5–6', 'Fix, worst first. Each fix names its defect number.', 'Developers', 'Defects set to Fixed'],
      [
        '7',
        'Retest each fix and the whole section around it.',
        'The tester who did not report it',
        'Defects closed or reopened',
      ],
      [
        '8',
        'Write the report, go through it with the client, sign.',
        'Lead consultant',
        'Signed test report',
      ],
    ],
  },
  { kind: 'heading', level: 1, text: 'Five things to agree before the first test' },
  {
    kind: 'table',
    caption: 'Agreements, with an example to replace',
    columns: ['Question', 'Why it matters', 'Example'],
    widths: [3, 4, 4],
    rows: [
      [
        'What blocks go-live?',
        'Without a definition the loudest person decides in the last week.',
        'Severity 1 always. Severity 2 when there is no workaround that the key user accepts in writing.',
      ],
      [
        'Who may strike an item?',
        'Items vanish quietly when time runs out.',
        'The lead consultant and the key user together, with a reason in the note column.',
      ],
      [
        'Which data do we test with?',
        'Clean samples hide the faults that users meet on day one.',
        'The second trial load, with bank details masked.',
      ],
      [
        'Who pays for a retest?',
        'A change request in disguise eats the margin.',
        'We pay for defects. The client pays when the requirement changed after the design was signed.',
      ],
      [
        'When do we stop?',
        'Testing has no natural end.',
        'Friday at 16:00. What is open then goes into the report with an owner and a date.',
      ],
    ],
  },
  { kind: 'heading', level: 1, text: 'How to record a result' },
  {
    kind: 'list',
    items: [
      '**Pass**: you did it and saw the expected result. Write a document number as proof.',
      '**Fail**: write the defect number and nothing else. The story belongs in the defect report.',
      '**NA**: outside the agreed scope. Write who agreed.',
      'Leave the result empty when you did not get to it. Empty is honest; a guessed pass is not.',
      'On paper, each list is one sheet printed on both sides, tools at the top: one sheet for each tester.',
    ],
  },
  {
    kind: 'table',
    caption: 'Filled example: three lines of a functional test',
    columns: ['Item', 'Result', 'Tester', 'Note'],
    widths: [6, 1, 2, 4],
    rows: [
      [
        'A partial delivery leaves the open quantity on the order',
        'Pass',
        'M. Osei',
        'Order 10482, 30 of 50 delivered, 20 open',
      ],
      [
        'An order above the credit limit is held until someone with the right releases it',
        'Fail',
        'M. Osei',
        'D-07',
      ],
      [
        'A production order consumes the components of its own version of the bill',
        'NA',
        'M. Osei',
        'No production at this client, agreed with P. Lindqvist on 3 March',
      ],
    ],
  },
  {
    kind: 'note',
    title: 'Count what was tested, not what passed',
    text:
      'A report with 98% passed says little when a third of the items were never run. Always quote two ' +
      'numbers: how much of the scope was tested, and how much of that passed.',
  },
  { kind: 'heading', level: 1, text: qaChecklists.bestPractices.title },
  { kind: 'text', text: qaChecklists.bestPractices.text },
  {
    kind: 'list',
    items: qaChecklists.bestPractices.items.map(({ title, description }) => `**${title}.** ${description}`),
  },
]

/** The tools of a category, in one line under its list's title. */
const toolsOf = (category: string) =>
  qaChecklists.tools.groups
    .filter((group) => group.category === category)
    .flatMap(({ tools }) => tools.map(({ name, why }) => `**${name}.** ${why}`))

const lists: readonly Block[] = checklistTabs.flatMap(({ label, list }): Block[] => [
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: `${list.title}: ${countItems(list)} items` },
  { kind: 'text', text: list.description },
  { kind: 'list', items: toolsOf(label) },
  {
    kind: 'table',
    caption: `Test session: ${list.title.toLowerCase()}`,
    columns: [...qaChecklists.paper.blanks, 'Build', 'Date'],
    widths: [4, 3, 2, 2],
    rows: [['', '', '', '']],
  },
  ...list.sections.flatMap((section): Block[] => [
    { kind: 'heading', level: 2, text: section.title },
    { kind: 'checklist', items: section.items },
  ]),
])

export const qaGuide: PackDocument = {
  file: 'qa-checklist-guide',
  title: 'QA Checklist',
  subtitle: `${total} checkpoints in six lists, and how to run them`,
  blocks: [...beginning, ...lists],
}
