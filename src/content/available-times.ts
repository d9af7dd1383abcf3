import type { PossibleHosts } from '#shared/contract/hosts.ts'
import { counted, sentence } from './tree.ts'
import { words } from './words.ts'

/** Wording for the available times above the time field in the booking dialog. */
export const availableTimesWords = words('availableTimesWords', {
  title: 'Available times',
  /** Does not promise a hold, because the server decides only after the request whether the time can be held. */
  pick: 'Choose a time, or enter another one below.',
  /** Shown instead of the times. */
  instead: {
    waiting: 'Loading available times',
    late: 'The available times are taking longer than usual to load. You can enter your preferred time below.',
    failed: 'The available times could not be loaded. Enter your preferred time below.',
    none: 'There are no available times to show. Enter your preferred time below.',
  },
  taken: 'That time is no longer available. Choose another time, or request that time anyway.',
  zone: 'Time zone',
  /** Shown in the time zone field and above it if the visitor's device reports no time zone. */
  chooseZone: 'Choose a city',
  zoneFirst: 'To see local times, choose your time zone below.',
  more: 'More times',
  days: 'Days',
  earlier: 'Earlier days',
  later: 'Later days',
  on: sentence('Available times on {day}', 'day'),
  count: counted('1 time', '{count} times'),
  noneThen: 'No times are available on these days.',
  failed: 'The times on these days could not be loaded. Please try again.',
} as const)

/**
 * Replaces the claim about weekly slots once the remaining capacity is known. Visitors can book even if the week is
 * full. On the narrowest screen, each sentence must fit on two lines, as the claim does. Otherwise, the page would
 * jump.
 */
export const callsLeftWords = words('callsLeftWords', {
  this: {
    left: sentence('{free} of {capacity} left this week', 'free', 'capacity'),
    full: 'This week is full. Ask anyway.',
  },
  next: {
    left: sentence('{free} of {capacity} left next week', 'free', 'capacity'),
    full: 'Next week is full. Ask anyway.',
  },
  /** `time` is in the visitor's zone. */
  time: sentence('Next available: {time}', 'time'),
  both: sentence('{free} of {capacity} left, next: {time}', 'free', 'capacity', 'time'),
} as const)

/** Names the hosts in the booking dialog and its receipt. */
export const hostWords = words('hostWords', {
  label: 'Your host',
  colleague: 'a colleague',
  or: sentence('{names} or {last}', 'names', 'last'),
  phone: sentence('{who} will call you.', 'who'),
  /** For hosts who take calls over a meeting link. */
  link: sentence('{who} will take your call.', 'who'),
} as const)

/** Returns `Anna Meyer, Ben Okafor or a colleague`, or null if no host is named. */
export function joinHostNames({ callers, others }: PossibleHosts): string | null {
  if (callers.length === 0) return null
  const names = [...callers.map(({ name }) => name), ...(others ? [hostWords.colleague] : [])]
  const last = names.pop() ?? ''
  return names.length === 0 ? last : hostWords.or(names.join(', '), last)
}

export function hostSentence(told: PossibleHosts): string | null {
  const who = joinHostNames(told)
  const way = told.callers.every(({ place }) => place === 'phone') ? hostWords.phone : hostWords.link
  return who && way(who)
}
