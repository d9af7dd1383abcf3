import type { ReactNode } from 'react'
import type { Step } from '#shared/lib/steps.ts'

/** How a piece can stand: drawn by the gallery, looked at by the test beside it. */
export interface DrawnState {
  readonly draw: () => ReactNode
  readonly steps?: readonly Step[]
}
export type DrawnStates = Readonly<Record<string, DrawnState>>
