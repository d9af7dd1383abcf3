import { look, ownSignal } from '#content/look.ts'
import { signalTokens } from '#shared/lib/color.ts'

/** A logo has no class, because the build leaves out rules for classes that its own pages lack. */
const logoStyle = 'header img{display:block;max-width:11rem;height:2rem;object-fit:contain}'

/** The style that an owner's look adds to the inline style of every page. */
export function publishedStyle(): string {
  const signal = ownSignal()
  return (signal === null ? '' : signalTokens(signal)) + (look.logo && logoStyle)
}
