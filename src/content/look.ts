import { registerTexts } from './tree.ts'

/** The site's look, which owners change in the desk. Empty values stand for the look in the build. */
export const look: { readonly signal: string; readonly logo: string } = registerTexts('look', {
  /** The signal color, such as `#fbcf0e`. */
  signal: '',
  /** The path of an uploaded logo, such as `/files/<SHA-256>.svg`. */
  logo: '',
})
