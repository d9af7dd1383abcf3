import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { nextSuggestions, nextWords } from '#content/next-suggestions.ts'
import type { PackId } from '#content/packs.ts'
import { isPlainClick, useNavigation, viewHref } from '#site/lib/navigation.tsx'
import layout from '#ui/layout.module.css'
import css from './packs.module.css'

/** A suggestion next to the link to a pack that was just downloaded. The suggestion does not take focus. */
export function NextSuggestion({ pack, onDismiss }: { pack: PackId; onDismiss: () => void }) {
  const { text, label, target } = nextSuggestions[pack]
  const { navigate } = useNavigation()
  const place = useRef<HTMLDivElement>(null)
  // A live region announces only changes, so the region is rendered before its text.
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    navigate(target)
  }
  const dismiss = () => {
    const link = place.current?.previousElementSibling
    onDismiss()
    if (link instanceof HTMLElement) link.focus()
  }
  return (
    <div ref={place} className={`${layout.bar} ${layout.unprinted} ${css.next}`} role="status">
      {isThere && (
        <>
          <p>
            {text}{' '}
            <a href={viewHref(target)} onClick={follow}>
              {label}
            </a>
          </p>
          <button type="button" className={css.dismiss} onClick={dismiss}>
            {nextWords.dismiss}
          </button>
        </>
      )}
    </div>
  )
}
