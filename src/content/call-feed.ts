import { sentence } from './tree.ts'
import { words } from './words.ts'

/** Wording in the calendar feed of a host's calls. */
export const callFeedWords = words('callFeedWords', {
  name: sentence('{provider}: {host}’s calls', 'host'),
  title: sentence('Strategy call: {name}, {company}', 'name', 'company'),
  byPhone: 'By phone: you call the visitor',
  about: sentence('Details of this call: {link}', 'link'),
} as const)
