import type { Root } from 'react-dom/client'
import '#ui/styles.ts'
import '#desk/app/font.css'
import type { DrawnState } from '#ui/drawn-state.ts'
import { ToastPlace } from '#ui/toast.tsx'
import css from './piece-stage.module.css'

/** Draws a piece on plain paper. */
export async function showPiece(state: DrawnState, root: Root): Promise<void> {
  root.render(
    <ToastPlace>
      <main className={css.paper}>{state.draw()}</main>
    </ToastPlace>,
  )
}
