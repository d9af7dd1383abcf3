import { brand } from './brand.ts'
import { exampleCaseStudy } from './case.ts'
import { sampleClaims } from './claims.ts'
import { legalEntity } from './legal-entity.ts'
import { people } from './people.ts'
import { successKit, type Testimonial } from './success-kit.ts'

/** Placeholder values that a provider replaces. */
const shipped = { name: 'Backline', mailbox: /\.example$/, link: '#' } as const

// The type is widened to strings, so that a provider's own values compile here.
const { name, email, links }: { name: string; email: string; links: Readonly<Record<string, string>> } = brand
const quotes: readonly Testimonial[] = successKit.testimonials

/** The parts of the site that are still samples. */
export const samples = {
  name,
  isName: name === shipped.name,
  mailbox: email,
  isMailbox: shipped.mailbox.test(email),
  /** The channels without a URL. */
  links: Object.keys(links).filter((channel) => links[channel] === shipped.link),
  /** The number of fictional quotes. */
  testimonials: quotes.filter(({ isSample }) => isSample).length,
  /** The labels of the legal facts that are not filled in yet. */
  legal: Object.values(legalEntity)
    .filter((fact) => 'isSample' in fact)
    .map(({ label }) => label),
  people: people.team.filter(({ isSample }) => isSample).length,
  isCase: exampleCaseStudy.isSample,
  claims: sampleClaims.length as number,
}
