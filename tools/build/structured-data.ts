import { brand } from '#content/brand.ts'
import { contact } from '#content/contact.ts'
import { samples } from '#content/samples.ts'
import { services } from '#content/services.ts'
import type { ViewId } from '#content/views.ts'
import { views } from '#content/views.ts'
import { viewAddress } from './document.ts'

/** One thing in the vocabulary of https://schema.org. */
export interface Thing {
  readonly '@type': string
  readonly [property: string]: unknown
}

const organizationId = `${viewAddress()}#organization`
const provider = { '@id': organizationId }

/** Links that lead nowhere yet, and a mailbox that nobody reads, are told to no machine. */
const channels = Object.values<string>(brand.links).filter((href) => href.startsWith('https:'))

const organization = (logo: string): Thing => ({
  '@type': 'Organization',
  '@id': organizationId,
  name: brand.name,
  url: viewAddress(),
  logo: `__PUBLIC_URL__${logo}`,
  ...(!samples.isMailbox && { email: brand.email }),
  ...(channels.length > 0 && { sameAs: channels }),
})

const service = (name: string, view: ViewId): Thing => ({
  '@type': 'Service',
  name,
  url: viewAddress(view),
  provider,
})

/** The name of a service without a figure that promises something, such as 24/7. */
function nameAlone(title: string): string {
  const words = title.replace(/\S*\d\S*/g, '').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An answer with a figure in it makes a claim, and people can read what stands around it. */
const faqs = contact.faqs.items.filter(({ question, answer }) => !/\d/.test(question + answer))

const faqPage: Thing = {
  '@type': 'FAQPage',
  mainEntity: faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}

/**
 * What search engines are told of a view besides its words: who we are, what we do, what is asked. No figure, no rating and
 * no promise, since a machine repeats them without what stands beside them (decision 105).
 */
export function structuredData(view: ViewId, logo: string): readonly Thing[] {
  switch (view) {
    case 'home':
    case 'about':
      return [organization(logo)]
    case 'services':
      return [organization(logo), ...services.services.map(({ title }) => service(nameAlone(title), view))]
    case 'partner360':
      return [organization(logo), service(views.partner360.name, view)]
    case 'contact':
      return faqs.length > 0 ? [faqPage] : []
    case 'success-kit':
    case 'delivery-frameworks':
    case 'qa-checklists':
    case 'roi-calculator':
      return []
  }
}

/** As a data block: no script, so no policy has to allow it. `<` would end it in the middle of a text. */
export function dataBlock(things: readonly Thing[]): string {
  if (things.length === 0) return ''
  const [only] = things
  const content = { '@context': 'https://schema.org', ...(things.length === 1 ? only : { '@graph': things }) }
  const text = JSON.stringify(content).replace(/</g, '\\u003c')
  return `<script type="application/ld+json">${text}</script>`
}
