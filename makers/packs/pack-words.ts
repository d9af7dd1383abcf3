/**
 * The words that all packs share: readme, license and what surrounds the text. They do not name the provider, so a new
 * name leaves the written packs as they are.
 */
export const packWords = {
  /** Between the number of a page and the number of pages. */
  pageOf: 'of',
  cover: {
    guide: 'Guide',
    minutes: (minutes: number) => `${minutes} minutes to read`,
    inside: 'In this pack',
    columns: ['File', 'What it is', 'Opens in'],
    kinds: {
      guide: 'Any PDF reader',
      document: 'A word processor',
      example: 'Any PDF reader',
      workbook: 'A spreadsheet',
    },
  },
  licenseLine:
    'Free to use and to change for your own clients, under your own logo. Not to be resold as it is.',
  readme: {
    file: 'README.txt',
    inside: 'WHAT IS INSIDE',
    use: 'HOW TO USE IT',
    steps: (minutes: number) => [
      `Read the guide first. It takes some ${minutes} minutes and says which file is for what.`,
      'Save a copy of a document or workbook before you change it, so that you keep a clean one.',
      'Replace everything in [square brackets]. It is marked in yellow in the documents.',
      'In the workbooks, type into the yellow cells. The other cells calculate.',
      'Headings, lists and tables are styles: change a style once and the whole document follows.',
      'Put your own logo and name on it. Ours need not stay.',
    ],
    opens:
      'The documents (DOCX) open in Microsoft Word, LibreOffice, Google Docs and Pages. The workbooks (XLSX)\n' +
      'open in Microsoft Excel, LibreOffice, Google Sheets and Numbers.',
    ask: 'QUESTIONS',
    askText:
      'Send a message on the site from which you downloaded this pack. You get an answer within 24 hours.',
  },
  license: {
    file: 'LICENSE.txt',
    text: [
      'You may use these files and change them for your own clients, under your own logo, free of charge and',
      'for as many clients as you like. You need not name us.',
      '',
      'You may not sell them, or give them away, as they are: not as a template, and not as part of a collection of',
      'templates.',
      '',
      'They are examples from practice, not legal, tax or financial advice. Have contract wording checked by',
      'your lawyer. They come as they are, without warranty.',
    ],
  },
  example: {
    stamp: 'Example',
    foot: 'An example: the customer, the people and all figures are invented.',
  },
  document: {
    /** In the foot of each page of a document to fill in. */
    page: ['Page ', ' of '],
    example: 'For example: ',
    fields: ['Field', 'Your text'],
  },
} as const
