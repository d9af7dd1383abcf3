import { countAtStart } from './number-words.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

export type ChecklistId = 'functional' | 'integration' | 'performance' | 'security' | 'usability' | 'mobile'

const habits = [
  {
    title: 'Choose the items before you test',
    description: 'With the client, cross out the items outside the statement of work before the first session.',
  },
  {
    title: 'Test as a user',
    description:
      'Sign in with the role of the person who will do the work. Administrator rights hide missing permissions.',
  },
  {
    title: 'Use migrated data',
    description: 'Clean sample data has no long names, missing tax codes or customers with two addresses.',
  },
  {
    title: 'Record the proof',
    description: 'Keep a document number or a screenshot with each passed item.',
  },
  {
    title: 'Let someone else test',
    description: 'The person who set up a process misses its flaws. Ask a colleague.',
  },
  {
    title: 'Retest everything near a fix',
    description: 'When a defect is closed, run its whole section of the list again.',
  },
  {
    title: 'Stop on the agreed date',
    description: 'List what is still open, give each item an owner and take the list to the go-live gate.',
  },
] as const

// `sheet` quotes the first list. The lists are not part of the tree, because the downloads contain the same lists.
export const qaChecklists = words('qaChecklists', {
  hero: {
    eyebrow: 'QA Checklists',
    title: 'Find the bug before your client does',
    lede:
      'Six lists for business-software projects. Each item is something you can try and mark as passed. ' +
      'Check them off here or print them for the test room.',
    facts: [
      { value: '{checkpoints}', label: 'quality checkpoints' },
      { value: '{testCategories}', label: 'test categories' },
    ],
    /** The first items of the first list, and the number of checked items in the drawing. */
    sheet: {
      title: 'Functional testing',
      items: [
        'A quotation becomes an order with the same lines, prices and discounts',
        'A partial delivery leaves the open quantity on the order',
        'An order above the credit limit is held until an authorized user releases it',
        'A purchase order above the approval limit goes to the approver and cannot be sent before approval',
      ],
      done: 3,
    },
  },
  tabsLabel: 'Test category',
  /** `count`: the number of items in the list of the same name in `checklists.ts`. */
  tabs: [
    { id: 'functional', label: 'Functional', count: 38 },
    { id: 'integration', label: 'Integration', count: 38 },
    { id: 'performance', label: 'Performance', count: 38 },
    { id: 'security', label: 'Security', count: 38 },
    { id: 'usability', label: 'Usability', count: 38 },
    { id: 'mobile', label: 'Mobile', count: 39 },
  ] as const satisfies readonly { id: ChecklistId; label: string; count: number }[],
  defaultTab: 'functional',
  ticking: {
    progress: sentence('{done} of {total} checked', 'done', 'total'),
    progressLabel: sentence('Progress in {list}', 'list'),
    /** The progress on a tab, which has room for only two numbers. */
    tabProgress: sentence('{done}/{total}', 'done', 'total'),
    print: 'Print this list',
    reset: 'Clear this list',
    resetDone: 'List cleared',
    restore: 'Undo',
    note: 'Your check marks last for this visit and are not sent to us. To keep your check marks, print the list.',
  },
  /** All six lists on one page, for printing and for visitors without JavaScript. */
  whole: {
    link: 'All six lists on one page',
    title: 'All six QA checklists',
    text: 'Read or print them here. If JavaScript is on, you can also check items off on the site.',
  },
  /** Shown on a printed list: blanks to fill in by hand, and the date. */
  paper: { blanks: ['Project', 'Tested by'], printed: sentence('Printed on {date}', 'date') },
  tools: {
    title: 'Tools we test with',
    text: 'Most are free. One good tool per category is enough to start.',
    groups: [
      {
        title: 'Functional',
        tools: [
          { name: 'Playwright', why: 'Repeats a main process in real browsers before each release.' },
          { name: 'Robot Framework', why: 'Lets consultants read and write test steps in plain words.' },
        ],
      },
      {
        title: 'Integration',
        tools: [
          { name: 'Postman', why: 'Sends the same API call manually, in a series or on a schedule.' },
          { name: 'WireMock', why: 'Simulates a bank or tax service, timeouts included.' },
        ],
      },
      {
        title: 'Performance',
        tools: [
          { name: 'k6', why: 'Runs load tests from short scripts that fail when a target is missed.' },
          { name: 'Apache JMeter', why: 'Records a session and replays it for hundreds of users.' },
        ],
      },
      {
        title: 'Security',
        tools: [
          { name: 'OWASP ZAP', why: 'Scans portals and custom pages for common vulnerabilities.' },
          { name: 'Trivy', why: 'Lists known vulnerabilities in the packages that your modules use.' },
        ],
      },
      {
        title: 'Usability',
        tools: [
          { name: 'axe DevTools', why: 'Finds missing labels and weak contrast on any form.' },
          { name: 'NVDA', why: 'Reads forms aloud, so that you hear them as a blind user does.' },
        ],
      },
      {
        title: 'Mobile',
        tools: [
          { name: 'Appium', why: 'Drives the app on real phones and emulators from one script.' },
          { name: 'BrowserStack', why: 'Rents you a phone that your client has and you do not.' },
        ],
      },
    ],
  },
  bestPractices: {
    title: 'How we use the lists',
    text: `${countAtStart(habits.length)} habits of our testers.`,
    items: habits,
  },
  closing: {
    title: 'No one available to test?',
    text: 'Our testers run all six lists on your build in {testTime}. Ask us about testing in a free {callLengthDashed} call.',
    next: 'Or see where testing fits in the plan',
  },
} as const)
