import { inWordsFirst } from './number-words.ts'

export interface Person {
  name: string
  /** What they do for a partner, in one word: it is what the visitor looks for. */
  does: string
  role: string
  /** What of their work a partner sees. */
  text: string
  city: string
  /** IANA time zone. */
  zone: string
  /** Working day in local hours. */
  from: number
  to: number
  /** A square picture in `public/people`, such as `ada.webp`; initials stand in its place until there is one. */
  portrait?: string
  /** Made up by us: to be replaced by somebody who works here, and has agreed to be named. */
  isSample?: true
}

// Sample copy: replace each by a person of yours, without `isSample`. The desk's launch checklist counts them.
const team: readonly Person[] = [
  {
    name: 'Hana Petersen',
    does: 'Writes',
    role: 'Proposal writer',
    text: 'Reads your brief first, and asks what it leaves open. Your proposal has her sentences and your name.',
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
    text: 'Says how many hours a wish takes, then builds it in your repository and your ticket system.',
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
    text: 'Runs your build through the six checklists. You get his list before your client sees the build.',
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
    text: 'Takes the strategy calls, and stays the one you ring when something has to change.',
    city: 'New York',
    zone: 'America/New_York',
    from: 9,
    to: 17,
    isSample: true,
  },
]

export const people = {
  title: `${inWordsFirst(team.length)} people you will deal with`,
  text: 'Who writes, who builds, who tests, and who calls. The bar shows when each of them is at work.',
  hours: (from: number, to: number) =>
    `${String(from).padStart(2, '0')}:00–${String(to).padStart(2, '0')}:00 local`,
  team,
}

/** Two letters at most, as on a timetable. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return [first, last]
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()
}
