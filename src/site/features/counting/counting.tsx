import { useEffect, useEffectEvent, useRef } from 'react'
import { counting as words } from '#content/counting.ts'
import { useNavigation } from '#site/lib/navigation.tsx'
import { useStore } from '#site/lib/store.ts'
import { resumeTracking, track } from '#site/lib/track.ts'
import layout from '#ui/layout.module.css'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './counting.module.css'
import { answer, countingState, forgetVisit, type Counting as Standing } from './state.ts'

const options = [
  { value: 'yes', label: words.yes },
  { value: 'no', label: words.no },
] as const

const says: Partial<Record<Standing, string>> = { refused: words.refused, 'refused-here': words.refusedHere }

/**
 * Says that visits are counted, and takes a yes or a no. The prerendered page has nothing of it: without script nobody
 * is counted, and a button would do nothing.
 */
export function Counting() {
  const standing = useStore(countingState)
  const last = useRef(standing)
  const { view } = useNavigation()

  // Whichever tab the answer was given in.
  const obey = useEffectEvent((now: Standing | null) => {
    const wasRefused = last.current !== null && last.current !== 'counted'
    last.current = now
    if (now && now !== 'counted') forgetVisit()
    else if (now && wasRefused) {
      track('page_view', { view, title: document.title })
      resumeTracking()
    }
  })
  useEffect(() => obey(standing), [standing])

  if (!standing) return null
  if (standing === 'refused-by-browser')
    return <p className={`${layout.bar} ${layout.note} ${css.counting}`}>{words.byBrowser}</p>
  return (
    <div className={`${layout.bar} ${layout.note} ${css.counting}`}>
      <p>{words.text}</p>
      <ToggleGroup
        label={words.label}
        options={options}
        value={standing === 'counted' ? 'yes' : 'no'}
        onChange={(value) => answer(value === 'yes')}
      />
      <p role="status">{says[standing]}</p>
    </div>
  )
}
