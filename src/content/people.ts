import { editableList, type ListEntry, sentence } from './tree.ts'
import { words } from './words.ts'

export interface Person extends ListEntry {
  name: string
  /** One word that tells visitors what the person does. */
  does: string
  role: string
  /** The part of the person's work that a partner sees. */
  text: string
  city: string
  /** IANA time zone. */
  zone: string
  /** Working day in local hours. */
  from: number
  to: number
  /** The path of a square picture, such as `/files/ada.png`. If there is no picture, the page shows the initials. */
  portrait?: string
  /** True for a fictional person, whom the owner replaces with a team member who has agreed to be named. */
  isSample?: boolean
}

const team = editableList<Person>([
  {
    name: 'Hana Petersen',
    does: 'Writes',
    role: 'Proposal writer',
    text: 'Reads your brief first and asks about anything it leaves open. Your proposal is in her words and under your name.',
    city: 'Auckland',
    zone: 'Pacific/Auckland',
    from: 8,
    to: 16,
    isSample: true,
  },
  {
    name: 'Leo Marsh',
    does: 'Builds',
    role: 'Developer',
    text: 'Estimates each request in hours, then builds it in your repository and tracks it in your ticket system.',
    city: 'Sydney',
    zone: 'Australia/Sydney',
    from: 9,
    to: 17,
    isSample: true,
  },
  {
    name: 'Sipho Daniels',
    does: 'Tests',
    role: 'Tester',
    text: 'Runs your build through the six checklists. You get his findings before your client sees the build.',
    city: 'Cape Town',
    zone: 'Africa/Johannesburg',
    from: 8,
    to: 16,
    isSample: true,
  },
  {
    name: 'Ruth Okoye',
    does: 'Calls',
    role: 'Consultant',
    text: 'Takes the strategy calls and remains the person you call when something has to change.',
    city: 'New York',
    zone: 'America/New_York',
    from: 9,
    to: 17,
    isSample: true,
  },
])

export const people = words('people', {
  /** `count` is a word, such as Four. */
  title: sentence('{count} people you will work with', 'count'),
  titleOfOne: 'The person you will work with',
  text: 'One writes, one builds, one tests and one calls. Each bar shows one person’s working hours.',
  hours: sentence('{from}–{to} local', 'from', 'to'),
  team,
})

/** At most two initials. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return [first, last]
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()
}
