/**
 * Texts that all packs share: readme, license, cover and footers. These texts do not name the provider, so a new
 * provider name does not change the packs.
 */
export const packWords = {
  /** The text between the page number and the number of pages. */
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
  licenseLine: 'Free to use and change for your own clients, under your own logo. Do not resell it unchanged.',
  readme: {
    file: 'README.txt',
    inside: 'WHAT IS INSIDE',
    use: 'HOW TO USE IT',
    steps: (minutes: number) => [
      `Read the guide first. It takes about ${minutes} minutes and explains what each file is for.`,
      'Save a copy of a document or workbook before you change it, so that you keep a clean original.',
      'Replace everything in [square brackets]. It is marked in yellow in the documents.',
      'In the workbooks, type into the yellow cells. The other cells calculate.',
      'Headings, lists and tables are styles: change a style once and the whole document follows.',
      'Add your own logo and name. You can remove ours.',
    ],
    opens:
      'The documents (DOCX) open in Microsoft Word, LibreOffice, Google Docs and Pages. The workbooks (XLSX)\n' +
      'open in Microsoft Excel, LibreOffice, Google Sheets and Numbers.',
    ask: 'QUESTIONS',
    askText: 'Send a message on the site from which you downloaded this pack. You get an answer within 24 hours.',
  },
  license: {
    file: 'LICENSE.txt',
    text: [
      'You may use and change these files for your own clients, under your own logo, free of charge and',
      'for as many clients as you like. You do not have to credit us.',
      '',
      'You may not sell them or give them away unchanged, neither as templates nor as part of a collection of',
      'templates.',
      '',
      'They are examples from practice, not legal, tax or financial advice. Have contract wording checked by',
      'your lawyer. They are provided as is, without warranty.',
    ],
  },
  example: {
    stamp: 'Example',
    foot: 'An example: the customer, the people and all figures are fictional.',
  },
  document: {
    /** The text in the footer of every page. */
    page: ['Page ', ' of '],
    example: 'For example: ',
    fields: ['Field', 'Your text'],
  },
} as const
