import { brand } from './brand.ts'

/** What a host's own calendar says of their calls. */
export const callFeed = {
  name: (host: string) => `${brand.name}: calls of ${host}`,
  title: (name: string, company: string) => `Strategy call: ${name}, ${company}`,
  byPhone: 'By phone: you call them',
  about: (link: string) => `Everything about this call: ${link}`,
} as const
