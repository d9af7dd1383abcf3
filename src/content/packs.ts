import { words } from './words.ts'
/** Ids of the eight packs, shared by their cards in `success-kit.ts` and their files. */
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

/** Shown in every download link, so that visitors know the size before they click. */
export const packSize = (bytes: number) => `${Math.round(bytes / 1000)} kB`

/** Wording for the downloads on the two detail views. */
export const packDownloads = words('packDownloads', {
  'delivery-framework': {
    label: 'Download the framework',
    note: 'ZIP: this page as a PDF, with a plan, a risk register and templates to edit.',
  },
  'qa-checklist': {
    label: 'Download the checklists',
    note: 'ZIP: all six lists as a PDF and as a workbook that counts checked items.',
  },
} as const)

/** The documents with page previews: each pack's guide, and the example in `proposal-templates`. */
export type PictureDocument = 'guide' | 'example-proposal'

/** Sizes of the A4 pictures in pixels. */
export const pictureSizes = {
  small: { width: 480, height: 679 },
  large: { width: 1240, height: 1754 },
} as const

/** The preview shows this many pages from the start of each document. */
export const previewPageCount = 3

/** A picture's file name. `hash` is computed from all pictures in the build. */
export const pictureFile = (pack: PackId, document: string, page: number, width: number, hash: string) =>
  `${pack}-${document}-${page}-${width}-${hash}.webp`
