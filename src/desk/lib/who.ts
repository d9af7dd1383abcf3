import { isolate } from '#shared/lib/isolate.ts'

export const whoInWords = ({ name, company }: { name: string; company: string }): string =>
  `${isolate(name)}, ${isolate(company)}`
