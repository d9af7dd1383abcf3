import { QueryClient } from '@tanstack/react-query'
import { Failure } from './failure.ts'

/** Refusals are final; a lost connection and a busy server get two retries. */
const isWorthRetrying = (error: Error) => error instanceof Failure && (error.isOffline || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      // Queries run even when the browser reports to be offline: it is often wrong, and a failed request shows it
      // anyway.
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
