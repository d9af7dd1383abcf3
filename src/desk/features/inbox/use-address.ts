import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { BookingsSearch } from '#desk/lib/search-params.ts'
import type { InboxSearch } from './types.ts'

interface Address {
  search: InboxSearch
  /** `replace`: without a step for the browser's Back. */
  change: (change: InboxSearch, options?: { replace?: boolean }) => void
  /** One step back in the browser's history. */
  back: () => void
}

/** What the address of a list says, and how to change it; what does not fit the list's own path is left out there. */
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
