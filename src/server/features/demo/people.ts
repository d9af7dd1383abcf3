import { companyNames, companyTrades, places } from './places.ts'
import type { Random } from './random.ts'
import type { Person } from './types.ts'

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

/** Somebody who does not exist, at an address that never will. */
export function makePerson(random: Random): Person {
  const place = random.weighted(places)
  const first = random.pick(place.firstNames)
  const last = random.pick(place.lastNames)
  const company = `${random.pick(companyNames)} ${random.pick(companyTrades)}`
  return {
    name: `${first} ${last}`,
    email: `${plain(first)}.${plain(last)}@${plain(company)}.example.com`,
    company: `${company} ${place.company}`,
    phone: place.phone(random),
    zone: place.zone,
  }
}
