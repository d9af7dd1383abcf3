import { freeTimesWords as words } from '#content/free-times.ts'
import { Boundary } from '#site/lib/boundary.tsx'
import layout from '#ui/layout.module.css'
import css from './free-times-place.module.css'
import { useFreeTimes } from './use-free-times.ts'

interface FreeTimesPlaceProps {
  /** Null before hydration. */
  zone: string | null
  onZone: (zone: string) => void
}

/** The place above the time field, kept from the first paint on, so that nothing moves when the times arrive. */
export function FreeTimesPlace({ zone, onZone }: FreeTimesPlaceProps) {
  const { shows, answer, near, callers, Part } = useFreeTimes(zone)
  if (shows === 'nothing') return null
  return (
    <div className={`${layout.note} ${layout.scripted} ${css.place}`}>
      {shows === 'times' && answer && Part && zone !== null && (
        <Boundary place="free-times" fallback={() => null}>
          <Part answer={answer} near={near} callers={callers} zone={zone} onZone={onZone} />
        </Boundary>
      )}
      {/* Before hydration nothing is asked for. */}
      {shows !== 'times' && zone !== null && <p>{words.instead[shows]}</p>}
    </div>
  )
}
