import { brand } from './brand.ts'

/** Words of what one takes along from the ROI calculator. Apart, because the page answers before they are loaded. */
export const roiPaper = {
  formula: {
    title: 'The formula, with your numbers',
    text:
      'Each line goes on with the rounded result of the line it needs. An equals sign is exact; ≈ means ' +
      'rounded, hours to whole ones and money to three figures.',
  },

  limits: {
    title: 'What these results do not contain',
    items: [
      'Our price, unless you entered it. It depends on the work; you hear it in the call.',
      'Your first weeks with us. A new routine is slower before it is faster.',
      'Growth. More won deals appear only if you enter them, and then as your guess.',
      'What you do with the freed hours. They count only if you use them.',
    ],
  },

  summary: {
    title: 'One sheet to take along',
    text: 'Print it, copy it as text, or send a link that opens this page with your numbers.',
    heading: 'Proposal hours, counted',
    none: 'not given',
    print: 'Print the sheet',
    copy: 'Copy summary',
    link: 'Copy link',
    share: 'Share',
    copied: 'The summary is copied.',
    linkCopied: 'The link is copied. Whoever has it can read the numbers in it.',
    blocked: 'Your browser does not let us copy. The text is selected: copy it with your keyboard.',
    linkBlocked: 'Your browser does not let us copy. This is the link:',
    printed: (day: string) => `${brand.name}, ${brand.email}, ${day}`,
  },

  book: {
    note: 'Puts this summary into the message of the booking form, where you can edit it before you send it.',
    revenue: (amount: string) => `The booking also says what your won deals bring: ${amount}.`,
  },
} as const
