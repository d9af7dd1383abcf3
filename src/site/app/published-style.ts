import { look } from '#content/look.ts'
import { signalTokens } from '#shared/lib/color.ts'

/** A logo has no class, because the build leaves out rules for classes that its own pages lack. */
const logoStyle = 'header img{display:block;max-width:11rem;height:2rem;object-fit:contain}'

/** The style that an owner's look adds to the inline style of every page. */
export const publishedStyle = (): string => (look.signal && signalTokens(look.signal)) + (look.logo && logoStyle)
