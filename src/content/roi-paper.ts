import { sentence } from './tree.ts'
import { words } from './words.ts'

/** The formula and the summary are in a separate file, because the browser loads them after the result. */
export const roiPaper = words('roiPaper', {
  formula: {
    title: 'The formula, with your numbers',
    text:
      'Each line uses the rounded result of the line it depends on. An equals sign means exact; ≈ means ' +
      'rounded: hours to whole numbers, money to three figures.',
  },

  limits: {
    title: 'Not included in these results',
    items: [
      'Our price, unless you entered it. It depends on the work; we tell you in the call.',
      'Your first weeks with us. A new routine is slower before it is faster.',
      'Growth. Extra deals appear only if you enter them, and are marked as your guess.',
      'Your use of the freed hours. Freed hours have value only if you use them.',
    ],
  },

  summary: {
    title: 'One sheet to take with you',
    text: 'Print it, copy it as text, or send a link that opens this page with your numbers.',
    heading: 'Your proposal hours',
    none: 'not given',
    print: 'Print the sheet',
    copy: 'Copy summary',
    link: 'Copy link',
    share: 'Share',
    copied: 'Summary copied.',
    linkCopied: 'Link copied. Anyone who has it can read the numbers in it.',
    blocked: 'Your browser blocked copying. The text is selected: copy it with your keyboard.',
    linkBlocked: 'Your browser blocked copying. This is the link:',
    printed: sentence('{provider}, {mailbox}, {day}', 'day'),
  },

  book: {
    note: 'Adds this summary to the message in the booking form, where you can edit it before you send it.',
    revenue: sentence('The booking also includes your revenue from won deals: {amount}.', 'amount'),
  },
} as const)
