/** How the screens of two packs offer them. A test compares sizes and kinds with the catalogue and the packs. */
export const packOffers = {
  'delivery-framework': {
    label: 'Download the framework',
    note: 'ZIP, up to 8.7MB: this page as a PDF, with plan, risk register and templates to edit.',
  },
  'qa-checklist': {
    label: 'Download the checklists',
    note: 'ZIP, up to 3.2MB: all six lists as a PDF and as a workbook that counts for you.',
  },
} as const
