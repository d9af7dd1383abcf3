import css from './call-block.module.css'

/** As many patterns as there are; more hosts than these begin again, with other initials. */
const patterns = 6

interface HostMarkProps {
  /** Null: nobody's. */
  name: string | null
  mark: number
}

/** A pattern and initials, so that nobody is known by a colour alone. The name stands in words beside it. */
export function HostMark({ name, mark }: HostMarkProps) {
  return (
    <span className={css.hostMark} aria-hidden="true">
      <span className={css.pattern} data-pattern={name === null ? 'none' : mark % patterns} />
      {name !== null && initials(name)}
    </span>
  )
}

/** 'ND' of 'Nomsa Dube', 'Ad' of 'Ada'. */
function initials(name: string): string {
  const words = name.replace(/[\u2066-\u2069]/g, '').split(/\s+/)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const start = (word: string, letters: number) => Array.from(word).slice(0, letters).join('')
  return last ? start(first, 1) + start(last, 1) : start(first, 2)
}
