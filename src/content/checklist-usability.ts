import type { Checklist } from './types.ts'

export const usability = {
  title: 'Usability testing',
  description:
    'Can a trained user finish the day’s work without calling for help, and can an untrained user find their way?',
  sections: [
    {
      title: 'Daily tasks',
      items: [
        'A clerk enters a ten-line order in under three minutes without help',
        'Each role’s five most frequent tasks start from its home screen',
        'A phone agent finds a customer by number, name or invoice in one search field',
        'Goods can be received with a scanner and a keyboard, without a mouse',
        'A half-finished task can be found again after sign-in',
        'Three new users complete the main process using only the worksheet',
        'Approvers can decide from the email or list without opening four screens',
      ],
    },
    {
      title: 'Forms and messages',
      items: [
        'Required fields are marked before saving',
        'An error names the field, the reason and what to do',
        'After an error, the form keeps the values that the user entered',
        'Fields that a role never uses are hidden from its form',
        'Defaults fit the usual case for each role',
        'Leaving a form with unsaved changes asks for confirmation',
        'Before deleting or posting, a user sees what will happen and whether it can be undone',
        'A long job shows progress and ends with a result',
      ],
    },
    {
      title: 'Words and navigation',
      items: [
        'Labels use the client’s terms consistently on screens, printouts and training sheets',
        'No screen shows a technical name such as a table or field code',
        'Menus show only what the role can open',
        'Every icon without text has a label on hover and for screen readers',
        'The same action has the same name and place on all forms',
        'The Back button returns to the list with its filter, sort order and position',
      ],
    },
    {
      title: 'Lists and figures',
      items: [
        'Numbers are right-aligned and use the client’s separators',
        'Dates follow the format of the user’s country everywhere',
        'Totals show their currency and whether tax is included',
        'Saved filters survive a new session and an update',
        'An empty list says what would appear there and how to add it',
        'Status is shown by a word as well as by color',
      ],
    },
    {
      title: 'Accessibility',
      items: [
        'Every main process can be completed with only the keyboard',
        'Focus is visible and follows the reading order',
        'Text has a contrast of at least 4.5 to 1 in the client’s color theme',
        'At 200 percent zoom, no field or button is cut off',
        'A screen reader announces field labels, errors and save confirmations',
        'Opening a dialog moves focus into it, and Escape closes it and returns focus',
      ],
    },
    {
      title: 'Training and help',
      items: [
        'Each role has a worksheet with current screenshots',
        'Help on a custom form explains the client’s own rules',
        'Users know where to report a problem and what to send with the report',
        'Every user has signed in and done one real task before go-live',
        'Questions from the acceptance sessions are answered in the training material',
      ],
    },
  ],
} as const satisfies Checklist
