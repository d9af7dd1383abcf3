import { brand } from './brand.ts'
import { exampleCase } from './case.ts'
import { sampleClaims } from './claims.ts'
import { legalEntity } from './legal-entity.ts'
import { people } from './people.ts'
import { successKit, type Testimonial } from './success-kit.ts'

/** What is shipped with the source, and stands for what a provider has of their own. */
const shipped = { name: 'Backline', mailbox: /\.example$/, link: '#' } as const

// As plain text, so that a provider's own words compile here.
const { name, email, links }: { name: string; email: string; links: Readonly<Record<string, string>> } = brand
const quotes: readonly Testimonial[] = successKit.testimonials

/** What of the site is still a sample. */
export const samples = {
  name,
  isName: name === shipped.name,
  mailbox: email,
  isMailbox: shipped.mailbox.test(email),
  /** The channels whose link leads nowhere. */
  links: Object.keys(links).filter((channel) => links[channel] === shipped.link),
  /** How many of the quotes nobody has said. */
  testimonials: quotes.filter(({ isSample }) => isSample).length,
  /** What of the documents only the provider can say, and nobody has said yet. */
  legal: Object.values(legalEntity)
    .filter((fact) => 'isSample' in fact)
    .map(({ label }) => label),
  people: people.team.filter(({ isSample }) => isSample).length,
  isCase: exampleCase.isSample,
  claims: sampleClaims.length as number,
}
