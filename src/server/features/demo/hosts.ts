import { type Calendar, hour, office, workdayAfter } from './calendar.ts'

/** Somebody of the team who takes calls, with hours of their own and a calendar. */
export interface DemoHost {
  id: string
  zone: string
  place: 'phone' | 'link'
  link: string | null
  breakAfter: number
  hours: { weekday: number; opens: string; closes: string }[]
  calendar: { name: string; busy: (readonly [from: number, until: number])[] }
}

const ways = [
  { zone: office.zone, place: 'phone', link: null, breakAfter: 0, ranges: [['09:00', '17:00']] },
  {
    zone: office.zone,
    place: 'link',
    link: 'https://meet.example.com/tomas',
    breakAfter: 0,
    ranges: [
      ['08:30', '13:00'],
      ['13:30', '18:00'],
    ],
  },
  { zone: 'Africa/Johannesburg', place: 'phone', link: null, breakAfter: 15, ranges: [['10:00', '19:00']] },
] as const

/** Each is busy elsewhere for an hour and a half on each day of work of the two weeks to come, at another time of day. */
export function makeHosts(ids: readonly string[], now: number, calendar: Calendar): DemoHost[] {
  return ids.flatMap((id, index) => {
    const way = ways[index]
    if (!way) return []
    const days = new Set(Array.from({ length: 14 }, (_, ahead) => workdayAfter(now, ahead)))
    const busy = [...days].map((midnight) => {
      const from = midnight + (10 + 2 * index) * hour
      calendar.block(id, from, 3)
      return [from, from + 1.5 * hour] as const
    })
    const hours = [1, 2, 3, 4, 5].flatMap((weekday) =>
      way.ranges.map(([opens, closes]) => ({ weekday, opens, closes })),
    )
    const { zone, place, link, breakAfter } = way
    return [{ id, zone, place, link, breakAfter, hours, calendar: { name: 'Work', busy } }]
  })
}
