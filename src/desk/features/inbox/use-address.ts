import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { BookingsSearch } from '#desk/lib/search-params.ts'
import type { InboxSearch } from './types.ts'

interface Address {
  search: InboxSearch
  /** `replace`: without a new history entry. */
  change: (change: InboxSearch, options?: { replace?: boolean }) => void
  back: () => void
}

/**
 * Reads and changes the search parameters of a list; parameters that do not belong to the list's path are removed.
 */
export function useAddress(): Address {
  const search: InboxSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { history } = useRouter()
  return {
    search,
    change: (change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (now) => ({ ...now, ...(change as BookingsSearch) }),
        replace,
        resetScroll: 'page' in change,
      }),
    back: () => history.back(),
  }
}
