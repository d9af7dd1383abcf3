import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SearchBox } from '#desk/features/inbox/toolbar.tsx'
import { useRowFocus } from '#desk/features/inbox/use-row-focus.ts'
import { failedLettersQuery } from '#desk/features/letters/api.ts'
import { readSearch, saveTypedText } from '#desk/lib/browser-storage.ts'
import { letterStateWords } from '#desk/lib/letter-words.ts'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { LoadError } from '#desk/lib/problem.tsx'
import { useShortcut } from '#desk/lib/shortcuts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { lettersQuery } from './api.ts'
import { LetterList } from './letter-list.tsx'
import { LetterRecord } from './letter-record.tsx'
import css from './letters.module.css'

const route = getRouteApi('/letters')

const filters = ['all', 'waiting', 'failed', 'sent', 'dropped'] as const

export function Screen() {
  const { item, state } = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const [term, setTerm] = useState(() => readSearch('letters'))
  const { data: failed = 0 } = useQuery(failedLettersQuery)
  const query = useInfiniteQuery(lettersQuery(state, term.trim()))
  const letters = query.data?.pages.flat()
  const isNarrowed = state !== undefined || term.trim() !== ''

  const place = useRef<HTMLDivElement>(null)
  const selection = useRowFocus(letters?.map(({ id }) => id) ?? [], item, place)

  // If the user came from the list, closing an email goes back in the browser's history. The focus always returns to
  // the email's row.
  const cameFromList = useRef(false)
  const wasOpen = useRef(item)
  const { focus } = selection
  useEffect(() => {
    if (item === undefined) cameFromList.current = true
    if (item === undefined && wasOpen.current !== undefined) focus()
    wasOpen.current = item
  })
  const close = () => {
    if (cameFromList.current) history.back()
    else void navigate({ search: (now) => ({ ...now, item: undefined }), replace: true })
  }
  useShortcut('escape', close, item !== undefined)

  const search = (next: string) => {
    saveTypedText('letters', next)
    setTerm(next)
  }
  const clear = () => {
    search('')
    void navigate({ search: {} })
  }
  return (
    <div className={`${pieces.beside} ${css.screen}`} data-open={item !== undefined}>
      <div className={pieces.side}>
        <Page title="Emails" waiting={failed}>
          <div className={pieces.list} ref={place}>
            <div className={`${layout.ends} ${css.filters}`}>
              <ToggleGroup
                label="Status"
                options={filters.map((value) => ({
                  value,
                  label: value === 'all' ? 'All' : letterStateWords[value],
                }))}
                value={state ?? 'all'}
                onChange={(next) =>
                  void navigate({
                    search: (now) => ({ ...now, state: next === 'all' ? undefined : next, item: undefined }),
                    replace: true,
                  })
                }
              />
              <div className={css.search}>
                <SearchBox term={term} onChange={search} />
              </div>
            </div>
            {query.error && (
              <LoadError
                title="The emails could not be loaded"
                error={query.error}
                onRetry={() => void query.refetch()}
              />
            )}
            {query.isPending && <Skeleton lines={8} label="Loading emails" />}
            {letters?.length === 0 && !query.error && <NoLetters isNarrowed={isNarrowed} onClear={clear} />}
            {letters && letters.length > 0 && <LetterList letters={letters} open={item} selection={selection} />}
            {query.hasNextPage && (
              <div className={css.more}>
                <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {query.isFetchingNextPage ? 'Loading…' : 'Show older'}
                </Button>
              </div>
            )}
          </div>
        </Page>
      </div>
      {item !== undefined && <LetterRecord key={item} id={item} onClose={close} />}
    </div>
  )
}

function NoLetters({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return isNarrowed ? (
    <EmptyState title="No matching emails" text="Try another status or search.">
      <Button onClick={onClear}>Show all emails</Button>
    </EmptyState>
  ) : (
    <EmptyState
      title="No emails yet"
      text="When a visitor books or writes, the visitor and the team each get an email. These emails are listed here with their delivery status."
    />
  )
}
