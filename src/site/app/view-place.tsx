import { memo } from 'react'
import layout from '#ui/layout.module.css'
import { CrashScreen } from './crash-screen.tsx'
import css from './view-change.module.css'
import type { Shown } from './views.ts'

/** Memoized: rendering it again before its lazy parts have loaded would remove their HTML. */
export const ViewPlace = memo(function ViewPlace({ view, Screen }: Shown) {
  return (
    <CrashScreen view={view}>
      <div className={`${layout.unprinted} ${css.rule}`} />
      <main id="content">
        <Screen />
      </main>
    </CrashScreen>
  )
})
