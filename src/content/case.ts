import type { PackId, PictureDocument } from './packs.ts'
import { editableList, type ListEntry } from './tree.ts'
import { words } from './words.ts'

/** One step on the way from the request to the sent proposal. */
export interface CaseStep extends ListEntry {
  time: string
  who: string
  /** True if the partner takes this step. */
  isPartner?: boolean
  what: string
  /** True for a step of a fictional case, which an owner replaces with a case that a partner has approved. */
  isSample?: boolean
}

export interface CasePage {
  page: number
  /** The page's subject in a word or two. */
  name: string
  alt: string
}

/** Follows one request through a day, with a document that anyone can download. */
export interface CaseStudy {
  /** The section's anchor in URLs. */
  id: string
  eyebrow: string
  title: string
  text: string
  /** Without steps, the site leaves out the whole case. */
  steps: readonly CaseStep[]
  pack: PackId
  document: PictureDocument
  pagesLabel: string
  pages: readonly CasePage[]
  download: string
}

const partner = { who: 'You', isPartner: true, isSample: true } as const
const by = (who: string) => ({ who, isSample: true }) as const

export const exampleCaseStudy: CaseStudy = words('exampleCaseStudy', {
  id: 'example',
  eyebrow: 'An example. The customer and the figures are made up; the document is real.',
  title: 'One request, hour by hour',
  text:
    'Example Wholesale Ltd closes its books twelve days after the month ends. Its finance director wants to close in five and asks ' +
    'you for a price.',
  steps: editableList<CaseStep>([
    { time: '09:00', ...partner, what: 'You forward the email. It is four lines long.' },
    {
      time: '09:20',
      ...by('Proposal writer'),
      what: 'Reads it and sends you three questions: how many companies, how many invoices, by when.',
    },
    { time: '10:00', ...partner, what: 'You answer from your phone: two, 900 a month, by June.' },
    {
      time: '10:10',
      ...by('Consultant'),
      what: 'Splits the request into seven areas and lists what each one includes and excludes.',
    },
    { time: '11:00', ...by('Developer'), what: 'Estimates each stage. The total is 324 hours.' },
    {
      time: '12:00',
      ...by('Proposal writer'),
      what: 'Prices the hours at your rates ($48,600 in all) and spreads them over twelve weeks.',
    },
    {
      time: '13:00',
      ...by('Reviewer'),
      what: 'Adds up each table, checks each date, and asks what a client would ask.',
    },
    { time: '14:00', ...partner, what: 'You have three pages under your name. You read them and send them.' },
  ]),
  pack: 'proposal-templates',
  document: 'example-proposal',
  pagesLabel: 'The proposal, page by page',
  pages: [
    {
      page: 1,
      name: 'Goals',
      alt: 'Page 1 of the proposal: the price, the dates and four measurable goals.',
    },
    {
      page: 2,
      name: 'Scope',
      alt: 'Page 2: what each of seven areas includes and excludes, and six stages with their dates.',
    },
    {
      page: 3,
      name: 'Price',
      alt: 'Page 3: hours and prices for each stage, licenses, terms and two signature lines.',
    },
  ],
  download: 'Get this proposal with our other templates',
})
