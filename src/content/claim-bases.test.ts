import { expect, it } from 'vitest'
import { about } from './about.ts'
import { claimBases, claimGroups } from './claim-bases.ts'
import { type ClaimId, claims, claimViews } from './claims.ts'
import { contact } from './contact.ts'
import { deliveryFrameworks } from './delivery-frameworks.ts'
import { home } from './home.ts'
import { partner360 } from './partner360.ts'
import { qaChecklists } from './qa-checklists.ts'
import { samples } from './samples.ts'
import { services } from './services.ts'
import { successKit } from './success-kit.ts'

const ids = Object.keys(claims) as ClaimId[]
const listed = claimGroups.flatMap((group): readonly ClaimId[] => group.ids)

it('each base stands in the list once, also those of claims that are written in two ways', () => {
  expect(new Set(listed).size).toBe(listed.length)
  const bases = listed.map((id) => claimBases[id])
  expect(new Set(bases).size).toBe(bases.length)
  for (const id of ids) expect(bases, id).toContain(claimBases[id])
})

it('every claim that a view shows as a figure leads to a base of the list', () => {
  const linked = [about, contact, deliveryFrameworks, home, partner360, qaChecklists, services, successKit]
    .map((content) => JSON.stringify(content))
    .flatMap((text) => [...text.matchAll(/view=figures#(\w+)/g)].map(([, id]) => id))
  expect(linked.length).toBeGreaterThan(30)
  for (const id of linked) expect(listed).toContain(id)
})

it('what only the provider can know is a sample, and the desk counts it', () => {
  const open = listed.filter((id) => /not filled in/i.test(Object.values(claimBases[id]).join(' ')))
  expect(open).toEqual(listed.filter((id) => 'isSample' in claimBases[id]))
  expect(samples.figures).toBe(open.length)
  expect(Object.keys(claimViews)).toEqual(ids)
})

it('claims that seem to contradict each other say how both are true', () => {
  expect(claimBases.partners.counts).toContain(claims.partnersServed)
  expect(claimBases.partnersServed.counts).toContain(claims.partners)
  for (const end of ['4.8', '4.9']) expect(claimBases.rating.counts).toContain(end)
  expect(claimBases.ratingRange.counts).toContain('4.9')
  expect(claimBases.countries.counts).toMatch(/four/i)
  expect(claimBases.countriesNamed.counts).toMatch(/nine/i)
})
