import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { whenIdle } from './rest.ts'
import { track } from './track.ts'

/** A part of a screen that is prerendered in the HTML; the page is interactive before its chunk has loaded. */
export interface Later<Props> {
  readonly Part: ComponentType<Props>
  /** Loads the chunk; to be awaited before showing a screen whose HTML is not in the page. */
  readonly fetch: () => Promise<unknown>
}

/**
 * Loads the chunk when the browser is idle. Until then, and while loading fails, the prerendered HTML stays and works
 * natively, and the first failure is tracked under the name.
 */
export function later<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): Later<Props> {
  let Loaded: ComponentType<Props> | undefined
  const fetch = async () => (Loaded = await load())
  const Awaited = lazy(async () => {
    if (!import.meta.env.SSR) await new Promise<void>(whenIdle)
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
      await sign()
    }
  }
}

const sign = () =>
  new Promise<void>((given) => {
    const names = ['online', 'pointerdown', 'keydown']
    const take = () => {
      for (const name of names) removeEventListener(name, take)
      given()
    }
    for (const name of names) addEventListener(name, take)
  })
