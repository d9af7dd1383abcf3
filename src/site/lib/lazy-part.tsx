import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Boundary } from './boundary.tsx'

interface LazyPartProps<Props> {
  /** The name under which a failure to load is tracked. */
  name: string
  load: () => Promise<ComponentType<Props>>
  props: Props
  waiting?: ReactNode
  /** The fallback if it cannot be loaded: something useful without it. */
  failed: (again: () => void) => ReactNode
}

/** A lazily loaded part whose failure to load never affects the rest of the page. */
export function LazyPart<Props extends object>(part: LazyPartProps<Props>) {
  const { name, load, props, waiting, failed } = part
  // `lazy` caches a failed import, so each attempt needs a new component.
  const attempt = () => lazy(async () => ({ default: await load() }))
  const [Part, setPart] = useState(attempt)
  const fallback = (again: () => void) =>
    failed(() => {
      setPart(attempt)
      again()
    })
  return (
    <Boundary place={name} fallback={fallback}>
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    </Boundary>
  )
}
