import type { ReactNode } from 'react'
import css from './form-problem.module.css'

export interface RefusedField {
  /** The field to which the summary links; null if the error concerns no field. */
  readonly id: string | null
  readonly label: string
  readonly reason: string
}

interface FormProblemProps {
  failure: string
  /** All refused fields. */
  refused?: readonly RefusedField[]
  /** Called instead of following the link, which would change the URL. */
  onFollow?: ((id: string) => void) | undefined
  children?: ReactNode
}

/** The summary of an error: what failed, and what to do. The summary receives focus if no field can. */
export function FormProblem({ failure, refused = [], onFollow, children }: FormProblemProps) {
  return (
    <div className={css.problem} role="alert" tabIndex={-1}>
      <p>
        <strong>{failure}</strong> {children}
      </p>
      {refused.length > 0 && (
        <ul className={css.refused}>
          {refused.map((item) => (
            <li key={item.label + item.reason}>
              <RefusedFieldItem {...item} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function RefusedFieldItem({ id, label, reason, onFollow }: RefusedField & Pick<FormProblemProps, 'onFollow'>) {
  if (!id) return reason
  return (
    <>
      <a
        href={`#${id}`}
        onClick={
          onFollow &&
          ((event) => {
            event.preventDefault()
            onFollow(id)
          })
        }
      >
        {label}
      </a>
      : {reason}
    </>
  )
}
