import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '#desk/lib/shortcuts.ts'
import css from './toolbar.module.css'

interface SearchBoxProps {
  term: string
  onChange: (term: string) => void
  placeholder?: string
}

/** How long nobody types before we ask. */
const pauseMs = 180

/** Looks for a name, an address, a company, a phone number. `/` comes here; Enter leaves for the rows, Esc empties it first. */
export function SearchBox({ term, onChange, placeholder = 'Name, e-mail or company' }: SearchBoxProps) {
  const [typed, setTyped] = useState(term)
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', () => field.current?.select())

  // The box is emptied from elsewhere too, by 'Clear'.
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
    <search className={css.search}>
      <label className={css.label} htmlFor="inbox-search">
        Search
      </label>
      <input
        ref={field}
        id="inbox-search"
        className={css.control}
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
          // The browser's own Esc would empty the field without a word to us.
          event.preventDefault()
          if (typed) onChange('')
          else field.current?.blur()
          setTyped('')
        }}
      />
    </search>
  )
}
