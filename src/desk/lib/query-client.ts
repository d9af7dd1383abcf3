import { QueryClient } from '@tanstack/react-query'
import { Failure } from './failure.ts'

/**
 * Refused requests are not retried. Requests that fail because of a lost connection or a busy server are retried twice.
 */
const isWorthRetrying = (error: Error) => error instanceof Failure && (error.isOffline || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      // Queries run even if the browser reports that it is offline, because browsers are often wrong about this.
      // Without a connection, the request fails anyway.
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * The first parts of the cache keys under which personal data is cached. The audit log and the insights contain no
 * personal data.
 */
const personal: readonly unknown[] = ['mine', 'bookings', 'messages', 'week', 'letters', 'person', 'typed']

const containsId = (value: unknown, id: string): boolean => JSON.stringify(value ?? null).includes(id)

/** Returns a copy of the value without the list items that contain the id, at any depth. */
function withoutRow(value: unknown, id: string): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => Array.isArray(item) || !containsId(item, id)).map((item) => withoutRow(item, id))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, containsId(part, id) ? withoutRow(part, id) : part]),
  )
}

/**
 * Removes a deleted row from the cache. The row disappears from lists at once. Queries about only this row are removed;
 * queries that a screen uses are refetched.
 */
export function removeRowFromCache(client: QueryClient, id: string): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const [first] = queryKey
    if (!personal.includes(first)) continue
    const isAbout = containsId(queryKey, id)
    if (!isAbout && !containsId(state.data, id)) continue
    const rest = withoutRow(state.data, id)
    if (isAbout || first === 'person' || containsId(rest, id)) void client.resetQueries({ queryKey, exact: true })
    else client.setQueryData(queryKey, rest)
  }
  // Email previews have other cache keys, and may contain the erased visitor's data.
  void client.resetQueries({ queryKey: ['letters', 'shown'] })
}
