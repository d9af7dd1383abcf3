import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { mineQuery } from '#desk/features/record/api.ts'
import pieces from '#desk/lib/pieces.module.css'
import { removeRowFromCache } from '#desk/lib/query-client.ts'
import { useIsOnline } from '#desk/lib/server.ts'
import { useNow } from '#desk/lib/server-clock.ts'
import { useShortcut } from '#desk/lib/shortcuts.ts'
import { type WatchedTable, watchTable } from '#desk/lib/supabase.ts'
import { clockTime, myZone, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import layout from '#ui/layout.module.css'
import { Nav } from './nav.tsx'
import css from './shell.module.css'
import { ShortcutHelp } from './shortcut-help.tsx'
import { TimeZonePrompt } from './time-zone-prompt.tsx'

/** The layout around every screen: navigation, time of day and offline banner. */
export function Shell() {
  const main = useRef<HTMLElement>(null)
  // The path of the rendered screen. The URL changes before the next screen has loaded.
  const path = useRouterState({
    select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname,
  })
  const navigate = useNavigate()
  const [showsKeys, showKeys] = useState(false)
  useLiveCacheUpdates()
  useShortcut('g>q', () => void navigate({ to: '/mine' }))
  useShortcut('g>b', () => void navigate({ to: '/bookings', search: {} }))
  useShortcut('g>m', () => void navigate({ to: '/messages', search: {} }))
  useShortcut('g>w', () => void navigate({ to: '/week', search: {} }))
  useShortcut('g>u', () => void navigate({ to: '/hours', search: {} }))
  useShortcut('g>l', () => void navigate({ to: '/letters', search: {} }))
  useShortcut('g>i', () => void navigate({ to: '/insights', search: {} }))

  // Screen readers do not announce a client-side navigation, so the focus moves to the heading.
  const seen = useRef(path)
  useEffect(() => {
    if (seen.current === path) return
    seen.current = path
    const heading = main.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [path])

  return (
    <div className={css.shell}>
      <a className={css.skip} href="#main">
        Skip to main content
      </a>
      <header className={css.rail}>
        <Nav onKeys={() => showKeys(true)} />
        <DayRuler />
      </header>
      <main className={css.main} id="main" ref={main} tabIndex={-1}>
        <OfflineBanner />
        <TimeZonePrompt />
        <Outlet />
      </main>
      <ShortcutHelp isOpen={showsKeys} onChange={showKeys} />
    </div>
  )
}

const tables: readonly WatchedTable[] = ['strategy_call_bookings', 'contact_messages']

/** Removes erased rows from the cache on every screen. Refetches the user's work after a notification. */
function useLiveCacheUpdates(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let wasLive = false
    const stops = tables.map((table) =>
      watchTable(table, {
        // The changed row may be assigned to the user, or may have a note that mentions the user.
        onChange: () => void queryClient.invalidateQueries({ queryKey: mineQuery.queryKey }),
        onGone: (id) => removeRowFromCache(queryClient, id),
        onState: (isLive) => {
          // Erasures may have happened while the channel was down.
          if (isLive && wasLive) void queryClient.invalidateQueries({ queryKey: ['person'] })
          wasLive = wasLive || isLive
        },
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [queryClient])
}

/** A sticky banner that is shown while the desk is offline. */
function OfflineBanner() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className={css.place}>
      {!isOnline && (
        <p className={`${pieces.problem} ${css.notice}`}>
          You are offline. You can read this page but not change anything.
        </p>
      )}
    </div>
  )
}

/** The day as a 24-hour ruler, filled from midnight to the current time. */
function DayRuler() {
  const now = new Date(useNow())
  const [hours = 0, minutes = 0] = clockTime(now).split(':').map(Number)
  const share = ((hours + minutes / 60) / 24) * 100
  return (
    <div className={`${layout.tight} ${css.strip}`}>
      <p className={css.time}>
        {timeOfDay(now)} <span>{zoneCity(myZone)}</span>
      </p>
      <svg width="100%" height="16" className={css.ruler} aria-hidden="true">
        <rect width={`${share}%`} y="10" height="6" />
        {Array.from({ length: 25 }, (_, hour) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour.
            key={hour}
            x1={`${(hour / 24) * 100}%`}
            x2={`${(hour / 24) * 100}%`}
            y1={hour % 6 === 0 ? 2 : 8}
            y2="16"
          />
        ))}
      </svg>
    </div>
  )
}
