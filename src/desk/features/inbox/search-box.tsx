import { useEffect, useRef, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useShortcut } from '#desk/lib/shortcuts.ts'
import layout from '#ui/layout.module.css'
import css from './inbox.module.css'

interface SearchBoxProps {
  term: string
  onChange: (term: string) => void
  placeholder?: string
}

/** The debounce of the search. */
const pauseMs = 180

/**
 * Searches for a name, an address, a company or a phone number. `/` focuses it; Enter moves to the rows; Esc first
 * clears it.
 */
export function SearchBox({ term, onChange, placeholder = 'Name, e-mail or company' }: SearchBoxProps) {
  const [typed, setTyped] = useState(term)
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', () => field.current?.select())

  // The box can also be cleared from outside, by 'Clear'.
  const [seen, setSeen] = useState(term)
  if (seen !== term) {
    setSeen(term)
    setTyped(term)
  }
  useEffect(() => {
    if (typed === term) return
    const timer = setTimeout(() => onChange(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, term, onChange])

  return (
    <search>
      <label className={`${layout.tiny} ${css.label}`} htmlFor="inbox-search">
        Search
      </label>
      <input
        ref={field}
        id="inbox-search"
        className={`${layout.small} ${controls.control} ${css.control}`}
        type="search"
        placeholder={placeholder}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            onChange(typed)
            field.current?.blur()
          }
          if (event.key !== 'Escape') return
          // The browser's own Esc would clear the field without a React event.
          event.preventDefault()
          if (typed) onChange('')
          else field.current?.blur()
          setTyped('')
        }}
      />
    </search>
  )
}
