import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Boundary } from './boundary.tsx'

interface LazyPartProps<Props> {
  /** What is told when it cannot be had. */
  name: string
  load: () => Promise<ComponentType<Props>>
  /** What it is given. */
  props: Props
  /** What stands there until it comes. */
  waiting?: ReactNode
  /** What stands there when it cannot be had: something of use without it. */
  failed: (again: () => void) => ReactNode
}

/** A part of the page that is fetched apart, and that never takes the page along when it does not come. */
export function LazyPart<Props extends object>(part: LazyPartProps<Props>) {
  const { name, load, props, waiting, failed } = part
  // A component whose code did not come stays without it, so each attempt has its own.
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
