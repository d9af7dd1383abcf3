import type { PackId, PictureDocument } from './packs.ts'
import { words } from './words.ts'

/** One step on the way from the request to the sent proposal. */
export interface CaseStep {
  time: string
  who: string
  /** True if the partner takes this step. */
  isPartner?: true
  what: string
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
  /** True for a fictional case, marked as an example. Replace this sample with a case that a partner has approved. */
  isSample: boolean
  steps: readonly CaseStep[]
  pack: PackId
  document: PictureDocument
  pagesLabel: string
  pages: readonly CasePage[]
  download: string
}

const partner = 'You'
const writer = 'Proposal writer'

export const exampleCaseStudy: CaseStudy = words('exampleCaseStudy', {
  id: 'example',
  eyebrow: 'An example. The customer and the figures are made up; the document is real.',
  title: 'One request, hour by hour',
  text:
    'Example Wholesale Ltd closes its books twelve days after the month ends. Its finance director wants to close in five and asks ' +
    'you for a price.',
  isSample: true,
  steps: [
    { time: '09:00', who: partner, isPartner: true, what: 'You forward the email. It is four lines long.' },
    {
      time: '09:20',
      who: writer,
      what: 'Reads it and sends you three questions: how many companies, how many invoices, by when.',
    },
    {
      time: '10:00',
      who: partner,
      isPartner: true,
      what: 'You answer from your phone: two, 900 a month, by June.',
    },
    {
      time: '10:10',
      who: 'Consultant',
      what: 'Splits the request into seven areas and lists what each one includes and excludes.',
    },
    { time: '11:00', who: 'Developer', what: 'Estimates each stage. The total is 324 hours.' },
    {
      time: '12:00',
      who: writer,
      what: 'Prices the hours at your rates ($48,600 in all) and spreads them over twelve weeks.',
    },
    {
      time: '13:00',
      who: 'Reviewer',
      what: 'Adds up each table, checks each date, and asks what a client would ask.',
    },
    {
      time: '14:00',
      who: partner,
      isPartner: true,
      what: 'You have three pages under your name. You read them and send them.',
    },
  ],
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
