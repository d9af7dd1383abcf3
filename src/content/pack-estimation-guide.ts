import type { PackDocument } from './pack-types.ts'

export const estimationGuide: PackDocument = {
  file: 'estimation-guide',
  title: 'Estimation Workbook',
  subtitle:
    'How to get from a requirement list to hours, a price and a range that you can defend line by line',
  blocks: [
    { kind: 'heading', level: 1, text: 'What you can do with it on Monday' },
    {
      kind: 'text',
      text: 'Take one open opportunity. In about two hours you have a list of work packages with hours, a data migration line built from real record counts, a low, an expected and a high figure, and one page for the client that says what the price holds and what it does not.',
    },
    {
      kind: 'list',
      items: [
        '**estimation-workbook.xlsx**: four sheets. Colored cells are yours to fill in; the rest is worked out.',
        '**estimate-letter.docx**: one page that carries the range to the client.',
        'This guide: the method, the formulas and the answers to the usual objections.',
      ],
    },
    {
      kind: 'note',
      title: 'The example runs through everything',
      text: 'Tidewell Supply is an invented wholesaler of pump parts: 42 users, two warehouses, a web shop. Your company is called Alder Row Consulting in the examples. Delete the example rows when you start; keep a copy, because a filled sheet explains itself faster than this guide.',
    },
    { kind: 'heading', level: 1, text: 'Six steps' },
    { kind: 'heading', level: 2, text: '1. Cut the work into packages of 8 to 60 hours' },
    {
      kind: 'text',
      text: 'Below 8 hours you count dust, above 60 you hide what you have not understood. A good package ends in something the client can see: a warehouse that can receive and pick, a report whose figures agree. Name packages by their result, not by the activity: "Carrier labels", not "Development 3".',
    },
    { kind: 'heading', level: 2, text: '2. Give each package base hours for one' },
    {
      kind: 'text',
      text: 'Base hours answer one question: how long does one of these take a consultant who has done it before, with a client who answers within a day? The last column says what "one" means. That sentence is your protection later: five layouts were priced, the sixth is a change.',
    },
    { kind: 'heading', level: 2, text: '3. Set the complexity by a rule, not by mood' },
    {
      kind: 'table',
      caption: 'Four classes of complexity and the factors the workbook starts with',
      columns: ['Class', 'Factor', 'Best', 'Worst', 'Use it when'],
      widths: [16, 10, 10, 10, 54],
      right: [1, 2, 3],
      rows: [
        ['Simple', '0.7', '0.9', '1.2', 'Your team has done it three times or more and nothing is open'],
        ['Standard', '1.0', '0.85', '1.4', 'You have done it before; the usual questions remain'],
        [
          'Complex',
          '1.5',
          '0.8',
          '1.7',
          'Several departments, many exceptions, or a third party must deliver',
        ],
        ['New to us', '2.0', '0.7', '2.5', 'Nobody in the team has done it'],
      ],
    },
    {
      kind: 'text',
      text: 'Best and worst multiply the likely hours. The worst case is always further away than the best: work can shrink by a third but it can double. Overwrite both cells of a line when you know more than the class does.',
    },
    { kind: 'heading', level: 2, text: '4. Count the data before you price it' },
    {
      kind: 'text',
      text: 'Migration is the line most often guessed and most often wrong. Ask for an export of each object before you estimate. Take 50 records at random, count those with an error or an empty required field, and choose Clean, Mixed or Poor by the count. The sheet then adds three parts for each object:',
    },
    {
      kind: 'list',
      items: [
        '**Mapping**: fields × minutes a field. A price list has 9 fields, an item master 46.',
        '**Loading**: loads × hours a load. Two trial loads and the final one, never fewer.',
        '**Cleaning help**: records ÷ 1,000 × hours for that quality. It pays for your rules and error lists. The client corrects the records, and the letter says so.',
      ],
    },
    { kind: 'heading', level: 2, text: '5. Read the range' },
    {
      kind: 'text',
      text: 'Three points for each line give its expected hours and its spread. The whole project has a spread of its own. Adding up every worst case would assume that everything goes wrong at once; treating the lines as independent would forget that one slow key user delays five of them. The setting "Shared risk" says where you stand between the two.',
    },
    {
      kind: 'table',
      caption: 'The formulas',
      columns: ['Figure', 'Formula', 'Tidewell'],
      widths: [26, 54, 20],
      right: [2],
      rows: [
        ['Likely', 'base hours × how many × factor', '625.2 h'],
        ['Expected, each line', '(best + 4 × likely + worst) ÷ 6', '665.8 h in all'],
        ['Spread, each line', '(worst − best) ÷ 6', 'from 0.42 to 18 h'],
        [
          'Spread of the whole',
          'square root of ((1 − r) × sum of squares + r × square of the sum), r = shared risk',
          '47.1 h at r = 30%',
        ],
        ['Low and High', 'expected ± 1.28 × spread of the whole', '605.5 and 726.1 h'],
        [
          'Added on top',
          'testing 20% of Build hours, then project management 12% of all',
          '758.7 to 909.9 h',
        ],
      ],
    },
    {
      kind: 'text',
      text: 'Between Low and High lie eight projects in ten, if your best and worst cases are honest. That "if" is worth testing: after each project write the real hours beside the estimate. If more than two in ten end above High, raise the worst-case factors, not the hourly rate.',
    },
    { kind: 'heading', level: 2, text: '6. Turn hours into an offer' },
    {
      kind: 'table',
      caption: 'Which figure goes into which offer (Tidewell Supply)',
      columns: ['You offer', 'Take', 'Who carries the risk', 'Example'],
      widths: [24, 20, 38, 18],
      right: [3],
      rows: [
        ['Fixed price', 'High', 'You. The difference to Expected is the price of that risk', '$127,500'],
        [
          'Hourly with a budget',
          'Expected',
          'The client, with a report each week and a stop at 80%',
          '$117,000',
        ],
        ['A first idea by phone', 'Low to High', 'Nobody yet: always say both numbers', '$106,500–$127,500'],
        [
          'Range wider than ± 20%',
          'Discovery only',
          'Sell two weeks of discovery, then estimate again',
          'not needed: ± 9%',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: 'Before you send it' },
    {
      kind: 'checklist',
      items: [
        'A second person who would do the work has read every line and agreed to it',
        'No package is larger than 60 hours, except migration and cutover, which have their own counts',
        'No more than two lines are "New to us"; each has a question list of its own',
        'Every interface names the other side and what it must deliver by when',
        'Data counts come from an export, not from a meeting',
        'Training counts sessions and people, not days',
        'The client’s own hours are listed: key users need about half of your hours',
        'Travel, licenses and hardware are outside the hours and named as such',
        'The exclusions are written down: at least five',
        'The price is at or above the floor price from the Pricing and Margin Guide',
      ],
    },
    { kind: 'heading', level: 1, text: 'Defending it, line by line' },
    {
      kind: 'text',
      text: 'Never defend a total. Open the sheet, share the screen and let the client choose a line. Then remove scope or keep the hours, but do not remove hours from a line that stays.',
    },
    {
      kind: 'table',
      caption: 'What clients say, and an answer that holds',
      columns: ['They say', 'You answer'],
      widths: [34, 66],
      rows: [
        [
          '"40 hours of testing? We test ourselves."',
          'Good, and you will: acceptance is yours. These hours are our test before yours, and the repair of what you find. Without them your people find what we should have found. Which of the 12 build packages may go out untested?',
        ],
        [
          '"Another partner offers $95,000."',
          'That may be a different scope. Let us put the two lists side by side: loads of data, sessions of training, days of support after go-live. At Tidewell two of those were missing and came to $19,000.',
        ],
        [
          '"Why is the web shop 60 hours?"',
          'Base is 40 for items, stock and orders. It is complex because the agency of the shop must deliver its half. If they send a tested interface description by the end of discovery, we set it to Standard: 40 hours and $2,800 less before testing.',
        ],
        [
          '"Just give me one number."',
          'One number is the fixed price: $127,500, and we carry the risk. The lower number is the hourly budget: $117,000, and you carry it. Which do you prefer?',
        ],
        [
          '"Take 10% off and we sign today."',
          '10% is $12,750, about the price of the commission module. We sign today without it and add it in the autumn, or with it at the full price. Which do you prefer?',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: 'After the project' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'Write the real hours beside each package within a week of go-live, while people remember.',
        'Divide real by likely. Where three projects agree, change the base hours.',
        'Note why each line above its worst case got there: scope, data, people or our own mistake. Only the last is a reason for cheaper hours next time.',
        'Keep the file. Five finished workbooks are worth more than any table of industry averages.',
      ],
    },
  ],
}
