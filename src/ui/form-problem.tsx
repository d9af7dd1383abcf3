import type { ReactNode } from 'react'
import css from './form-problem.module.css'

/** Beside a form's button: what failed, and then what to do about it. */
export function FormProblem({ failure, children }: { failure: string; children: ReactNode }) {
  return (
    <p className={css.problem} role="alert">
      <strong>{failure}</strong> {children}
    </p>
  )
}
