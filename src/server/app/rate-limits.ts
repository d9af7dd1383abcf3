import type { FastifyRequest } from 'fastify'
import { fontRoute } from '#server/features/pages/routes.ts'
import type { Group } from '#server/lib/rate-limit/limits.ts'

/**
 * Bytes that bookings, or messages, may add in a day. Two megabytes are six hundred of usual length, or a hundred of the
 * greatest, more than an audience behind one address sends. In all as much as a hundred addresses at their limit: a flood
 * of a month takes six gigabytes.
 */
const formBytes = {
  address: [{ points: 2_000_000, seconds: 86_400 }],
  everybody: [{ points: 200_000_000, seconds: 86_400 }],
} as const

/**
 * What one address may ask of us. An address is often a whole office, a hotel or the gateway of a mobile carrier, so
 * each number is a multiple of what a hundred people behind one address do in a busy moment; a flood is a thousand
 * times what one of them does. The same forms have the same limits whichever way they come.
 */
export const rateLimits = {
  // A first visit takes a page and some ten files, a later view one. 3,000 are two hundred visits a minute.
  pages: { address: [{ points: 3000, seconds: 60 }] },

  // A pack has up to ten megabytes. A team of fifteen that downloads all eight at once stays within the limit.
  packs: { address: [{ points: 120, seconds: 60 }] },

  // Monitors and load balancers ask every few seconds, several of them from one address; one of the two routes
  // costs a round trip to the database.
  health: { address: [{ points: 600, seconds: 60 }] },

  // All other requests to the data API: the reads and changes of the team, of whom ten behind one address may make two
  // calls a second each, and requests that visitors may not make.
  api: { address: [{ points: 1200, seconds: 60 }] },

  // By address, for an audience that hears us speak, each person booking and correcting once. By everybody, since the
  // week has five calls: six hundred a minute are no people, and it takes thirty addresses at their limit to keep people
  // out. Never by mailbox: anyone can type one. The database limits emails and holds by mailbox.
  strategy_call_bookings: {
    address: [
      { points: 20, seconds: 60 },
      { points: 100, seconds: 3600 },
    ],
    everybody: [{ points: 600, seconds: 60 }],
    bytes: formBytes,
  },
  // Free times that are picked, in a booking or on its page; past the limit a request is stored without its time. One
  // person picks one and changes their mind; five a day are an audience. Where no mail server proves mailboxes, only
  // this keeps a client from taking the whole calendar.
  picked_times: { address: [{ points: 5, seconds: 86_400 }] },
  contact_messages: {
    address: [
      { points: 20, seconds: 60 },
      { points: 100, seconds: 3600 },
    ],
    everybody: [{ points: 600, seconds: 60 }],
    bytes: formBytes,
  },

  // The limits by address that the auth service promises (section 6 of the contract). Attempts on one account are
  // counted separately, in the database, so that an attacker with many addresses counts as one.
  auth_token: { address: [{ points: 150, seconds: 300 }] },
  auth_verify: { address: [{ points: 30, seconds: 300 }] },
  auth_recover: { address: [{ points: 30, seconds: 300 }] },
  auth_resend: { address: [{ points: 30, seconds: 300 }] },
  auth_user: { address: [{ points: 30, seconds: 300 }] },
  auth_challenge: { address: [{ points: 15, seconds: 60 }] },
  auth_factor: { address: [{ points: 15, seconds: 60 }] },
  // A desk with twenty people behind one address, each asking who they are and signing out.
  auth: { address: [{ points: 300, seconds: 60 }] },
  // An owner sets up a webhook and tries it a few times. With each try we call another server.
  webhooks: { address: [{ points: 60, seconds: 300 }] },
  // A host adds a calendar and tries it a few times. With each try we call another server, in a thread of its own.
  calendars: { address: [{ points: 60, seconds: 300 }] },
  // Calendar programs ask every few minutes: several of an office from one address, and those of large providers for
  // many people from few addresses.
  feeds: { address: [{ points: 300, seconds: 300 }] },
  // The pages that letters lead to: a person needs two.
  account: { address: [{ points: 60, seconds: 300 }] },

  // The buttons of a call's page, of which a person presses two. Changes of one call are counted separately, in the
  // database.
  visitor_call: { address: [{ points: 30, seconds: 300 }] },
  // Requests of a person for a link to their data. They ask once; a letter goes only to mailboxes that wrote to us, a
  // few a day to each (`private.ask_own_data`). No limit by everybody: a dozen addresses would close the page. What is
  // behind a link is counted as `visitor_call`.
  own_data: { address: [{ points: 10, seconds: 3600 }] },
  // Letters that members of the team send to themselves to see whether mail works. With each we wait for a mail server.
  // By account too, since a team sits behind one address.
  letter_test: {
    address: [{ points: 60, seconds: 600 }],
    account: [{ points: 20, seconds: 600 }],
    everybody: [{ points: 60, seconds: 600 }],
  },

  // By row: a lively visitor makes thirty a minute. 6,000 are two hundred of those behind one address, and a
  // hundredth of what the server stores in that time. By byte: a visit makes a hundred rows of 400. Twenty megabytes a day
  // are five hundred visits behind one address; in all ten thousand, more than the site of a firm with five calls a week has.
  user_interactions: {
    address: [{ points: 6000, seconds: 60 }],
    bytes: {
      address: [{ points: 20_000_000, seconds: 86_400 }],
      everybody: [{ points: 400_000_000, seconds: 86_400 }],
    },
  },
} as const satisfies Record<string, Group>

type GroupName = keyof typeof rateLimits

const tables = ['strategy_call_bookings', 'contact_messages', 'user_interactions'] as const

const groupByForm: Readonly<Record<string, GroupName>> = {
  '/forms/booking': 'strategy_call_bookings',
  '/forms/message': 'contact_messages',
  '/call/hold': 'visitor_call',
  '/call/propose': 'visitor_call',
  '/call/move': 'visitor_call',
  '/call/cancel': 'visitor_call',
  '/your-data': 'own_data',
  '/your-data/open': 'visitor_call',
  '/your-data/file': 'visitor_call',
  '/your-data/erase': 'visitor_call',
}

const authGroups: Readonly<Record<string, GroupName>> = {
  'POST /auth/v1/token': 'auth_token',
  'POST /auth/v1/passkeys/authentication/options': 'auth_token',
  'POST /auth/v1/passkeys/authentication/verify': 'auth_token',
  'GET /auth/v1/verify': 'auth_verify',
  'POST /auth/v1/verify': 'auth_verify',
  'POST /auth/v1/recover': 'auth_recover',
  'POST /auth/v1/resend': 'auth_resend',
  'PUT /auth/v1/user': 'auth_user',
  'POST /auth/v1/factors/:id/challenge': 'auth_challenge',
  'POST /auth/v1/factors/:id/verify': 'auth_factor',
  'POST /auth/v1/factors/recovery-codes/verify': 'auth_factor',
}

/**
 * The group of limits that a request falls under. It follows from the matched route and not from the address, because
 * one route can be spelled in many ways.
 */
export function groupOf(request: FastifyRequest): GroupName {
  const { url: route = '' } = request.routeOptions
  const isPost = request.method === 'POST'
  if (route.startsWith('/rest/')) {
    const { table = '' } = request.params as { table?: string }
    return (isPost && tables.find((name) => name === table)) || 'api'
  }
  if (route.startsWith('/auth/')) return authGroups[`${request.method} ${route}`] ?? 'auth'
  if (route.startsWith('/webhooks/')) return 'webhooks'
  if (route.startsWith('/calendars/')) return 'calendars'
  if (route.startsWith('/calendar/')) return 'feeds'
  if (route.startsWith('/letters/')) return isPost && route === '/letters/v1/test' ? 'letter_test' : 'api'
  if (route.startsWith('/ready/')) return isPost && route === '/ready/v1/letter' ? 'letter_test' : 'api'
  if (route.startsWith('/account/')) return 'account'
  if (isPost) return groupByForm[route] ?? 'pages'
  // The font is one file, kept by browsers for a year. It counts apart from the pages.
  if (route.startsWith('/packs/') || route === fontRoute) return 'packs'
  return ['/healthz', '/readyz', '/metrics'].includes(route) ? 'health' : 'pages'
}
