import { QueryClient } from '@tanstack/react-query'
import { Failure } from './failure.ts'

/** Refusals are final; a lost connection and a busy server are worth two more tries. */
const isWorthRetrying = (error: Error) => error instanceof Failure && (error.isOffline || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      // Asked for even when the browser says it is offline: it is often wrong, and the answer says so itself.
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
