import { claims } from './claims.ts'
import { countInWords } from './number-words.ts'
import type { PackId, PictureDocument } from './packs.ts'
import { counted, editableList, type ListEntry, plural, sentence } from './tree.ts'
import { words } from './words.ts'

type ResourceWords = {
  readonly id: PackId
  readonly category: 'proposals' | 'delivery' | 'business' | 'consulting'
  readonly title: string
  readonly subtitle: string
  readonly description: string
  readonly features: readonly string[]
  /** The maximum size of the pack, as stated in `sizeLabel`. */
  readonly downloadSize: `${number}MB`
  readonly popular: boolean
}

/** Every card has a pack to download. A card with `hasDetailPage` also opens a view. */
export type Resource = ResourceWords &
  (
    | { readonly hasDetailPage: true; readonly detailView: 'delivery-frameworks' | 'qa-checklists' }
    | { readonly hasDetailPage: false }
  )

export type Testimonial = ListEntry & {
  readonly quote: string
  readonly author: string
  readonly title: string
  /** From 1 to 5. */
  readonly rating: number
  /** True for a fictional quote, which the owner replaces with a real one that its author has approved. */
  readonly isSample?: boolean
}

const offered = [
  {
    id: 'proposal-templates',
    category: 'proposals',
    title: 'Proposal Template Library',
    subtitle: 'From a one-page quote to a full tender response',
    description: 'Editable proposals with the sections that clients ask for, in the order in which clients read them.',
    features: [
      'Short, standard and tender versions',
      'Price tables for licenses and services',
      'Terms to check with your lawyer',
    ],
    downloadSize: claims.kitLargest,
    popular: true,
    hasDetailPage: false,
  },
  {
    id: 'estimation-workbook',
    category: 'proposals',
    title: 'Estimation Workbook',
    subtitle: 'Hours you can defend line by line',
    description: 'A workbook that turns a list of requirements into hours, a price and a price range.',
    features: ['Work packages with base hours', 'Data migration calculator', 'Best, likely and worst cases'],
    downloadSize: '4.1MB',
    popular: false,
    hasDetailPage: false,
  },
  {
    id: 'delivery-framework',
    category: 'delivery',
    title: 'Project Delivery Framework',
    subtitle: 'Six phases from discovery to support',
    description: 'Every phase with its duration, activities, deliverables and the gate that closes it.',
    features: ['6 phases with durations', '5 quality gates', '4 risks and how to handle them', '9 KPI targets'],
    downloadSize: '8.7MB',
    popular: true,
    hasDetailPage: true,
    detailView: 'delivery-frameworks',
  },
  {
    id: 'qa-checklist',
    category: 'delivery',
    title: 'QA Checklist',
    subtitle: '{checkpoints} checkpoints in six lists',
    description: 'Check a build before the client does. Each item is something you can test.',
    features: ['6 test categories', '{checkpoints} checkpoints', 'Tools for each kind of test', 'Printable'],
    downloadSize: claims.kitSmallest,
    popular: true,
    hasDetailPage: true,
    detailView: 'qa-checklists',
  },
  {
    id: 'pricing-guide',
    category: 'business',
    title: 'Pricing and Margin Guide',
    subtitle: 'Set a price for each service',
    description: 'Work out your margin on each service and the price below which you should decline the work.',
    features: ['Margin calculator', 'Fixed, hourly and retainer pricing compared', 'Wording for a price increase'],
    downloadSize: '4.8MB',
    popular: false,
    hasDetailPage: false,
  },
  {
    id: 'retention-playbook',
    category: 'business',
    title: 'Client Retention Playbook',
    subtitle: 'A year of contact after go-live',
    description: 'A plan of what to say and send in each of the twelve months between go-live and the license renewal.',
    features: ['Twelve-month contact plan', 'Quarterly review agenda', 'Early signs that a client may leave'],
    downloadSize: '6.3MB',
    popular: false,
    hasDetailPage: false,
  },
  {
    id: 'discovery-workshops',
    category: 'consulting',
    title: 'Discovery Workshop Guide',
    subtitle: 'Two days of the right questions',
    description: 'Agendas and question lists for finance, sales, stock and service workshops.',
    features: ['Agenda per department', 'Question lists', 'Process map templates', 'Fit-gap sheet'],
    downloadSize: '9.6MB',
    popular: false,
    hasDetailPage: false,
  },
  {
    id: 'adoption-guide',
    category: 'consulting',
    title: 'Training and Adoption Guide',
    subtitle: 'Get users off the old spreadsheets',
    description: 'Course plans, announcements, and a survey that shows who uses the system and who needs help.',
    features: ['Course plan per role', 'Announcement templates', 'Adoption survey'],
    downloadSize: '5.9MB',
    popular: false,
    hasDetailPage: false,
  },
] as const satisfies readonly Resource[]

export const successKit = words('successKit', {
  hero: {
    eyebrow: 'Partner Success Kit',
    title: 'The documents we work from, free to use',
    lede:
      'Templates, checklists and guides from real implementations. Put your logo on them and use them with ' +
      'your next client.',
    facts: [
      { value: '{kitResources}', label: 'resources' },
      { value: '{checkpoints}', label: 'quality checkpoints' },
      { value: '{testCategories}', label: 'test categories' },
      { value: 'Free', label: 'no form to fill in' },
    ],
    /** Pictures of pages next to the title. The last picture is on top. */
    pages: [
      {
        pack: 'delivery-framework',
        document: 'guide',
        page: 3,
        alt: 'A page from the delivery framework: the phases, and the gate that ends each one',
      },
      { pack: 'estimation-workbook', document: 'guide', page: 1, alt: 'First page of the estimation guide' },
      {
        pack: 'proposal-templates',
        document: 'example-proposal',
        page: 1,
        alt: 'First page of an example proposal: price, hours, weeks, summary and goals',
      },
    ] as const satisfies readonly { pack: PackId; document: PictureDocument; page: number; alt: string }[],
  },
  filterLabel: 'Filter resources',
  filters: [
    { id: 'all', label: 'All resources' },
    { id: 'proposals', label: 'Proposals' },
    { id: 'delivery', label: 'Delivery' },
    { id: 'business', label: 'Business' },
    { id: 'consulting', label: 'Consulting' },
  ],
  defaultFilter: 'all',
  shown: counted('1 resource shown', '{count} resources shown'),
  search: {
    label: 'Search the kit',
    clear: 'Clear the search',
    nothing: sentence('No results for “{query}”', 'query'),
    advice: 'Try fewer words, or search all categories.',
    showAll: `Show all ${countInWords(offered.length)} resources`,
  },
  listTitle: `Look inside all ${countInWords(offered.length)} packs`,
  /** Wording for the ruler above the list, and for each pack's reading time. */
  reading: {
    scale: 'Reading time in minutes, at 200 words a minute',
    guide: 'the guide',
    documents: 'the editable documents',
    minutes: sentence('{minutes} min', 'minutes'),
    ofGuide: sentence('to read the {pages}-page guide', 'pages'),
    files: {
      documents: counted('1 document', '{count} documents'),
      workbooks: counted('1 workbook', '{count} workbooks'),
      examples: counted('1 filled-in example', '{count} filled-in examples'),
    },
  },
  /** Wording for the preview of a pack's pages. */
  peek: {
    open: 'Look inside',
    cover: sentence('First page of {title}', 'title'),
    about: 'The first pages, exactly as they appear in the pack.',
    guide: sentence('Guide, page {page} of {pages}', 'page', 'pages'),
    example: sentence('Example, page {page} of {pages}', 'page', 'pages'),
    picture: sentence('{title}: {caption}', 'caption', 'title'),
    close: 'Close',
  },
  featuresLabel: 'Inside',
  popularLabel: 'Popular',
  /** Current size and upper limit in one sentence, so that they do not seem to contradict each other. */
  sizeLabel: sentence('{size} today, up to {largest} in later editions.', 'size', 'largest'),
  downloadLabel: 'Download Free',
  detailLabel: 'Read it here',
  /** Describes what a pack contains: once in full, and briefly on each card. */
  packNote:
    'Each pack is one ZIP file: a guide to read, plus documents and workbooks to edit. Select a page to ' +
    'preview its pack. You can read two of the packs in full here.',
  packHint: 'ZIP: PDF, DOCX, XLSX',
  resources: offered,
  testimonialsTitle: 'What partners say about the kit',
  ratingLabel: sentence('Rated {rating} out of 5', 'rating'),
  testimonials: editableList<Testimonial>([
    {
      quote: 'We used the estimation workbook on a warehouse project and found forty hours we had not priced.',
      author: 'Managing director',
      title: 'ERP partner, Cape Town',
      rating: 5,
      isSample: true,
    },
    {
      quote: 'The go-live gate made us postpone the launch by a week. The client thanked us for it at the next review.',
      author: 'Head of delivery',
      title: 'CRM partner, Auckland',
      rating: 5,
      isSample: true,
    },
    {
      quote: 'My two junior consultants now test with the QA checklists. I no longer hear about bugs from the client.',
      author: 'Owner',
      title: 'Business-software partner, Denver',
      rating: 5,
      isSample: true,
    },
  ]),
  closing: {
    title: 'Prefer to have it done for you?',
    text: 'Bring one current project to a free {callLengthDashed} call. We will tell you which tasks we would take over.',
  },
} as const)

/** The files of a pack and the time to read its documents: "3 documents (12 min), 1 workbook". */
export function packContents(minutes: number, documents: number, workbooks: number, examples: number): string {
  const { files, minutes: time } = successKit.reading
  const said = [`${plural(documents, files.documents)} (${time(minutes)})`, plural(workbooks, files.workbooks)]
  return [...said, ...(examples > 0 ? [plural(examples, files.examples)] : [])].join(', ')
}
