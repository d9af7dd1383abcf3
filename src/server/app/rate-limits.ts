import type { FastifyRequest } from 'fastify'
import type { Group } from '#server/lib/rate-limit/types.ts'

/**
 * What one address may ask of us. An address is often a whole office, a hotel or a mobile carrier's gate, so each
 * number is a multiple of what a hundred people behind one address do in a busy moment; a flood is a thousand times
 * what one of them does. The same forms have the same limits whichever way they come.
 */
export const rateLimits = {
  // A first visit takes a page and some ten files, a later view one. 3,000 are two hundred visits a minute.
  pages: { address: [{ points: 3000, seconds: 60 }] },

  // Up to ten megabytes each. A team of fifteen that takes all eight packs at once stays below.
  packs: { address: [{ points: 120, seconds: 60 }] },

  // Monitors and load balancers ask every few seconds, several of them from one address; one of the two routes
  // costs a round trip to the database.
  health: { address: [{ points: 600, seconds: 60 }] },

  // Whatever else comes to the data API: reads and changes, which visitors may not make, and tables it has not got.
  api: { address: [{ points: 300, seconds: 60 }] },

  // A room of people who have just heard us speak, each booking and correcting once: twenty a minute, a hundred an
  // hour. One person books once and changes something three times; ten an hour leaves room and fills no mailbox.
  // All together: the week has five calls, so six hundred a minute are no people, and it takes thirty addresses
  // at their limit to keep people out for the rest of that minute.
  strategy_call_bookings: {
    address: [
      { points: 20, seconds: 60 },
      { points: 100, seconds: 3600 },
    ],
    name: [{ points: 10, seconds: 3600 }],
    everybody: [{ points: 600, seconds: 60 }],
  },
  contact_messages: {
    address: [
      { points: 20, seconds: 60 },
      { points: 100, seconds: 3600 },
    ],
    name: [{ points: 10, seconds: 3600 }],
    everybody: [{ points: 600, seconds: 60 }],
  },

  // By row: a lively visitor makes thirty a minute. 6,000 are two hundred of those behind one address, and a
  // hundredth of what the server stores in that time.
  user_interactions: { address: [{ points: 6000, seconds: 60 }] },
} as const satisfies Record<string, Group>

type GroupName = keyof typeof rateLimits

const tables = ['strategy_call_bookings', 'contact_messages', 'user_interactions'] as const

const groupByForm: Readonly<Record<string, GroupName>> = {
  '/forms/booking': 'strategy_call_bookings',
  '/forms/message': 'contact_messages',
}

/**
 * Which limits a request falls under. Asks the router's outcome and not the address, which spells one route in many
 * ways.
 */
export function groupOf(request: FastifyRequest): GroupName {
  const { url: route = '' } = request.routeOptions
  const isPost = request.method === 'POST'
  if (route.startsWith('/rest/')) {
    const { table = '' } = request.params as { table?: string }
    return (isPost && tables.find((name) => name === table)) || 'api'
  }
  if (isPost) return groupByForm[route] ?? 'pages'
  if (route.startsWith('/packs/')) return 'packs'
  return route === '/healthz' || route === '/readyz' ? 'health' : 'pages'
}
