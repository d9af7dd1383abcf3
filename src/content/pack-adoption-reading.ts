import type { PackDocument } from './pack-types.ts'

export const adoptionReading: PackDocument = {
  file: 'training-adoption-guide',
  title: 'Training and Adoption Guide',
  subtitle: 'From kickoff to the day the last old spreadsheet is closed',
  blocks: [
    { kind: 'heading', level: 1, text: 'Why people keep their spreadsheets' },
    {
      kind: 'text',
      text:
        'Not because they are stubborn. A spreadsheet survives for one of three reasons, and each has another ' +
        'answer. Most projects answer all three with a course, which helps in one case of three.',
    },
    {
      kind: 'table',
      caption: 'Three reasons, three answers',
      columns: ['Reason', 'How you notice', 'Answer'],
      widths: [3, 5, 5],
      rows: [
        [
          'They cannot yet',
          'They ask, guess, or stop at the same screen',
          'Practice with their own cases, beside them',
        ],
        [
          'The system cannot yet',
          'Good users with high scores keep one sheet',
          'Look at the sheet; configure, extend or say openly that it stays',
        ],
        [
          'They need not',
          'Their manager still accepts the sheet',
          'Talk to the manager. Close the sheet on a date that was announced.',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: 'What is in this pack' },
    {
      kind: 'list',
      items: [
        '**This guide**: calendar, rules for courses, closing old sheets, using the survey.',
        '**course-plans.docx**: courses by role with exercises and exit tasks, a session sheet filled in.',
        '**announcement-texts.docx**: four messages for the client to send, with examples.',
        '**adoption-survey.docx**: ten questions and how to read the answers.',
        '**adoption-figures.xlsx**: dashboard, weekly figures, survey, training record and matrix.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Calendar' },
    {
      kind: 'table',
      caption: 'From kickoff to week 12',
      columns: ['When', 'What', 'Who', 'Done when'],
      widths: [2, 5, 3, 4],
      rows: [
        [
          'Kickoff',
          'Announcement 1; key users named with hours a week',
          'Client’s director',
          'Hours are in their calendars',
        ],
        [
          'Design',
          'List of old sheets: name, owner, purpose, reason',
          'Key users',
          'Each sheet has a fate: replaced, kept, dropped',
        ],
        [
          'Build',
          'Key users see working screens every week',
          'Consultant',
          'They can show it to a colleague',
        ],
        [
          '6 weeks before',
          'Course plans with their own cases; sign-ins with real rights',
          'Trainer, key users',
          'Exercises run on the trial load',
        ],
        ['4 weeks before', 'Announcement 2; dates in calendars', 'Heads of teams', 'Every person has a date'],
        ['2 weeks before', 'Courses, exit tasks, second sessions', 'Trainer', 'Matrix shows 95%'],
        [
          'Go-live',
          'Announcement 3; help on the floor for five days',
          'Project leader',
          'Nobody waits longer than five minutes',
        ],
        ['Week 2', 'Announcement 4; first sheets become read-only', 'Client’s director', 'Date is kept'],
        ['Week 4', 'Survey; calls and visits within a week', 'Account lead', 'Each name has an action'],
        ['Week 8', 'Last old sheet closed', 'Key users', 'Zero in the weekly figures'],
        ['Week 12', 'Survey again; figures to the sponsor', 'Account lead', 'Dashboard on target'],
      ],
    },
    { kind: 'heading', level: 1, text: 'What it costs, to be put into the offer' },
    {
      kind: 'table',
      caption: 'Hours for 16 users in four roles',
      columns: ['Work', 'Our hours', 'Client’s hours'],
      widths: [7, 2, 2],
      right: [1, 2],
      rows: [
        ['Course plans and cases', '10', '8'],
        ['Courses, 12 sessions with preparation', '22', '46'],
        ['Key users: 3 people, 6 hours a week, 10 weeks', '6', '180'],
        ['Help on the floor, 5 days', '40', '0'],
        ['Announcements, list of sheets, two surveys with visits', '16', '14'],
        ['Sum', '94', '248'],
      ],
    },
    {
      kind: 'note',
      title: 'Sell it as a line of its own',
      text:
        'Training hidden in the project price is the first thing to be cut when the build runs late. As a line with ' +
        'a result ("95% of courses passed, 85% active in week 8") it survives, and you can show that it was delivered.',
    },
    { kind: 'heading', level: 1, text: 'Rules for courses' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'Teach tasks, not screens. A course is named after what somebody can do afterward.',
        'At most a fifth of the time for showing. Hands on keyboards or handhelds for the rest.',
        'Their own data, rights, device and place. Warehouse people learn at the gate.',
        'Build one fault into each exercise: a short delivery, a wrong price, a locked customer.',
        'End with an exit task, alone, with a limit in minutes. Being there does not count.',
        'Two pages of help for each role, in their words, with pictures of their own screens.',
        'A manager who skips the course has decided that it is optional. Ask them to open it.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Key users' },
    {
      kind: 'checklist',
      items: [
        'One for eight to ten people, in the same shift and place',
        'Chosen because others ask them already, not because they have time',
        'Six hours a week until week 4, agreed with their manager in writing',
        'See every screen first and may say no to one',
        'Lead one exercise in each course of their team',
        'Named on the poster, thanked by the director in announcement 4',
      ],
    },
    { kind: 'heading', level: 1, text: 'How to close a spreadsheet' },
    {
      kind: 'table',
      caption: 'Filled example: three of the eleven sheets at Bluegate Bakery Supplies',
      columns: ['Sheet and owner', 'What it does better', 'Fate', 'Closed on'],
      widths: [3, 4, 4, 2],
      rows: [
        [
          'Price sheet, Petra Lang',
          'Had contract prices that were not loaded',
          'Prices loaded and checked, then read-only',
          '24 March',
        ],
        [
          'Lot book on paper, Karl Renn',
          'Nothing; it is quicker to write than to search',
          'Scan at the gate, book to the archive',
          '6 March',
        ],
        [
          'Cash sheet, Ivo Stanek',
          'Knows who pays late',
          'Report uses the average delay, three hours of configuration',
          '20 April',
        ],
      ],
    },
    {
      kind: 'list',
      ordered: true,
      items: [
        'Ask the owner to show it and say what it does better. Write that down without comment.',
        'Decide: train, configure, extend, or keep it openly until a date.',
        'Load its data or archive it. Nobody gives up a sheet that still holds the only copy.',
        'Make it read-only on the announced day. One line at the top says where the data is now.',
        'Count openings for four weeks. Go to whoever opens it, with the question from step 1.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Numbers to watch each week' },
    {
      kind: 'table',
      caption: 'Targets, and what to do when one is missed',
      columns: ['Number', 'Target', 'When it is missed'],
      widths: [4, 3, 6],
      rows: [
        [
          'Licensed users active, on two days or more',
          '85% from week 4',
          'Which team? Go there. Do not send a mail to all.',
        ],
        [
          'Tickets',
          '10 a month from month two',
          'Take the most frequent subject: fix the screen first, then the help page, then train.',
        ],
        ['Old sheets in use', 'Zero by week 8', 'One visit for each sheet, with its owner'],
        ['Courses passed', '95% at go-live', 'A session before go-live or no sign-in on the first day'],
        [
          'Survey average',
          '4 of 5 in week 12',
          'By role: a weak role gets another course, a weak person gets an hour',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: 'After the survey: who needs what' },
    {
      kind: 'text',
      text: 'The sheet Survey gives every person one line. Start at the top of this list and finish within a week.',
    },
    {
      kind: 'list',
      ordered: true,
      items: [
        '**Hardly uses it.** Call. Often it is the device, the rights or a manager, seldom the will.',
        '**Help this week.** An hour beside the person. Bring no slides; do the work together.',
        '**Practice 30 minutes.** With the key user, the same task three times.',
        '**Replace the sheet.** These are good users. Listen: they found a gap.',
        '**Ask as key user.** Thank them the same day.',
        '**Then by role.** Where half of a role needs you, the course was wrong, not the people.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Filled example: week 4 at Bluegate' },
    {
      kind: 'text',
      text:
        'Sixteen users, 14 active (88%), 14 answers, average 3.8. Seven people need something. At the sales desk three ' +
        'of five do, more than half: its course on prices was held before the contract prices were loaded, so it ' +
        'practiced a lie. Joel gets an hour, Sue half an hour, and the whole desk repeats 45 minutes of C2 with real prices.',
    },
    {
      kind: 'text',
      text:
        'Gil in the warehouse used the handheld on two days of ten. The call takes four minutes: his gloves do not ' +
        'work on the screen, and he was ashamed to say so. Two pairs of gloves cost $38. In week 6 he is active on all days.',
    },
  ],
}
