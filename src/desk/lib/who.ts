import { isolate } from '#shared/lib/isolate.ts'

/** A person and their company, inside a sentence. */
export const whoInWords = ({ name, company }: { name: string; company: string }): string =>
  `${isolate(name)}, ${isolate(company)}`
