import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { whenIdle } from './timing.ts'
import { track } from './track.ts'

interface LazyPartProps<Props> {
  /** The name that is tracked if the part fails to load. */
  name: string
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** The fallback if the part fails to load. */
  failed: () => ReactNode
}

/** A lazily loaded part. If the part fails to load, the rest of the page still works. */
export function LazyPart<Props extends object>({ name, load, props, failed }: LazyPartProps<Props>) {
  // `lazy` caches a failed import, so a new lazy component is created each time the part is mounted.
  const [Part] = useState(() => lazy(async () => ({ default: await load() })))
  return (
    <Boundary place={name} fallback={failed}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </Boundary>
  )
}

/** A prerendered part of a screen; the page becomes interactive before the part's chunk has loaded. */
export interface DeferredPart<Props> {
  readonly Part: ComponentType<Props>
  /** Loads the chunk. Await this before showing a screen whose HTML is not in the page. */
  readonly fetch: () => Promise<unknown>
}

/**
 * Loads the chunk once the visitor has interacted with the page and the browser is idle again. Until the chunk has
 * loaded, the prerendered HTML stays and works natively. The first failure is tracked under `name`.
 */
export function deferPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): DeferredPart<Props> {
  let Loaded: ComponentType<Props> | undefined
  const fetch = async () => (Loaded = await load())
  const Awaited = lazy(async () => {
    if (!import.meta.env.SSR) {
      // A fragment in the URL, or a restored position, may have scrolled the page before.
      if (!navigator.userActivation?.hasBeenActive && scrollY === 0)
        await nextEventOf(['pointermove', 'focusin', 'scroll', ...activityEvents])
      // Lets the visitor's action take effect first; for example, a dialog opens even without its script.
      await new Promise((go) => setTimeout(go, 300))
      await new Promise<void>(whenIdle)
    }
    return { default: await retryOnActivity(name, fetch) }
  })
  const Part = (props: Props): ReactNode => (
    <Suspense>{Loaded ? <Loaded {...props} /> : <Awaited {...props} />}</Suspense>
  )
  return { Part, fetch }
}

/** Retries when the connection is back or the visitor acts. */
async function retryOnActivity<Value>(name: string, ask: () => Promise<Value>): Promise<Value> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask()
    } catch (cause) {
      if (failures === 0) track('error', { code: 'part_not_loaded', place: name, cause })
      await nextEventOf(['online', ...activityEvents])
    }
  }
}

const activityEvents = ['pointerdown', 'keydown']

const nextEventOf = (names: readonly string[]) =>
  new Promise<void>((done) => {
    const end = () => {
      for (const name of names) removeEventListener(name, end, true)
      done()
    }
    // Listens in the capture phase, because an element's scroll event does not bubble.
    for (const name of names) addEventListener(name, end, true)
  })

interface BoundaryProps {
  place: string
  fallback: () => ReactNode
  children: ReactNode
}

/** An error boundary that tracks the error under `place`. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(cause: unknown) {
    track('error', { code: 'crashed', place: this.props.place, cause })
  }

  override render() {
    return this.state.failed ? this.props.fallback() : this.props.children
  }
}
