/** Stands in the link of every pack, so that it is known before the press. */
export const packSize = (bytes: number) => `${Math.round(bytes / 1000)} kB`

/** How the screens of two packs offer them. */
export const packOffers = {
  'delivery-framework': {
    label: 'Download the framework',
    note: 'ZIP: this page as a PDF, with plan, risk register and templates to edit.',
  },
  'qa-checklist': {
    label: 'Download the checklists',
    note: 'ZIP: all six lists as a PDF and as a workbook that counts for you.',
  },
} as const
