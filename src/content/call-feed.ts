import { brand } from './brand.ts'

/** Wording in the calendar feed of a host's calls. */
export const callFeedWords = {
  name: (host: string) => `${brand.name}: ${host}’s calls`,
  title: (name: string, company: string) => `Strategy call: ${name}, ${company}`,
  byPhone: 'By phone: you call the visitor',
  about: (link: string) => `Details of this call: ${link}`,
} as const
