/** Ids of the eight packs: those of the cards in `success-kit.ts`, and the names of the files people take. */
export const packIds = [
  'proposal-templates',
  'estimation-workbook',
  'delivery-framework',
  'qa-checklist',
  'pricing-guide',
  'retention-playbook',
  'discovery-workshops',
  'adoption-guide',
] as const
export type PackId = (typeof packIds)[number]

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

/** The documents whose pages the site shows: the guide of each pack, and the example in `proposal-templates`. */
export type PictureDocument = 'guide' | 'example-proposal'

/** Widths of the pictures in pixels, with their heights: A4. */
export const pictureSizes = {
  small: { width: 480, height: 679 },
  large: { width: 1240, height: 1754 },
} as const

/** From the first page on, so many pages of each document are shown. */
export const shownPages = 3

/** The name of a picture's file. `hash` stands for the content of all pictures of the build. */
export const pictureFile = (pack: PackId, document: string, page: number, width: number, hash: string) =>
  `${pack}-${document}-${page}-${width}-${hash}.webp`
