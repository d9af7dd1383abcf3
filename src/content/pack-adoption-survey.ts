import type { PackDocument } from './pack-types.ts'

/** The eight statements, under the names that the sheet Survey gives them. */
const statements: readonly (readonly [name: string, statement: string])[] = [
  ['Q1 Tasks', 'I do my daily tasks in the system without help.'],
  ['Q2 Finding', 'I find what I look for within a minute.'],
  ['Q3 Figures', 'I trust the figures I see.'],
  ['Q4 Course', 'The course fitted my work.'],
  ['Q5 Whom to ask', 'I know whom to ask.'],
  ['Q6 Answers', 'When I ask, I get a useful answer on the same day.'],
  ['Q7 Faster', 'My work is faster than before, or as fast.'],
  ['Q8 No sheets', 'I no longer need the spreadsheets or lists I used before.'],
]

const scale = ['1', '2', '3', '4', '5']

const answered = (points: readonly number[]) =>
  statements.map(([name, statement], at) => [
    name,
    statement,
    ...scale.map((point) => (Number(point) === points[at] ? 'x' : '')),
  ])

export const adoptionSurvey: PackDocument = {
  file: 'adoption-survey',
  title: 'Adoption survey',
  subtitle: '[client name], week [number] after go-live: ten questions, four minutes',
  blocks: [
    {
      kind: 'note',
      title: 'Before you send it',
      text:
        'Send it in week 4 and again in week 12, on a Wednesday morning, from the client’s project leader. It asks ' +
        'for names because its purpose is help, not marks. Where a works council or the law asks for more, get ' +
        'consent first or collect answers by team. Answers go to the project leader and to us, never into a ' +
        'personnel file. Delete this note.',
    },
    { kind: 'heading', level: 1, text: 'Survey' },
    {
      kind: 'fields',
      items: [
        { label: 'Name', example: '[first and last name]' },
        { label: 'Team', example: '[sales desk / warehouse / finance / management]' },
      ],
    },
    {
      kind: 'table',
      caption: 'How far is this true for you? 1 is no, 5 is yes. One cross in each row.',
      columns: ['No.', 'Statement', ...scale],
      widths: [2.4, 6, 0.7, 0.7, 0.7, 0.7, 0.7],
      rows: answered([]),
    },
    {
      kind: 'fields',
      items: [
        { label: 'Q9 Which task takes longer than before?', example: '[task, and how much longer]' },
        {
          label: 'Q10 Which sheet or list do you still use, and what does it do better?',
          example: '[name, reason]',
        },
      ],
    },
    { kind: 'text', text: 'Thank you. Within one week you hear what we change because of your answer.' },
    { kind: 'heading', level: 1, text: 'How to read the answers' },
    {
      kind: 'table',
      caption: 'The first line that fits decides; the sheet Survey does the same',
      columns: ['Sign', 'The sheet says', 'What you do'],
      widths: [4, 3, 6],
      rows: [
        [
          'Signed in on 3 days or fewer of 10',
          'Call: hardly uses it',
          'Call within two days. Ask about the work, not about the system.',
        ],
        ['No answer', 'Ask for the answer', 'The head of the team asks in person, with the paper form.'],
        [
          'Average under 3',
          'Help this week',
          'One hour beside the person, with their own work. Then a second visit after a week.',
        ],
        [
          'Q1 or Q2 is 1 or 2',
          'Practice 30 minutes',
          'Key user and person do the task three times together.',
        ],
        [
          'Q8 is 1 or 2',
          'Replace the sheet',
          'Look at the sheet. Train, configure or price what it does better.',
        ],
        ['Average 4.5 or more', 'Ask as key user', 'Thank them and ask whether they would help a colleague.'],
        ['None of these', 'Fine', 'Nothing. They have work to do.'],
      ],
    },
    { kind: 'heading', level: 1, text: 'Filled example: Ivo Stanek, finance' },
    {
      kind: 'table',
      caption: 'Example answers, week 4 at Bluegate Bakery Supplies',
      columns: ['No.', 'Statement', ...scale],
      widths: [2.4, 6, 0.7, 0.7, 0.7, 0.7, 0.7],
      rows: answered([4, 4, 3, 4, 5, 5, 3, 1]),
    },
    {
      kind: 'fields',
      items: [
        {
          label: 'Q9 Which task takes longer than before?',
          example: 'Cash forecast: 20 minutes before, an hour now',
        },
        {
          label: 'Q10 Which sheet or list do you still use, and what does it do better?',
          example: 'My cash sheet. It knows which customers pay late; the report takes the due date.',
        },
      ],
    },
    {
      kind: 'text',
      text:
        'Average 3.6, but Q8 is 1: the sheet says "Replace the sheet". Mercy looked at it for half an hour. The ' +
        'system knows the average delay of each customer; the report did not use it. Three hours of ' +
        'configuration, and on 20 April the cash sheet was closed. Ivo is not the one who needed a course.',
    },
  ],
}
