import { brand } from './brand.ts'
import { exampleCaseStudy } from './case.ts'
import { sampleClaims } from './claims.ts'
import { legalEntity } from './legal-entity.ts'
import { people } from './people.ts'
import { successKit } from './success-kit.ts'
import { isEdited } from './tree.ts'

/** A part of the site that is still a sample. An owner replaces it by editing its path. */
export interface Sample {
  readonly group: 'name' | 'mailbox' | 'links' | 'testimonials' | 'claims' | 'people' | 'example' | 'legal'
  readonly path: string
  readonly label: string
}

export const isSampleMailbox = (): boolean => brand.email.endsWith('.example')

/** The parts of the site that are still samples. */
export function currentSamples(): Sample[] {
  const unless = (isReal: boolean, group: Sample['group'], path: string, label: string): Sample[] =>
    isReal ? [] : [{ group, path, label }]

  return [
    ...unless(isEdited('brand.name'), 'name', 'brand.name', brand.name),
    ...unless(!isSampleMailbox(), 'mailbox', 'brand.email', brand.email),
    ...Object.entries(brand.links).flatMap(([channel, link]) =>
      unless(link !== '#', 'links', `brand.links.${channel}`, channel),
    ),
    ...successKit.testimonials.flatMap(({ isSample, author }) =>
      unless(!isSample, 'testimonials', 'successKit.testimonials', author),
    ),
    ...sampleClaims.flatMap((claim) => unless(isEdited(`claims.${claim}`), 'claims', `claims.${claim}`, claim)),
    ...people.team.flatMap(({ isSample, name }) => unless(!isSample, 'people', 'people.team', name)),
    ...exampleCaseStudy.steps.flatMap(({ isSample, what }) =>
      unless(!isSample, 'example', 'exampleCaseStudy.steps', what),
    ),
    ...Object.entries(legalEntity).flatMap(([fact, { label }]) => {
      const path = `legalEntity.${fact}.value`
      return unless(isEdited(path), 'legal', path, label)
    }),
  ]
}
