import type { ReactNode } from 'react'
import type { Step } from '#shared/lib/staged.ts'

/** How a piece can stand: drawn by the gallery, looked at by the test beside it. */
export interface DrawnState {
  readonly draw: () => ReactNode
  readonly steps?: readonly Step[]
}
export type DrawnStates = Readonly<Record<string, DrawnState>>

/** Words that pieces have to bear: without a place to break, and from right to left among figures and brackets. */
export const unbreakable = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
export const arabic = 'عبد الرحمن الهاشمي (42)'
