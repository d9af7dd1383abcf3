import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { whenIdle } from './timing.ts'
import { track } from './track.ts'

interface LazyPartProps<Props> {
  /** The name under which a failure to load is tracked. */
  name: string
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** The fallback if it cannot be loaded: something useful without it. */
  failed: () => ReactNode
}

/** A lazily loaded part whose failure to load never affects the rest of the page. */
export function LazyPart<Props extends object>({ name, load, props, failed }: LazyPartProps<Props>) {
  // `lazy` caches a failed import, so each part needs a new component.
  const [Part] = useState(() => lazy(async () => ({ default: await load() })))
  return (
    <Boundary place={name} fallback={failed}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </Boundary>
  )
}

/** A part of a screen that is prerendered in the HTML; the page is interactive before its chunk has loaded. */
export interface Later<Props> {
  readonly Part: ComponentType<Props>
  /** Loads the chunk; to be awaited before showing a screen whose HTML is not in the page. */
  readonly fetch: () => Promise<unknown>
}

/**
 * Loads the chunk once the visitor has done something and the browser is idle again. Until then, and while loading
 * fails, the prerendered HTML stays and works natively, and the first failure is tracked under the name.
 */
export function later<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): Later<Props> {
  let Loaded: ComponentType<Props> | undefined
  const fetch = async () => (Loaded = await load())
  const Awaited = lazy(async () => {
    if (!import.meta.env.SSR) {
      if (!navigator.userActivation?.hasBeenActive)
        await firstOf(['pointermove', 'focusin', 'scroll', ...acts])
      // What was pressed answers first: a dialog opens without its program.
      await new Promise((go) => setTimeout(go, 300))
      await new Promise<void>(whenIdle)
    }
    return { default: await persistently(name, fetch) }
  })
  const Part = (props: Props): ReactNode => (
    <Suspense>{Loaded ? <Loaded {...props} /> : <Awaited {...props} />}</Suspense>
  )
  return { Part, fetch }
}

/** Retries at each event that may help: the connection is back, or the visitor acts. */
async function persistently<Value>(name: string, ask: () => Promise<Value>): Promise<Value> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask()
    } catch (cause) {
      if (failures === 0) track('error', { code: 'part_not_loaded', place: name, cause })
      await firstOf(['online', ...acts])
    }
  }
}

const acts = ['pointerdown', 'keydown']

const firstOf = (names: readonly string[]) =>
  new Promise<void>((done) => {
    const end = () => {
      for (const name of names) removeEventListener(name, end, true)
      done()
    }
    // In the capture phase, because the scrolling of an element does not bubble.
    for (const name of names) addEventListener(name, end, true)
  })

interface BoundaryProps {
  /** The name of the part, for tracking. */
  place: string
  fallback: () => ReactNode
  children: ReactNode
}

/** An error boundary: an error in its children leaves the rest of the page intact. */
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
