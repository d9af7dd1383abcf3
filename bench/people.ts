import { randomBytes } from 'node:crypto'

export interface Person {
  readonly email: string
  readonly password: string
}

export function people(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => ({
    email: `person-${index}@example.com`,
    password: randomBytes(15).toString('base64url'),
  }))
}
