import type { ReactNode } from 'react'
import css from './form-problem.module.css'

export interface RefusedItem {
  /** The field it leads to; null where the form has none. */
  readonly id: string | null
  readonly label: string
  readonly reason: string
}

interface FormProblemProps {
  failure: string
  /** Every field at fault. */
  refused?: readonly RefusedItem[]
  children?: ReactNode
}

/** What failed, and then what to do about it. Takes the focus where no field can. */
export function FormProblem({ failure, refused = [], children }: FormProblemProps) {
  return (
    <div className={css.problem} role="alert" tabIndex={-1}>
      <p>
        <strong>{failure}</strong> {children}
      </p>
      {refused.length > 0 && (
        <ul className={css.refused}>
          {refused.map((item) => (
            <li key={item.label + item.reason}>
              <Refused {...item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Refused({ id, label, reason }: RefusedItem) {
  if (!id) return reason
  return (
    <>
      <a
        href={`#${id}`}
        onClick={(event) => {
          // Following it would change the address, which stays as it is.
          event.preventDefault()
          document.getElementById(id)?.focus()
        }}
      >
        {label}
      </a>
      : {reason}
    </>
  )
}
