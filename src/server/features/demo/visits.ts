import { packIds } from '#content/pack-ids.ts'
import { type ViewId, viewIds, views } from '#content/views.ts'
import { day, hour, isWeekend, minute } from './calendar.ts'
import type { Random } from './random.ts'
import type { DemoEvent, Visit } from './types.ts'

const second = 1000

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
]
const robots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
]

/** Where visits come from. `fortune` is how much likelier than others they are to lead to something. */
export const origins: readonly {
  weight: number
  fortune: number
  campaign: string
  referrer: string | null
  first: readonly ViewId[]
}[] = [
  { weight: 27, fortune: 1, campaign: '', referrer: null, first: ['home', 'home', 'services'] },
  {
    weight: 26,
    fortune: 0.8,
    campaign: '',
    referrer: 'https://www.google.com',
    first: ['home', 'qa-checklists', 'roi-calculator', 'services'],
  },
  { weight: 4, fortune: 0.7, campaign: '', referrer: 'https://www.bing.com', first: ['home', 'services'] },
  {
    weight: 14,
    fortune: 0.9,
    campaign: 'utm_source=linkedin&utm_medium=social&utm_campaign=proposal-hours',
    referrer: 'https://www.linkedin.com',
    first: ['roi-calculator', 'home'],
  },
  {
    weight: 9,
    fortune: 2.2,
    campaign: 'utm_source=newsletter&utm_medium=email&utm_campaign=success-kit-letter',
    referrer: null,
    first: ['success-kit'],
  },
  {
    weight: 9,
    fortune: 2.6,
    campaign: '',
    referrer: 'https://partners.directory.example',
    first: ['partner360', 'home'],
  },
  {
    weight: 6,
    fortune: 1.8,
    campaign: 'utm_source=partner-summit&utm_medium=event&utm_campaign=summit-slides',
    referrer: null,
    first: ['delivery-frameworks', 'success-kit'],
  },
  {
    weight: 5,
    fortune: 0.4,
    campaign: '',
    referrer: 'https://www.reddit.com',
    first: ['qa-checklists', 'delivery-frameworks'],
  },
]

/** The share of a day's visits that begin in each hour, UTC. */
const hours = [1, 1, 1, 1, 1, 2, 4, 7, 10, 11, 11, 10, 9, 10, 11, 10, 8, 6, 5, 4, 3, 3, 2, 1].map(
  (weight, of) => ({ weight, of }),
)

interface Quarter {
  random: Random
  now: number
  /** The address of the site. */
  url: string
}

/** Every visit of thirteen weeks up to now: more on days of work, and more each week. */
export function makeVisits({ random, now, url }: Quarter): Visit[] {
  const visits: Visit[] = []
  const today = Math.floor(now / day) * day
  for (let start = today - 90 * day; start <= today; start += day) {
    const growth = 0.8 + (0.5 * (start - today + 90 * day)) / (90 * day)
    const ofDay = Math.round(
      80 * growth * (isWeekend(start, 'UTC') ? 0.38 : 1.15) * random.between(0.85, 1.15),
    )
    for (let count = 0; count < ofDay; count++) {
      const at = start + random.weighted(hours).of * hour + random.between(0, hour)
      if (at < now - 30 * minute) visits.push(makeVisit(random, url, at, random.chance(0.07)))
    }
  }
  // Somebody is always on the site: one visit every four minutes of the last half hour.
  for (let ago = 28; ago > 0; ago -= 4) visits.push(makeVisit(random, url, now - ago * minute, false))
  return visits
}

export function makeVisit(random: Random, url: string, at: number, isBot: boolean): Visit {
  const { campaign, referrer, first } = random.weighted(origins)
  const firstView = random.pick(first)
  const query = [firstView === 'home' ? '' : `view=${firstView}`, campaign].filter(Boolean).join('&')
  const visit: Visit = {
    id: random.uuid(),
    at,
    isBot,
    agent: random.pick(isBot ? robots : browsers),
    key: String(random.whole(-(2 ** 40), 2 ** 40)),
    page: campaign ? `${url}/?${campaign}` : `${url}/`,
    landing: query ? `${url}/?${query}` : `${url}/`,
    referrer,
    events: [],
  }
  walk(random, visit, firstView)
  return visit
}

/** What they look at, and what their browser tells of it. */
function walk(random: Random, visit: Visit, firstView: ViewId): void {
  let at = visit.at
  const tell = (type: DemoEvent['type'], data: object) =>
    visit.events.push({ id: random.uuidAt(at), at: Math.floor(at), type, data })
  let view = firstView
  tell('page_view', { view, title: views[view].title })
  if (!visit.isBot && random.chance(0.75)) {
    for (const { name, median, spread, limits } of vitals) {
      if (name === 'INP' && random.chance(0.4)) continue
      at += random.between(0.1, 1) * second
      const value = Number(random.around(median, spread).toFixed(name === 'CLS' ? 4 : 0))
      const rating = value <= limits[0] ? 'good' : value <= limits[1] ? 'needs-improvement' : 'poor'
      tell('engagement', { action: 'web_vital', name, value, rating })
    }
  }
  const pages = random.chance(0.42) ? 0 : Math.min(8, Math.floor(random.around(visit.isBot ? 1 : 2, 0.7)))
  for (let page = 0; page < pages; page++) {
    const seconds = Math.round(random.around(35, 0.8))
    at += seconds * second
    if (!visit.isBot) tell('engagement', { action: 'page_time_spent', seconds, view })
    const next = random.pick(viewIds.filter((other) => other !== view))
    tell('navigation', { from: view, to: next, trigger: random.pick(['nav', 'card', 'footer']) })
    view = next
    tell('page_view', { view, title: views[view].title })
    if (view === 'success-kit' && random.chance(0.55)) {
      at += random.between(5, 40) * second
      tell('download', { pack: random.pick(packIds), place: 'success-kit' })
    }
    if (view === 'roi-calculator' && random.chance(0.5))
      tell('engagement', { action: 'calculator', field: 'proposals' })
  }
  if (!visit.isBot && random.chance(0.05)) {
    at += random.between(4, 30) * second
    tell('modal_open', { modal: 'booking', opener: random.pick(openers) })
    at += random.between(8, 90) * second
    tell('modal_close', { modal: 'booking', opener: 'escape' })
  }
  if (!visit.isBot) tell('engagement', { action: 'page_hidden' })
}

const openers = ['hero', 'header', 'services-card', 'closing']

/** Medians and how far the values spread, and where good and bearable end. */
const vitals = [
  { name: 'TTFB', median: 160, spread: 0.7, limits: [800, 1800] },
  { name: 'FCP', median: 720, spread: 0.5, limits: [1800, 3000] },
  { name: 'LCP', median: 1150, spread: 0.55, limits: [2500, 4000] },
  { name: 'CLS', median: 0.012, spread: 1.1, limits: [0.1, 0.25] },
  { name: 'INP', median: 72, spread: 0.7, limits: [200, 500] },
] as const

/** The end of a visit in which a form was sent; gives when it arrived. */
export function sendForm(random: Random, visit: Visit, form: 'booking' | 'message', until: number): number {
  const last = Math.max(...visit.events.map((event) => event.at))
  const tell = (at: number, type: DemoEvent['type'], data: object) =>
    visit.events.push({ id: random.uuidAt(at), at: Math.floor(at), type, data })
  const seconds = random.between(35, 160)
  const sent = Math.min(until, last + (seconds + random.between(3, 20)) * second)
  const opened = sent - seconds * second
  if (form === 'booking') tell(opened, 'modal_open', { modal: 'booking', opener: random.pick(openers) })
  else tell(opened, 'page_view', { view: 'contact', title: views.contact.title })
  tell(sent, 'form_submit', { form, outcome: 'stored' })
  return Math.floor(sent)
}
