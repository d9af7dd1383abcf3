import { isEdited, registerTexts } from './tree.ts'

/** The site's look, which owners change in the desk. */
export const look: { readonly signal: string; readonly logo: string } = registerTexts('look', {
  /** The signal color; `tokens.css` defines this one. */
  signal: '#fbcf0e',
  /** The path of an uploaded logo, such as `/files/<SHA-256>.svg`; empty for the mark and the name. */
  logo: '',
})

/** The owner's signal color, or null for the one in `tokens.css`. */
export const ownSignal = (): string | null => (isEdited('look.signal') ? look.signal : null)
